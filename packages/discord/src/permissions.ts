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
