/** For any history, statistics, explanations and trends agree with a slow, plain recomputation. */
import type { AttendanceTrendsView, MemberAttendance } from '@guildhall/contracts/attendance.ts';
import { Attendance, EventType, ParticipationStatus } from '@guildhall/contracts/event.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { createCharacter, done, eventGuild, type Member } from '../../../test/events.ts';
import { type PlainHistory, plainBucket, plainNumbers, plainRows } from '../../../test/plain-attendance.ts';
import { uuidv7 } from '../../core/uuid.ts';

const PEOPLE = 4;
const EVENTS = 14;
/** Seven weeks; the current week stays empty. */
const HOURS = 7 * 7 * 24 - 1;

const hour = fc.nat({ max: HOURS });
const person = fc.nat({ max: PEOPLE - 1 });

const event = fc.record({
  type: fc.constantFrom(...EventType.options.slice(0, 2)),
  status: fc.constantFrom('completed', 'completed', 'completed', 'completed', 'cancelled', 'published'),
  counts: fc.constantFrom(true, true, true, true, false),
  start: hour,
  closes: fc.constantFrom(0, 0, 12, 48),
  /** Negative too: officers may enter past raids. */
  lead: fc.constantFrom(300, 24, -5),
  /** Hours as a draft before members can see it. */
  hidden: fc.constantFrom(null, 0, 20, 290),
});
const answer = fc.record({
  person,
  event: fc.nat({ max: EVENTS - 1 }),
  status: fc.constantFrom(...ParticipationStatus.options),
  lead: fc.constantFrom(100, 48, 13, 12, 5, 0),
  removed: fc.constantFrom(false, false, true),
  attendance: fc.constantFrom(null, null, ...Attendance.options),
});
const absence = fc.record({
  person,
  from: hour,
  length: fc.constantFrom(24, 72, 400),
  lead: fc.constantFrom(50, 0, -100),
  elsewhere: fc.constantFrom(false, false, true),
});
/** Joined, possibly left, possibly returned. */
const membership = fc
  .uniqueArray(fc.integer({ min: -100, max: HOURS }), { minLength: 1, maxLength: 3 })
  .map((times) => times.toSorted((a, b) => a - b))
  .map(([first = 0, left, back]): [number, number | null][] =>
    left === undefined
      ? [[first, null]]
      : back === undefined
        ? [[first, left]]
        : [
            [first, left],
            [back, null],
          ],
  );
const policy = fc.record({
  late: fc.constantFrom(100, 75, 33),
  benched: fc.constantFrom(100, 50, 0),
  countDeclined: fc.boolean(),
  tooFew: fc.constantFrom(1, 4, 9),
});

const history: fc.Arbitrary<PlainHistory> = fc
  .record({
    events: fc.array(event, { minLength: 0, maxLength: EVENTS }),
    memberships: fc.array(membership, { minLength: PEOPLE, maxLength: PEOPLE }),
    answers: fc.uniqueArray(answer, {
      selector: (given) => `${given.person} ${given.event}`,
      maxLength: PEOPLE * EVENTS,
    }),
    absences: fc.array(absence, { maxLength: 5 }),
    policies: fc.tuple(fc.array(policy, { maxLength: 3 }), fc.uniqueArray(hour, { minLength: 3, maxLength: 3 })),
  })
  .map(({ events, memberships, answers, absences, policies: [rules, times] }) => ({
    events: events.map(({ lead, hidden, start, ...rest }) => ({
      ...rest,
      id: uuidv7(),
      start,
      entered: start - lead,
      published: hidden === null ? null : start - lead + hidden,
    })),
    memberships,
    answers: answers.flatMap(({ lead, removed, ...rest }) => {
      const start = events[rest.event]?.start;
      return start === undefined
        ? []
        : [{ ...rest, removed: removed && rest.status === 'declined', since: start - lead }];
    }),
    absences: absences.map(({ from, length, lead, ...rest }) => ({
      ...rest,
      from,
      to: from + length,
      entered: from - lead,
    })),
    policies: rules.map((rule, index) => ({
      ...rule,
      from: index === 0 ? Number.NEGATIVE_INFINITY : (times.toSorted((a, b) => a - b)[index] ?? 0),
    })),
  }));

/** Monday, 00:00 UTC, seven weeks ago. */
function firstHour(): number {
  const today = new Date();
  const monday = Date.UTC(
    today.getUTCFullYear(),
    today.getUTCMonth(),
    today.getUTCDate() - ((today.getUTCDay() + 6) % 7),
  );
  return monday - 7 * 7 * 24 * 3600_000;
}

const START = firstHour();
const at = (hours: number) => new Date(START + hours * 3600_000).toISOString();

