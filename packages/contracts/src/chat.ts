/** The chat server of an organization: `settings.chat.serverId` and `settings.chat.inviteChannelId`. */
import { z } from 'zod';
import { OrganizationRef } from './primitives.ts';

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
