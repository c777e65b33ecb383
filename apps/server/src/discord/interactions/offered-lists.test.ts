/** Every list that Discord offers: no two entries read alike, what is chosen is used, and what has no room can be typed. */

import { distinctNames, reading } from '@guildhall/contracts/distinct-names.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { connectServer, linkAccount } from '../../../test/discord.ts';
import { createCharacter, type EventGuild, eventGuild, type Member } from '../../../test/events.ts';
import { registerCommands } from './commands.ts';

let app: TestApp;
let guild: EventGuild;
let second: EventGuild;
let pell: Member;

const NIGHTS = 140;

beforeAll(async () => {
  app = await testApp();
  const { sql } = app.ctx;
  guild = await eventGuild(app, 3, { timeZone: 'Europe/Berlin' });
  second = await eventGuild(app, 0);
  [pell] = guild.members as [Member];
  for (const one of [guild, second]) await connectServer(app, one.id, one.officer.userId);
  await linkAccount(app, pell, 'pell');
  await sql('insert into membership (organization_id, user_id) values ($1, $2)', [second.id, pell.userId]);
  await sql(
    `update role set permissions = '{canManageEvents,canViewOfficerData,canManageRoster}' where organization_id = $1`,
    [guild.id],
  );
  await sql(
    'insert into role_holder (organization_id, role_id, user_id) select $1, id, $2 from role where organization_id = $1',
    [guild.id, pell.userId],
  );
  await registerCommands(app.config, { checkOnly: false });
  // A weekly series, all of one name; two on one evening, and one a year later at the same hour.
  await sql(
    `insert into event (organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone, published_at)
     select $1, 'Raid night', 'raid', 'guild', 'published', at, at + interval '3 hours',
       to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'UTC', now()
     from (select date_trunc('hour', now()) + n * interval '3 days' as at from generate_series(1, $2::int) n
       union all select date_trunc('hour', now()) + interval '3 days'
       union all select date_trunc('hour', now()) + interval '3 days' + interval '364 days') t`,
    [guild.id, NIGHTS],
  );
  await sql(`update app_user set display_name = 'Brynhild'`);
  for (let count = 0; count < 4; count += 1) await createCharacter(app, pell.userId);
  await sql(
    `update character set name = 'Ysolde', realm_slug = (array['stormvale', 'thornwall', 'lantern', 'ember', 'hollow'])[n]
     from (select id as one, row_number() over (order by id) as n from character where user_id = $1) t where id = one`,
    [pell.userId],
  );
  await sql(`insert into raider (organization_id, name) select $1, 'brynhild ' from generate_series(1, 3)`, [guild.id]);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => app.ctx.sql('delete from rate_limit'));

const discord = () => app.simulator.discord;
const complete = async (command: string, option: string, given: Record<string, string>) =>
  (await discord().autocomplete('pell', command, option, { guild: guild.id, ...given })).choices.map(
    ({ name, value }) => ({ name, value: String(value) }),
  );

function expectDistinct(labels: string[]): void {
  expect(labels.length).toBeGreaterThan(1);
  expect(new Set(labels.map(reading)).size, labels.join('\n')).toBe(labels.length);
  for (const label of labels) expect(label.length).toBeGreaterThan(0);
}

test('any names become names that read differently, within the limit and in their order', () => {
  const name = fc.oneof(
    fc.constantFrom('Raid', 'raid ', 'RAID', 'Raid (1/2)', 'Raid · a', '', 'x'.repeat(200), `${'x'.repeat(99)}y`),
    fc.string({ unit: 'grapheme' }),
  );
  const detail = fc.option(fc.constantFrom('a', 'b', 'A', 'z'.repeat(150)));
  const named = fc.record({ name, details: fc.array(detail, { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(named, { maxLength: 30 }), fc.constantFrom(80, 100), (list, longest) => {
      const labels = distinctNames(list, longest);
      expect(labels).toHaveLength(list.length);
      expect(new Set(labels.map(reading)).size).toBe(list.length);
      for (const label of labels) expect(label.length).toBeLessThanOrEqual(longest);
    }),
    { numRuns: 500 },
  );
});

test('completions of every option read differently, and what is chosen is what is used', async () => {
  const events = await complete('signup', 'name', { name: 'raid' });
  expect(events).toHaveLength(25);
  expectDistinct(events.map(({ name }) => name));
  const last = events.at(-1)?.value ?? '';
  const characters = await complete('signup', 'character', { name: last, character: 'ysol' });
  expectDistinct(characters.map(({ name }) => name));
  const chosen = characters[3]?.value ?? '';
  await discord().command('pell', 'signup', { guild: guild.id, name: last, character: chosen });
  expect(await app.ctx.sql('select event_id as event, character_id as character from participation')).toEqual([
    { event: last, character: chosen },
  ]);
  const byRealm = await complete('signup', 'character', { name: last, character: 'ysolde thornwall' });
  expect(byRealm).toHaveLength(1);

  expectDistinct((await complete('attendance', 'member', { member: 'bryn' })).map(({ name }) => name));
  const guilds = (await discord().autocomplete('pell', 'events', 'guild', { guild: '' })).choices;
  expectDistinct(guilds.map(({ name }) => name));
  expect(guilds.map(({ value }) => value).toSorted()).toEqual([guild.id, second.id].toSorted());
  // A name of two guilds names neither.
  const asked = await discord().command('pell', 'events', { guild: 'Guild' });
  expect(asked.content).toContain('Several guilds');
});

test('an event that has no room in a list is found by its day and hour', async () => {
  const all = await app.ctx.sql<{ id: string; day: string }>(
    `select id, to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') as day from event order by starts_at`,
  );
  for (const { id, day } of [all[30], all[105], all.at(-1)].filter((one) => one !== undefined)) {
    const found = await complete('event', 'name', { name: `raid night ${day}` });
    expect(found.map(({ value }) => value)).toContain(id);
  }
});

test('buttons of events and the select of characters read differently', async () => {
  const list = await discord().command('pell', 'events', { guild: guild.id });
  const labelsOf = (seen: typeof list) =>
    seen.components.flatMap(({ components }) =>
      (components ?? []).map((one) => String((one as { label?: string }).label)),
    );
  expectDistinct(labelsOf(list));
  const which = await discord().command('pell', 'signup', { guild: guild.id, name: 'raid night' });
  expect(which.content).toBe('Which one do you mean?');
  expectDistinct(labelsOf(which));
  const { custom_id: opens = '' } = which.components[2]?.components?.[1] ?? {};
  expect((await discord().press('pell', opens)).content).toContain('Raid night');

  await app.ctx.sql('delete from participation');
  await app.ctx.sql('update character set is_main = false');
  const [event] = await complete('signup', 'name', { name: 'raid' });
  const select = await discord().command('pell', 'signup', { guild: guild.id, name: event?.value ?? '' });
  const options = select.components.flatMap(({ components }) =>
    (components ?? []).flatMap((one) => (one as { options?: { label: string }[] }).options ?? []),
  );
  expectDistinct(options.map(({ label }) => label));
});
