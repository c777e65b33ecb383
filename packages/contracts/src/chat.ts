/** The chat server of an organization. Its settings name it: `settings.chat.serverId` and `settings.chat.inviteChannelId`. */
import { z } from 'zod';
import { Instant, OrganizationRef } from './primitives.ts';

/** Id of anything on the chat platform. Text, because it does not fit into a number. */
export const Snowflake = z
  .string()
  .regex(/^\d{17,20}$/, 'must be an id of the chat platform: 17 to 20 digits')
  .meta({ examples: ['420000000000000001'] });

export const ChatServerInput = z.object({ id: OrganizationRef });
export type ChatServerInput = z.infer<typeof ChatServerInput>;

export const InChatServerView = z
  .object({ inChatServer: z.boolean() })
  .meta({ id: 'InChatServer', examples: [{ inChatServer: true }] });
export type InChatServerView = z.infer<typeof InChatServerView>;

export const ServerInviteView = z
  .object({ inviteUrl: z.string() })
  .meta({ id: 'ServerInvite', examples: [{ inviteUrl: 'https://discord.gg/aB3x9Kd2' }] });
export type ServerInviteView = z.infer<typeof ServerInviteView>;

export const ConfirmChatServerInput = z.strictObject({
  id: OrganizationRef,
  serverId: Snowflake.meta({ description: 'The server to confirm, which must be the one in the settings' }),
});
export type ConfirmChatServerInput = z.infer<typeof ConfirmChatServerInput>;

export const ChatServerView = z
  .object({ serverId: z.string(), confirmedAt: Instant })
  .meta({ id: 'ChatServer', examples: [{ serverId: '420000000000000001', confirmedAt: '2026-11-20T20:00:00.000Z' }] });
export type ChatServerView = z.infer<typeof ChatServerView>;
