/** The roles of a server: lists them, and gives and takes them one at a time. */
import { platformName } from '@guildhall/contracts/name.ts';
import { z } from 'zod';
import type { Ask } from './bot.ts';
import { DiscordError } from './errors.ts';
import { PermissionSet, Snowflake } from './schemas.ts';

/** GET /guilds/{id}/roles. A role stands above those with a lower position; ties are broken by the older id. */
export const ServerRole = z.object({
  id: Snowflake,
  name: platformName(),
  color: z.int().min(0).catch(0),
  position: z.int(),
  permissions: PermissionSet,
  managed: z.boolean(),
});
export type ServerRole = z.infer<typeof ServerRole>;

const Self = z.object({ id: Snowflake });

export type MemberRole = {
  serverId: string;
  userId: string;
  roleId: string /** For the server's log. */;
  reason: string;
};

export function roleCalls(ask: Ask) {
  let self: Promise<string> | undefined;

  function change(method: 'PUT' | 'DELETE', { serverId, userId, roleId, reason }: MemberRole, signal?: AbortSignal) {
    const [server, user, role] = [serverId, userId, roleId].map(encodeURIComponent);
    const path = `/guilds/${server}/members/${user}/roles/${role}`;
    // A refusal concerns a single role, so the other roles continue.
    const call = { method, path, reason, signal, restsAfterRefusal: false } as const;
    return ask(`${method} role ${serverId}`, call, z.undefined());
  }

  return {
    /** GET /guilds/{server}/roles, @everyone included. */
    roles: (serverId: string, signal?: AbortSignal): Promise<ServerRole[]> => {
      const path = `/guilds/${encodeURIComponent(serverId)}/roles`;
      return ask(`GET roles ${serverId}`, { path, signal }, z.array(ServerRole));
    },

    /** GET /users/@me: the id of the bot's own user, asked for once. */
    selfId: (signal?: AbortSignal): Promise<string> => {
      self ??= ask('GET self', { path: '/users/@me', signal }, Self).then(
        ({ id }) => id,
        (error: unknown) => {
          self = undefined;
          throw error;
        },
      );
      return self;
    },

    /** PUT /guilds/{server}/members/{user}/roles/{role}: leaves the member's other roles alone. */
    giveRole: async (role: MemberRole, signal?: AbortSignal): Promise<void> => {
      await change('PUT', role, signal);
    },

    /** DELETE of the same. Succeeds when the member does not have the role, or is gone. */
    takeRole: async (role: MemberRole, signal?: AbortSignal): Promise<void> => {
      await change('DELETE', role, signal).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
    },
  };
}

/** Whether Discord says that the member left or the account is deleted. A 404 of a proxy has no code and proves nothing. */
export const isGone = (error: unknown): boolean =>
  error instanceof DiscordError &&
  error.status === 404 &&
  (error.refusal === 'unknown_member' || error.refusal === 'unknown_user');
