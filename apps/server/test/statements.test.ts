/** How many statements a change sends, from finding out who asks to the commit: each is a round trip. */
import type { EventView } from '@guildhall/contracts/event.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from './app.ts';
import { done, type EventGuild, eventGuild, inHours, type Member } from './events.ts';
import { anyPicture } from './pictures.ts';

let app: TestApp;
let guild: EventGuild;
let eventId: string;
beforeAll(async () => {
  app = await testApp({ roles: ['web'], environment: { MODERATION: 'off' } });
  guild = await eventGuild(app, 2);
  const slots = [{ roleKey: 'healer', max: 5 }];
  const raid = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60, slots };
  eventId = (await done<EventView>(guild.officer.call('POST', `/guilds/${guild.id}/events`, raid))).id;
});
afterAll(() => app[Symbol.asyncDispose]());

/** Statements that other parts of the process send now and then. */
const BESIDE = /pg_notify|pgboss|rate_limit|session where id = any|pg_listening_channels|select 1"/;

async function statementsOf(act: () => Promise<number>): Promise<number> {
  const connection = await app.ctx.database.pool.connect();
  const everyConnection = Object.getPrototypeOf(connection);
  connection.release();
  const query = vi.spyOn(everyConnection, 'query');
  try {
    expect(await act()).toBe(200);
    const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked) ?? '').filter((text) => !BESIDE.test(text));
    return texts.length;
  } finally {
    query.mockRestore();
  }
}

async function upload({ token }: Member, path: string): Promise<number> {
  const picture = await anyPicture();
  const sent = app.http.post(`/api/v1${path}`).auth(token, { type: 'bearer' }).attach('image', picture, 'a.png');
  return (await sent).status;
}

const changes: [name: string, most: number, act: () => Promise<number>][] = [
  [
    'a sign-up',
    11,
    async () => {
      const [member] = guild.members;
      const answer = { characterId: member?.characterId, roleKey: 'healer', note: 'Late' };
      return (await member?.call('PUT', `/events/${eventId}/signup`, answer))?.status ?? 0;
    },
  ],
  ['a picture of an event', 13, () => upload(guild.officer, `/events/${eventId}/image`)],
  ['an avatar', 9, () => upload(guild.officer, '/auth/me/avatar')],
];

test.each(changes)('%s takes at most %i statements', async (_, most, act) => {
  // The first one and a later one, which replaces it.
  const counts = [await statementsOf(act), await statementsOf(act)];
  expect(Math.max(...counts), counts.join()).toBeLessThanOrEqual(most);
  expect(Math.min(...counts)).toBeGreaterThan(most / 2);
});
