import type { ServerRole } from './roles.ts';
import type { Member, Server, TextChannel } from './schemas.ts';

const ADMINISTRATOR = 1n << 3n;
const MANAGE_GUILD = 1n << 5n;

/**
 * Whether the member manages the server: its owner, or a member whose roles permit it. Channels may restrict other
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

export const createEvents = 1n << 44n;

/** Whether the bot may create events in a server, and change its own. */
export const mayCreateEvents = (server: Server, bot: Member): boolean =>
  (heldBy(server, bot) & (ADMINISTRATOR | createEvents)) !== 0n;

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

/** The permissions that the bot lacks to post there. */
export function lacksToPost(server: Server, channel: TextChannel, bot: Member): PostingPermission[] {
  const held = permissionsIn(server, channel, bot);
  const all = Object.keys(postingPermissions) as PostingPermission[];
  return all.filter((permission) => (held & postingPermissions[permission]) === 0n);
}

/** Whether every member of the server sees the channel. */
export function isPublic(server: Server, channel: TextChannel): boolean {
  const withoutRoles = { user: { id: '0' }, roles: [] };
  return (permissionsIn(server, channel, withoutRoles) & postingPermissions.viewChannel) !== 0n;
}

/** Permissions with which a member could harm the server or its members, or give themselves more. */
const DANGEROUS = [
  1n << 1n, // KICK_MEMBERS
  1n << 2n, // BAN_MEMBERS
  ADMINISTRATOR,
  1n << 4n, // MANAGE_CHANNELS
  MANAGE_GUILD,
  1n << 13n, // MANAGE_MESSAGES
  1n << 17n, // MENTION_EVERYONE
  1n << 27n, // MANAGE_NICKNAMES
  1n << 28n, // MANAGE_ROLES
  1n << 29n, // MANAGE_WEBHOOKS
  1n << 30n, // MANAGE_GUILD_EXPRESSIONS
  1n << 33n, // MANAGE_EVENTS
  1n << 34n, // MANAGE_THREADS
  1n << 40n, // MODERATE_MEMBERS
].reduce((sum, bit) => sum | bit, 0n);

export const manageRoles = 1n << 28n;

/** Why the bot does not give a role; null when it may. */
export type RoleProblem = 'missing' | 'everyone' | 'managed' | 'dangerous' | 'above_bot' | 'bot_lacks_permission';

/** `roles` are all of the server, `botRoles` the ids of the bot's own. */
export function roleProblem(
  { serverId, roles, botRoles }: { serverId: string; roles: ServerRole[]; botRoles: string[] },
  roleId: string,
): RoleProblem | null {
  const role = roles.find(({ id }) => id === roleId);
  if (!role) return 'missing';
  if (role.id === serverId) return 'everyone';
  if (role.managed) return 'managed';
  if ((role.permissions & DANGEROUS) !== 0n) return 'dangerous';
  const own = roles.filter(({ id }) => id === serverId || botRoles.includes(id));
  const held = own.reduce((sum, { permissions }) => sum | permissions, 0n);
  if ((held & (manageRoles | ADMINISTRATOR)) === 0n) return 'bot_lacks_permission';
  return own.some((mine) => stands(mine, role)) ? null : 'above_bot';
}

const stands = (above: ServerRole, below: ServerRole) =>
  above.position > below.position || (above.position === below.position && BigInt(above.id) < BigInt(below.id));
