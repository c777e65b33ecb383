import { Snowflake } from '@guildhall/contracts/chat.ts';
import { z } from 'zod';

const Settings = z.object({
  chat: z.object({ serverId: Snowflake.nullable().catch(null), inviteChannelId: Snowflake.nullable().catch(null) }),
});

export type ChatSettings = z.infer<typeof Settings>['chat'];

/** What the settings of an organization say about its chat server. What is no id counts as nothing. */
export function chatSettings(settings: unknown): ChatSettings {
  const parsed = Settings.safeParse(settings);
  return parsed.success ? parsed.data.chat : { serverId: null, inviteChannelId: null };
}
