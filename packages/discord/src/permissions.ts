import type { Member, Server, TextChannel } from './schemas.ts';

const ADMINISTRATOR = 1n << 3n;
const MANAGE_GUILD = 1n << 5n;

/**
 * Whether the member manages the server: its owner, or somebody whose roles permit it. Channels may restrict other
 * permissions, but not this one.
 */
export function managesServer(server: Server, member: Member): boolean {
  if (server.owner_id === member.user.id) return true;
  return (heldBy(server, member) & (ADMINISTRATOR | MANAGE_GUILD)) !== 0n;
}

/** Roles add up, starting with @everyone, whose id is the server's. */
function heldBy(server: Server, member: Member): bigint {
  return server.roles
    .filter(({ id }) => id === server.id || member.roles.includes(id))
    .reduce((sum, { permissions }) => sum | permissions, 0n);
}

/** Permissions that the bot needs to post in a channel. */
export const postingPermissions = {
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  embedLinks: 1n << 14n,
  readMessageHistory: 1n << 16n,
} as const;
export type PostingPermission = keyof typeof postingPermissions;

const EVERYTHING = (1n << 64n) - 1n;
const ROLE = 0;

/** The permissions of a member in a channel: those of the server, changed by the channel's rules, the narrowest last. */
function permissionsIn(server: Server, channel: TextChannel, member: Member): bigint {
  const held = heldBy(server, member);
  if (server.owner_id === member.user.id || (held & ADMINISTRATOR) !== 0n) return EVERYTHING;
  const rules = channel.permission_overwrites;
  const everyone = rules.filter(({ id }) => id === server.id);
  const roles = rules.filter(({ id, type }) => type === ROLE && id !== server.id && member.roles.includes(id));
  const own = rules.filter(({ id, type }) => type !== ROLE && id === member.user.id);
  let permissions = held;
  for (const step of [everyone, roles, own]) {
    const taken = step.reduce((sum, { deny }) => sum | deny, 0n);
    const given = step.reduce((sum, { allow }) => sum | allow, 0n);
    permissions = (permissions & ~taken) | given;
  }
  return permissions;
}

/** What the bot lacks to post there. */
export function lacksToPost(server: Server, channel: TextChannel, bot: Member): PostingPermission[] {
  const held = permissionsIn(server, channel, bot);
  const all = Object.keys(postingPermissions) as PostingPermission[];
  return all.filter((permission) => (held & postingPermissions[permission]) === 0n);
}

/** Whether everybody in the server sees the channel. */
export function isPublic(server: Server, channel: TextChannel): boolean {
  const anybody = { user: { id: '0' }, roles: [] };
  return (permissionsIn(server, channel, anybody) & postingPermissions.viewChannel) !== 0n;
}
