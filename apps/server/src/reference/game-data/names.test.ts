import type { EventView } from '@guildhall/contracts/event.ts';
import { specializationOf } from '@guildhall/simc/tokens.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { characterNamed, untilEnriched } from '../../../test/character.ts';
import { done, inHours } from '../../../test/events.ts';
import { bringIn, untilNoJobs } from '../../../test/guild.ts';
import { syncJournal } from '../../../test/journal.ts';
import { PLAYABLE } from './playable.ts';
import { referenceSyncJob } from './reference.jobs.ts';

/** The game calls some alike in both languages. */
const germanNames = (table: string) =>
  `update ${table} set names = names || jsonb_build_object('de_DE', 'Deutsch: ' || (names->>'en_US'))`;
const ENGLISH_SPECIALIZATIONS = `
  insert into specialization (id, class_id, names)
  select id, class_id, jsonb_build_object('en_US', name)
  from jsonb_to_recordset($1) as s (id int, class_id int, name text)
  on conflict (id) do update set names = excluded.names`;
const SPECIALIZATIONS = PLAYABLE.retail.specIds.flatMap((id) => {
  const known = specializationOf(id);
  return known ? [{ id, class_id: known.classId, name: known.name }] : [];
});

const KEYS = ['class', 'race', 'activeSpec', 'specialization', 'classes', 'races', 'specializations'];

/** The names of classes, races and specializations anywhere in an answer. */
function namesIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) => {
    const own = KEYS.includes(key) ? [value].flat().flatMap((one: { name?: string } | null) => one?.name ?? []) : [];
    return [...own, ...namesIn(value)];
  });
}

test('every answer names classes, races and specializations in the language of the request', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [10] }) });
  const { sql, cache } = app.ctx;
  const { client, guild } = await bringIn(app);
  await untilEnriched(app);
  await syncJournal(app);
  await untilNoJobs(app, referenceSyncJob.name);
  await sql(ENGLISH_SPECIALIZATIONS, [JSON.stringify(SPECIALIZATIONS)]);
  for (const table of ['playable_class', 'playable_race', 'specialization']) await sql(germanNames(table));
  cache.forget('reference-names');
  const call = callerOf(app, client.token);
  const { id } = await characterNamed(client, 'Ysolde');
  const raid = { title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 };
  const event = await done<EventView>(call('POST', `/guilds/${guild.id}/events`, raid));
  await done(call('PUT', `/events/${event.id}/signup`, { characterId: id }));
  const [expansion] = (await client.get('/game-data/expansions').expect(200)).body;

  const others = (names: string[]) => names.filter((name) => !name.startsWith('Deutsch: '));
  const ofGuild = ['members', 'crafters', 'audit', 'vault', 'encounters', 'attendance-stats', 'attendance-matrix'];
  const paths = [
    ...['', `/${id}`, `/${id}/active-build`, `/${id}/specializations`].map((path) => `/characters${path}`),
    '/characters/search?name=ysolde&realm=highmere',
    '/characters/battlenet-preview?gameVersion=retail',
    `/characters/reputations?expansionId=${expansion.id}`,
    ...ofGuild.map((path) => `/organizations/${guild.id}/${path}`),
    ...['composition', 'roster/all'].map((path) => `/organizations/${guild.id}/${path}`),
    `/organizations/${guild.id}/reputations?expansionId=${expansion.id}`,
    `/events/${event.id}/participations`,
  ];
  const named = async (path: string, locale: string) =>
    namesIn((await client.get(`${path}${path.includes('?') ? '&' : '?'}locale=${locale}`).expect(200)).body);
  for (const path of paths) {
    expect([path, others(await named(path, 'de_DE'))]).toEqual([path, []]);
    expect([path, others(await named(path, 'en_US'))]).not.toEqual([path, []]);
    await client.get(`${path}${path.includes('?') ? '&' : '?'}locale=xx_XX`).expect(400);
  }
  const [retail] = (await client.get('/characters/templates?locale=de_DE').expect(200)).body;
  // The catalogue of the simulator lacks two races.
  expect(others(namesIn(retail)).filter((name) => !/^Race \d+$/.test(name))).toEqual([]);

  await sql(`update playable_race set names = names - 'de_DE'`);
  cache.forget('reference-names');
  const { body } = await client.get(`/characters/${id}?locale=de_DE`).expect(200);
  const { body: english } = await client.get(`/characters/${id}`).expect(200);
  expect(body).toEqual({ ...english, class: body.class, activeSpec: body.activeSpec });
});
