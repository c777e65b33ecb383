import { Snowflake } from '@guildhall/contracts/chat.ts';
import { z } from 'zod';

const Settings = z.object({
  chat: z.object({ serverId: Snowflake.nullable().catch(null), inviteChannelId: Snowflake.nullable().catch(null) }),
});

export type ChatSettings = z.infer<typeof Settings>['chat'];

/** Reads the chat server out of an organization's settings. Ignores values that are not ids. */
export function chatSettings(settings: unknown): ChatSettings {
  const parsed = Settings.safeParse(settings);
  return parsed.success ? parsed.data.chat : { serverId: null, inviteChannelId: null };
}
