import { type Answer, jsonAnswer } from '../answer.ts';
import { discordError } from '../fault-answers.ts';
import type { SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import type { ChatServer } from '../world-chat.ts';
import { chatPermission } from '../world-chat-roles.ts';

/** The user of the service's bot. */
export const botUserId = '990000000000000001';

/** GET /guilds/{id}/roles. */
export function rolesAnswer(server: ChatServer): Answer {
  return jsonAnswer(200, roleObjects(server));
}

export function roleObjects({ roles }: ChatServer) {
  return roles.map(({ id, name, permissions, position, managed }) => ({
    id,
    name,
    color: 0,
    hoist: false,
    position,
    permissions: permissions.toString(),
    managed,
    mentionable: false,
  }));
}

/** GET /users/@me and GET /guilds/{id}/members/{bot}, as the bot. */
export const botUser = () => ({
  id: botUserId,
  username: 'guildhall',
  global_name: null,
  avatar: null,
  discriminator: '0',
  bot: true,
});

export const botMember = ({ botRoles }: ChatServer): Answer =>
  jsonAnswer(200, { user: botUser(), nick: null, roles: botRoles, joined_at: new Date(0).toISOString(), flags: 0 });

/** PUT or DELETE /guilds/{id}/members/{user}/roles/{role}. */
export function changeMemberRole(
  world: World,
  server: ChatServer,
  request: SimulatorRequest,
  { userId, roleId }: { userId: string; roleId: string },
): Answer {
  const gives = request.method === 'PUT';
  if (!world.discordAccounts.some(({ id }) => id === userId)) return discordError(404, 'Unknown User', 10_013);
  const member = server.members.get(userId);
  if (!member) return discordError(404, 'Unknown Member', 10_007);
  const role = server.roles.find(({ id }) => id === roleId);
  if (!role) return discordError(404, 'Unknown Role', 10_011);
  if (role.id === server.id || role.managed) return discordError(400, 'Invalid Role', 50_028);
  const own = server.roles.filter(({ id }) => id === server.id || server.botRoles.includes(id));
  const held = own.reduce((sum, { permissions }) => sum | permissions, 0n);
  const highest = Math.max(...own.map(({ position }) => position));
  if ((held & (chatPermission.manageRoles | chatPermission.administrator)) === 0n || role.position >= highest)
    return discordError(403, 'Missing Permissions', 50_013);
  member.roles = [...member.roles.filter((id) => id !== roleId), ...(gives ? [roleId] : [])];
  const told = request.headers['x-audit-log-reason'];
  const reason = typeof told === 'string' ? decodeURIComponent(told) : null;
  server.roleChanges.push({ change: gives ? 'given' : 'taken', userId, roleId, reason });
  return { status: 204, headers: {}, body: null };
}
