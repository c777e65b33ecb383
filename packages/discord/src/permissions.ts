import type { ServerRole } from './roles.ts';
import type { Member, Server } from './schemas.ts';

const ADMINISTRATOR = 1n << 3n;
const MANAGE_GUILD = 1n << 5n;

/**
 * Whether the member manages the server: its owner, or somebody whose roles permit it. Roles add up, starting with
 * @everyone; channels may restrict other permissions, but not this one.
 */
export function managesServer(server: Server, member: Member): boolean {
  if (server.owner_id === member.user.id) return true;
  const held = server.roles
    .filter(({ id }) => id === server.id || member.roles.includes(id))
    .reduce((sum, { permissions }) => sum | permissions, 0n);
  return (held & (ADMINISTRATOR | MANAGE_GUILD)) !== 0n;
}

/** Permissions with which somebody could harm the server or its members, or give themselves more. */
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

const MANAGE_ROLES = 1n << 28n;

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
  if ((held & (MANAGE_ROLES | ADMINISTRATOR)) === 0n) return 'bot_lacks_permission';
  return own.some((mine) => stands(mine, role)) ? null : 'above_bot';
}

const stands = (above: ServerRole, below: ServerRole) =>
  above.position > below.position || (above.position === below.position && BigInt(above.id) < BigInt(below.id));
