import type { Member, Server } from './schemas.ts';

const ADMINISTRATOR = 1n << 3n;
const MANAGE_GUILD = 1n << 5n;

/**
 * Whether the member runs the server: its owner, or somebody whose roles allow to manage it. Roles add up, beginning
 * with the one of everybody; channels may restrict, but not this.
 */
export function managesServer(server: Server, member: Member): boolean {
  if (server.owner_id === member.user.id) return true;
  const held = server.roles
    .filter(({ id }) => id === server.id || member.roles.includes(id))
    .reduce((sum, { permissions }) => sum | permissions, 0n);
  return (held & (ADMINISTRATOR | MANAGE_GUILD)) !== 0n;
}
