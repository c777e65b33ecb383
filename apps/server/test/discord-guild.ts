/** A guild whose events are posted in a channel of the simulated Discord. */
import type { DiscordBindingView } from '@guildhall/contracts/discord-posts.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import type { ChatMessage } from '@guildhall/simulator/world-messages.ts';
import { MESSAGE_TABLES } from '../src/discord/bindings/message-tables.ts';
import { findDiscordWork } from '../src/discord/event-posts/find-discord-work.ts';
import type { TestApp } from './app.ts';
import type { Call } from './caller.ts';
import { done, type EventGuild, eventGuild, inHours } from './events.ts';
import { patiently } from './guild.ts';

export type DiscordGuild = EventGuild & { binding: DiscordBindingView; channelId: string; serverId: string };

let channels = 0;

/** Each guild gets a channel of its own, in the same server if no other is named. */
export async function discordGuild(
  app: TestApp,
  {
    size = 1,
    settings = {},
    bound = {},
    server = 'lantern',
    connectedBy,
  }: { size?: number; settings?: object; bound?: object; server?: string; connectedBy?: string } = {},
): Promise<DiscordGuild> {
  const { chat } = app.simulator.world;
  const { id: serverId } = chat.server(server);
  const guild = await eventGuild(app, size, { chat: { serverId }, ...settings });
  await app.ctx.sql(`update role set permissions = '{canManageEvents,canManageGuild}' where organization_id = $1`, [
    guild.id,
  ]);
  await app.ctx.sql(
    `insert into chat_server_proof (organization_id, server_id, confirmed_by_id, confirmed_at, checked_at)
     values ($1, $2, $3, now(), now())`,
    [guild.id, serverId, connectedBy ?? guild.officer.userId],
  );
  channels += 1;
  const channelId = String(430_000_000_000_001_000n + BigInt(channels));
  chat.addChannel(server, channelId, `raids-${channels}`);
  const binding = await done<DiscordBindingView>(
    guild.officer.call('POST', `/organizations/${guild.id}/discord/bindings`, { channelId, ...bound }),
  );
  return { ...guild, binding, channelId, serverId };
}

/** The officer becomes a founder, and may archive the guild. */
export const founds = (app: TestApp, { id }: EventGuild) =>
  app.ctx.sql(
    `update role set is_founder = true, permissions = '{canManageEvents,canManageGuild,canManageRoles}' where organization_id = $1`,
    [id],
  );

export const planEvent = ({ id, officer }: { id: string; officer: { call: Call } }, input: object = {}) =>
  done<EventView>(
    officer.call('POST', `/guilds/${id}/events`, {
      title: 'Raid night',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48),
      durationMinutes: 60,
      slots: [{ roleKey: 'tank', max: 10 }],
      ...input,
    }),
  );

/** The one message of a channel, once there is one that passes the check. */
export function messageIn(
  app: TestApp,
  channelId: string,
  check: (message: ChatMessage) => void = () => {},
): Promise<ChatMessage> {
  return patiently(async () => {
    const messages = app.simulator.world.chat.messages(channelId);
    const [message] = messages;
    if (!message || messages.length > 1) throw new Error(`${messages.length} messages`);
    check(message);
    return message;
  });
}

/** The periodic work, as if a minute had passed: pauses of lanes are over. */
export async function minuteLater(app: TestApp): Promise<void> {
  await app.ctx.sql(`update discord_lane set resume_at = now() where resume_at > now()`);
  for (const table of MESSAGE_TABLES)
    await app.ctx.sql(`update ${table} set next_try_at = next_try_at - interval '1 minute'`);
  await app.ctx.sql(`update discord_binding set next_look_at = now() where next_look_at is not null`);
  await findDiscordWork(app.ctx);
}
