/** The rules of line-ups survive every sequence of changes by two officers, right and wrong. */
import type { EventView } from '@guildhall/contracts/event.ts';
import type { LineupView } from '@guildhall/contracts/lineup.ts';
import type { ParticipationView } from '@guildhall/contracts/participation.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { done, eventGuild, inHours, type Member } from '../../../test/events.ts';

/** Seven raiders of the guild, and one of another. */
const PEOPLE = 7;
const PLACES = 5;

const placeOf = fc.record({
  who: fc.nat({ max: PEOPLE }),
  role: fc.constantFrom('tank', 'healer', 'melee', 'ranged'),
  group: fc.constantFrom(1, 1, 2, 9, null),
  slot: fc.constantFrom(1, 2, 3, 4, 5, 6, null),
});
const benched = fc.record({
  who: fc.nat({ max: PEOPLE - 1 }),
  role: fc.constant('melee'),
  group: fc.constant(null),
  slot: fc.constant(null),
});
/** As a page sends it: each raider and each slot once. */
const tidy = fc
  .shuffledSubarray([...Array(PEOPLE).keys()])
  .map((people) =>
    people.map((who, index) => ({ who, role: 'healer', group: Math.floor(index / 5) + 1, slot: (index % 5) + 1 })),
  );
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      boss: fc.nat({ max: 1 }),
      stale: fc.boolean(),
      places: tidy,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      boss: fc.nat({ max: 1 }),
      stale: fc.constant(false),
      places: fc.array(fc.oneof(placeOf, benched), { maxLength: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('publish' as const), boss: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('copy' as const), boss: fc.nat({ max: 1 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      who: fc.nat({ max: PEOPLE - 1 }),
      status: fc.constantFrom('declined', 'signed_up'),
    }),
  },
);

const EXPECTED = ['invalid_input', 'lineup_place_refused', 'lineup_too_large', 'changed_meanwhile'];

test('random line-ups never break a rule', async () => {
  await using app = await testApp({ roles: ['web'] });
  const guild = await eventGuild(app, PEOPLE);
  const other = await eventGuild(app, 1);
  await app.ctx.sql(`insert into journal_expansion (id) values (1)`);
  await app.ctx.sql(`insert into journal_instance (id, expansion_id, category) values (10, 1, 'dungeon')`);
  await app.ctx.sql(`insert into journal_encounter (id, instance_id, position) values (101, 10, 1)`);
  const { officer, members } = guild;
  const plan = ({ officer: by, id }: typeof guild) =>
    done<EventView>(
      by.call('POST', `/organizations/${id}/events`, {
        ...{ title: 'Keys', type: 'dungeon', scope: 'guild', startsAt: inHours(48), durationMinutes: 60 },
        journalInstanceId: 10,
      }),
    );
  const signUp = async (event: EventView, { call, characterId }: Member) =>
    (await done<ParticipationView>(call('PUT', `/events/${event.id}/signup`, { characterId }))).raider.id;
  const foreign = await signUp(await plan(other), other.members[0] as Member);

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const event = await plan(guild);
      const raiders: string[] = [];
      for (const member of members) raiders.push(await signUp(event, member));
      const address = (boss: number) => `/events/${event.id}/lineups/${boss === 0 ? 'all' : 101}`;
      const read = (boss: number, { call }: Member) => done<LineupView>(call('GET', address(boss)));
      /** Members have to see this. */
      const published: LineupView['places'][] = [[], []];
      for (const each of steps) {
        if (each.kind === 'answer') {
          const member = members[each.who] as Member;
          const { characterId } = member;
          await done(member.call('PUT', `/events/${event.id}/signup`, { status: each.status, characterId }));
          continue;
        }
        const before = await read(each.boss, officer);
        const send = () => {
          const { version } = before;
          if (each.kind === 'publish') return officer.call('POST', `${address(each.boss)}/publish`, { version });
          if (each.kind === 'copy') {
            const body = { to: each.boss === 0 ? 'all' : '101', version };
            return officer.call('POST', `${address(1 - each.boss)}/copy`, body);
          }
          const places = each.places.map(({ who, ...place }) => ({ raiderId: raiders[who] ?? foreign, ...place }));
          return officer.call('PUT', address(each.boss), { version: each.stale ? version + 1 : version, places });
        };
        const { status, body } = await send();
        const after = await read(each.boss, officer);
        if (status !== 200) {
          expect(EXPECTED).toContain(body.reason);
          expect(after).toEqual(before);
        } else if (each.kind === 'save') {
          const named = each.places.map(({ who, group, slot }) => [raiders[who], group, slot]).toSorted();
          const kept = after.places.map(({ raider, group, slot }) => [raider.id, group, slot]).toSorted();
          if (after.own) expect(kept).toEqual(named);
          else expect(named).toEqual([]);
        }
        if (status === 200 && each.kind === 'publish') published[each.boss] = after.own ? after.places : [];

        for (const boss of [0, 1]) {
          for (const { places, size } of [await read(boss, officer), await read(boss, members[0] as Member)]) {
            expect(size).toEqual({ min: PLACES, max: PLACES });
            expect(new Set(places.map(({ raider }) => raider.id)).size).toBe(places.length);
            expect(places.every(({ raider }) => raiders.includes(raider.id))).toBe(true);
            const taken = places.flatMap(({ group, slot }) => (group === null ? [] : [`${group}.${slot}`]));
            expect(new Set(taken).size).toBe(taken.length);
          }
          const seen = await read(boss, members[0] as Member);
          const own = published[boss] ?? [];
          const shown = own.length > 0 ? own : (published[0] ?? []);
          expect(seen.places.map(({ raider, group, slot }) => [raider.id, group, slot])).toEqual(
            shown.map(({ raider, group, slot }) => [raider.id, group, slot]),
          );
          expect(seen.places.filter(({ group }) => group !== null).length).toBeLessThanOrEqual(PLACES);
        }
      }
    }),
    { numRuns: 12 },
  );
});
