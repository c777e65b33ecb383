/** Odd texts, as long as people can write them, through the answers on Discord and the messages of webhooks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../src/core/uuid.ts';
import { registerCommands } from '../src/discord/interactions/commands.ts';
import { customId } from '../src/guilds/chat/custom-id.ts';
import { type DeliveryRow, renderMessage } from '../src/webhooks/render-message.ts';
import { findEndpoint } from '../src/webhooks/webhook.access.ts';
import { type TestApp, testApp } from './app.ts';
import { connectServer, linkAccount } from './discord.ts';
import { planEvent } from './discord-guild.ts';
import { createCharacter, done, inHours } from './events.ts';
import { oddTexts } from './odd-texts.ts';
import { type Club, foundClub } from './standalone.ts';

let app: TestApp;
let club: Club;
let characterId: string;
let eventId: string;
let postId: string;
let endpointId: string;

beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { WEBHOOK_ALLOW: 'http://127.0.0.1:9' } });
  club = await foundClub(app);
  const { founder, id } = club;
  characterId = await createCharacter(app, founder.userId);
  await connectServer(app, id, founder.userId);
  await linkAccount(app, founder, 'pell');
  await registerCommands(app.config, { checkOnly: false });
  const at = (hours: number) => planEvent({ id, officer: founder }, { startsAt: inHours(hours) });
  eventId = (await at(24)).id;
  for (let number = 2; number < 12; number += 1) await at(24 * number);
  await done(founder.call('PUT', `/events/${eventId}/signup`, { characterId, roleKey: 'tank' }));
  await done(founder.call('PUT', `/events/${eventId}/reserves`, {}));
  await done(founder.call('PUT', `/events/${eventId}/reserves/mine`, { reserves: [{ itemId: 19_346 }] }));
  const post = { title: 'News', body: 'B', visibility: 'public' };
  postId = (await done<{ id: string }>(founder.call('POST', `/organizations/${id}/posts`, post))).id;
  const hook = { name: 'A', address: 'http://127.0.0.1:9/', permissions: ['canManageEvents', 'canViewOfficerData'] };
  const made = await done<{ webhook: { id: string } }>(founder.call('POST', `/organizations/${id}/webhooks`, hook));
  endpointId = made.webhook.id;
});
afterAll(() => app[Symbol.asyncDispose]());

/** Writes as much of the text as the contract of the field admits; another text when it admits none of it. */
async function write(method: string, path: string, field: string, text: string, longest: number, rest = {}) {
  const { founder } = club;
  const cut = text.slice(0, longest).toWellFormed();
  const visible = cut.replaceAll(/\p{C}|(?<=\p{M}{6})\p{M}/gu, '.');
  let refusal: unknown;
  for (const value of [cut, visible, `a${visible.slice(2)}b`]) {
    const { status, body } = await founder.call(method, path, { ...rest, [field]: value });
    if (status < 300) return;
    refusal = JSON.stringify(body);
  }
  throw new Error(`${path} admits no ${field}: ${refusal}`);
}

const withinBytes = (text: string, most: number) =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, most), { stream: true });

/** A page of events whose titles are all the longest. */
const ALIKE = 'update event set title = (select title from event where id = $1)';

const MOST_BYTES = 21_000;
/** Discord's own limit of an answer. */
const LONGEST_ANSWER = 2_000;

test.each(oddTexts(20_000))(
  'I-12: answers on Discord and messages of webhooks stay valid when people write %s everywhere',
  async (_, text) => {
    const { ctx } = app;
    await ctx.sql('delete from rate_limit');
    await write('PATCH', '/auth/me', 'displayName', text, 40);
    await write('PATCH', `/organizations/${club.id}`, 'name', text, 60);
    const { version } = await done<{ version: number }>(club.founder.call('GET', `/posts/${postId}`));
    await write('PATCH', `/posts/${postId}`, 'title', text, 150, { body: withinBytes(text, 20_000), version });
    await write('PATCH', `/events/${eventId}`, 'title', text, 120, { description: text.slice(0, 10_000) });
    await write('PUT', `/events/${eventId}/signup`, 'note', text, 200, { characterId, roleKey: 'tank' });
    await ctx.sql(ALIKE, [eventId]);
    const { discord } = app.simulator;
    const seen = [
      await discord.command('pell', 'events'),
      await discord.command('pell', 'event'),
      await discord.command('pell', 'event', { name: text.slice(0, 100) }),
      await discord.command('pell', 'absence', { from: inHours(900).slice(0, 10), note: text.slice(0, 200) }),
      await discord.press('pell', customId.mine(eventId)),
      await discord.press('pell', customId.event(eventId)),
      await discord.press('pell', customId.late(eventId)),
      await discord.autocomplete('pell', 'signup', 'name', { name: '' }),
      await discord.command('pell', 'reserve'),
      await discord.command('pell', 'reserve', { name: text.slice(0, 100), item: text.slice(0, 100) }),
      await discord.command('pell', 'wish', { item: text.slice(0, 100) }),
    ];
    for (const { kind, problem, content } of seen) {
      expect([kind, problem]).toEqual([expect.stringMatching(/^(message|modal|choices)$/), null]);
      expect(content.length).toBeLessThanOrEqual(LONGEST_ANSWER);
      expect(content.isWellFormed()).toBe(true);
    }
    const endpoint = await findEndpoint(ctx.sql, endpointId);
    if (!endpoint) throw new Error('The webhook is gone');
    const subjects = [
      ['event.changed', eventId],
      ['participation.changed', eventId],
      ['post.changed', postId],
      ['membership.changed', club.founder.userId],
    ] as const;
    for (const [type, subjectId] of subjects) {
      const happenedAt = new Date().toISOString();
      const delivery: DeliveryRow = {
        id: uuidv7(),
        type,
        seq: 1,
        subjectId,
        audience: 'members',
        happenedAt,
        attempt: 1,
        refusals: 0,
      };
      const message = JSON.stringify(await renderMessage(ctx, endpoint, delivery));
      expect(message).toContain(subjectId);
      expect(message).not.toContain('"deleted"');
      expect(Buffer.byteLength(message)).toBeLessThan(MOST_BYTES);
    }
  },
);