/** A guild with this history. Characters may change owners, because attendance belongs to people. */
async function live(app: TestApp, people: Member[], { events, ...history }: PlainHistory) {
  const { sql } = app.ctx;
  const guild = await eventGuild(app, 0);
  await sql(
    `insert into role_holder (organization_id, role_id, user_id) select $1, id, $2 from role where organization_id = $1 on conflict do nothing`,
    [guild.id, guild.officer.userId],
  );
  await sql(`update role set permissions = '{canViewOfficerData}' where organization_id = $1`, [guild.id]);
  const elsewhere = await eventGuild(app, 0);
  const idOf = (index: number) => people[index]?.userId ?? '';
  for (const { id, type, status, counts, start, closes, entered, published } of events) {
    await sql(
      `insert into event (id, organization_id, title, type, scope, status, starts_at, ends_at, local_start, time_zone,
         counts_for_attendance, signup_closes_minutes, created_at, published_at)
       values ($1, $2, 'Raid', $3, 'guild', $4, $5::timestamptz, $5::timestamptz + interval '1 hour', '', 'UTC', $6, $7, $8, $9)`,
      [
        id,
        guild.id,
        type,
        status,
        at(start),
        counts,
        closes === 0 ? null : closes * 60,
        at(entered),
        published === null ? null : at(published),
      ],
    );
  }
  for (const [index, spans] of history.memberships.entries()) {
    for (const [from, to] of spans) {
      await sql('insert into membership (organization_id, user_id, joined_at, left_at) values ($1, $2, $3, $4)', [
        guild.id,
        idOf(index),
        at(from),
        to === null ? null : at(to),
      ]);
    }
  }
  for (const [index, { person, event, status, since, removed, attendance }] of history.answers.entries()) {
    await sql(
      `insert into participation (event_id, user_id, character_id, role_key, roles, status, status_since, ticket, attendance, removed)
       values ($1, $2, $3, 'tank', '{tank}', $4, $5, $6, $7, $8)`,
      [
        events[event]?.id,
        idOf(person),
        people[index % PEOPLE]?.characterId,
        status,
        at(since),
        status === 'signed_up' || status === 'waitlist' ? index : null,
        attendance,
        removed,
      ],
    );
  }
  for (const { person, from, to, entered, elsewhere: isElsewhere } of history.absences) {
    await sql(
      `insert into absence (user_id, organization_id, from_day, to_day, time_zone, starts_at, ends_at, created_at)
       values ($1, $2, '2026-01-01', '2026-01-01', 'UTC', $3, $4, $5)`,
      [idOf(person), isElsewhere ? elsewhere.id : from % 2 ? guild.id : null, at(from), at(to), at(entered)],
    );
  }
  for (const [index, { from, late, benched, countDeclined, tooFew }] of history.policies.entries()) {
    await sql(
      `insert into attendance_policy (organization_id, version, valid_from, late_weight, benched_weight, count_declined, too_few_events)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [guild.id, index + 1, index === 0 ? null : at(from), late, benched, countDeclined, tooFew],
    );
  }
  return guild;
}

test('attendance matches a slow, plain recomputation on random histories', async () => {
  await using app = await testApp({ roles: ['web'] });
  const somewhere = await eventGuild(app, PEOPLE);
  const people = somewhere.members;
  for (const { userId } of people) await createCharacter(app, userId);
  const everything = [...Array(PEOPLE).keys()];

  await fc.assert(
    fc.asyncProperty(history, async (lived) => {
      await app.ctx.sql('delete from absence');
      const guild = await live(app, people, lived);
      const ask = <T>(path: string) => done<T>(guild.officer.call('GET', `/organizations/${guild.id}/${path}`));

      const stats = await ask<MemberAttendance[]>('attendance-stats');
      const isMember = (index: number) => lived.memberships[index]?.some(([, to]) => to === null) ?? false;
      expect(stats.map(({ user }) => user?.id).toSorted()).toEqual(
        [guild.officer.userId, ...everything.filter(isMember).map((index) => people[index]?.userId)].toSorted(),
      );
      for (const index of everything.filter(isMember)) {
        const found = stats.find(({ user }) => user?.id === people[index]?.userId);
        const { lastAttended, ...numbers } = plainNumbers(lived, index);
        expect(found).toMatchObject({ ...numbers, lastAttendedAt: lastAttended === null ? null : at(lastAttended) });

        const [explained] = await ask<MemberAttendance[]>(`attendance-stats?explain=${found?.user?.id}`);
        expect({ ...explained, rows: undefined }).toEqual(found);
        const rows = plainRows(lived, index).toReversed();
        expect(explained?.rows?.map(({ eventId, outcome, weight }) => [eventId, outcome, weight])).toEqual(
          rows.map(({ event, outcome, percent }) => [event.id, outcome, percent === null ? null : percent / 100]),
        );
      }

      const trends = await ask<AttendanceTrendsView>(`attendance-trends?since=${at(0)}`);
      expect(trends.buckets.map(({ start }) => start)).toEqual(everyWeek());
      for (const [week, bucket] of trends.buckets.entries()) {
        expect(bucket).toMatchObject(plainBucket(lived, week * 168, (week + 1) * 168));
      }
    }),
    { numRuns: 60 },
  );
});

const everyWeek = () => [...Array(8).keys()].map((week) => at(week * 168));
