/** Reserves on the post of an event: how many people have some, and never which. */
import type { ChatMessage } from '@guildhall/simulator/world-messages.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { freshBot } from '../../../test/chat.ts';
import { type DiscordGuild, discordGuild, messageIn, minuteLater, planEvent } from '../../../test/discord-guild.ts';
import { done, type Member } from '../../../test/events.ts';
import { eventually } from '../../../test/guild.ts';

const [BLADE, HELM] = [19_346, 16_963];

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app[Symbol.asyncDispose]());
afterEach(() => {
  app.simulator.faults.clear();
  freshBot(app);
});

const open = ({ officer }: DiscordGuild, id: string, rules: object = {}) =>
  done(officer.call('PUT', `/events/${id}/reserves`, { ...rules }));
const reserve = (who: Member, id: string, ...items: number[]) =>
  done(who.call('PUT', `/events/${id}/reserves/mine`, { reserves: items.map((itemId) => ({ itemId })) }));
const comes = (who: Member, id: string) =>
  done(who.call('PUT', `/events/${id}/signup`, { characterId: who.characterId, roleKey: 'tank' }));
const reserves = ({ embeds }: ChatMessage) =>
  embeds[0]?.description?.split('\n').find((line) => line.startsWith('Reserves'));

test('a post counts the raiders who have reserved, with hidden ones, until it says that reserves are locked', async () => {
  const guild = await discordGuild(app, { size: 2 });
  const [first, second] = guild.members as [Member, Member];
  const { id, startsAt } = await planEvent(guild);
  await messageIn(app, guild.channelId, (message) => expect(reserves(message)).toBeUndefined());
  await open(guild, id, { seenBy: 'nobody' });
  const until = `open until <t:${Date.parse(startsAt) / 1_000}:f>`;
  await messageIn(app, guild.channelId, (message) =>
    expect(reserves(message)).toBe(`Reserves: 0 of 0 raiders · ${until}`),
  );
  await comes(first, id);
  await reserve(first, id, BLADE, HELM);
  await messageIn(app, guild.channelId, (message) =>
    expect(reserves(message)).toBe(`Reserves: 1 of 1 raider · ${until}`),
  );
  await reserve(second, id, BLADE);
  const shown = await messageIn(app, guild.channelId, (message) =>
    expect(reserves(message)).toBe(`Reserves: 1 of 1 raider · 1 more is not signed up · ${until}`),
  );
  expect(JSON.stringify(shown)).not.toMatch(/19346|16963/);

  // The lock comes without a change, and with no message of its own.
  await eventually(async () =>
    expect(
      await app.ctx.sql('select from event_post where channel_id = $1 and shown = wanted', [guild.channelId]),
    ).toHaveLength(1),
  );
  await app.ctx.sql(`update event_post set shown_at = now() - interval '1 hour' where event_id = $1`, [id]);
  await app.ctx.sql(`update reserve_sheet set locks_minutes = 48 * 60 + 10 where event_id = $1`, [id]);
  await minuteLater(app);
  await messageIn(app, guild.channelId, (message) =>
    expect(reserves(message)).toBe('Reserves: 1 of 1 raider · 1 more is not signed up · locked'),
  );
  await done(guild.officer.call('POST', `/events/${id}/cancel`, {}));
  await messageIn(app, guild.channelId, (message) => expect(reserves(message)).toBeUndefined());
});

test('E-14: a rush of reserves causes one edit every few seconds, and the last edit counts all', async () => {
  const guild = await discordGuild(app, { size: 20 });
  const { id } = await planEvent(guild);
  await open(guild, id);
  const { id: messageId } = await messageIn(app, guild.channelId, (message) => expect(reserves(message)).toBeDefined());
  const started = Date.now();
  for (let first = 0; first < 20; first += 4) {
    await Promise.all(guild.members.slice(first, first + 4).map((who) => reserve(who, id, BLADE)));
  }
  await messageIn(app, guild.channelId, (message) =>
    expect(reserves(message)).toMatch(/^Reserves: 0 of 0 raiders · 20 more are not signed up/),
  );
  const seconds = (Date.now() - started) / 1_000;
  expect(app.simulator.world.chat.edits(messageId).length).toBeLessThanOrEqual(2 + seconds / 3);
});
