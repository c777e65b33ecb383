/** A player on Discord whose name no proof stands for: officers of the roster see that at the name, everywhere, and no others do. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import type { Call } from '../../../test/caller.ts';
import { connectServer } from '../../../test/discord.ts';
import { done, type EventGuild, eventGuild, inHours, moveBack } from '../../../test/events.ts';
import { customId } from '../../guilds/chat/custom-id.ts';

const ITEM = 16_914;
const NAME = 'Curlybill';
const ALL_BUT_ROSTER = 'canManageEvents,canManageLoot,canViewOfficerData,canViewRoster';

let app: TestApp;
let guild: EventGuild;
let officer: Call;
/** Everything but the roster. */
let planner: Call;
let member: Call;
let raider: string;
beforeAll(async () => {
  app = await testApp();
  guild = await eventGuild(app, 2);
  officer = guild.officer.call;
  const [first, second] = guild.members;
  if (!first || !second) throw new Error('Two members');
  planner = first.call;
  member = second.call;
  const role = `with made as (
      insert into role (organization_id, name, permissions) values ($1, $2, $3::text[]) returning id)
    insert into role_holder (organization_id, role_id, user_id) select $1, id, $4 from made`;
  await app.ctx.sql(role, [guild.id, 'Roster', `{canManageRoster,${ALL_BUT_ROSTER}}`, guild.officer.userId]);
  await app.ctx.sql(role, [guild.id, 'Planner', `{${ALL_BUT_ROSTER}}`, first.userId]);
  await app.ctx.sql(role, [guild.id, 'Plain', '{canViewRoster}', second.userId]);
  await connectServer(app, guild.id, guild.officer.userId);
  app.simulator.world.chat.join('lantern', 'pell');
  await app.ctx.sql(
    `update organization set settings = jsonb_set(settings, '{chat,withoutAccount}', '"anybody"') where id = $1`,
    [guild.id],
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const of = (path: string) => `/organizations/${guild.id}${path}`;
const create = async (more: object = {}) =>
  (
    await done<{ id: string }>(
      officer('POST', of('/events'), {
        ...{ title: 'Raid', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 120 },
        ...{ slots: [{ roleKey: 'healer', max: 5 }], ...more },
      }),
    )
  ).id;

async function answerOnDiscord(event: string): Promise<void> {
  const { discord } = app.simulator;
  const form = await discord.press('pell', customId.signUp(event, 'healer'));
  const asked = await discord.submit('pell', form, { name: NAME });
  const option = asked.components[0]?.components?.[0]?.options?.find(({ label }) => label === NAME);
  await discord.choose('pell', customId.who(event, 'signed_up', 'healer'), [option?.value ?? '']);
}

/** The marks of the raider in an answer, wherever it is in it. */
function marksIn(answer: unknown): unknown[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const own = 'id' in answer && answer.id === raider && 'kind' in answer ? [Reflect.get(answer, 'notProven')] : [];
  return [...own, ...Object.values(answer).flatMap(marksIn)];
}

async function shown(call: Call, ...asked: Parameters<Call>): Promise<unknown> {
  const { status, body } = await call(...asked);
  return status === 403 ? 'refused' : [...new Set(marksIn(body))];
}

/** The marks that the officer sees, one who does all but manage the roster, and a member. */
const seen = async (...asked: Parameters<Call>) => [
  asked[1],
  await shown(officer, ...asked),
  await shown(planner, ...asked),
  await shown(member, ...asked),
];
const TO_ALL = [expect.any(String), [true], [false], [false]];
const TO_OFFICERS = [expect.any(String), [true], [false], 'refused'];
/** A member sees what is about themselves. */
const NOT_OF_OTHERS = [expect.any(String), [true], [false], []];

test('B-06: that a name is not proven is told at the name to those who manage the roster, and to no others', async () => {
  const team = (await done<{ id: string }>(officer('POST', of('/teams'), { name: 'Thursday' }))).id;
  const [night, next] = [await create(), await create({ teamId: team, startsAt: inHours(60) })];
  await answerOnDiscord(night);
  const { participations } = await done<{ participations: { id: string; raider: { id: string } }[] }>(
    officer('GET', `/events/${night}/participations`),
  );
  raider = participations[0]?.raider.id ?? '';
  await done(officer('PATCH', `/events/${night}/participations/${participations[0]?.id}`, { note: 'Late' }));
  await done(officer('PUT', `/teams/${team}/members/${raider}`, { status: 'main' }));
  const places = [{ raiderId: raider, role: 'healer', group: 1, slot: 1 }];
  await done(officer('PUT', `/events/${night}/lineups/all`, { version: 0, places }));
  await done(officer('POST', `/events/${night}/lineups/all/publish`, { version: 1 }));
  await done(officer('PUT', `/events/${next}/reserves`, {}));
  await done(officer('PUT', `/events/${next}/reserves/others`, { raiderId: raider, reserves: [{ itemId: ITEM }] }));
  const wishes = [{ itemId: ITEM, track: 'heroic', comment: null }];
  await done(officer('PUT', `/raiders/${raider}/wishes`, { wishes }));
  const pool = (await done<{ id: string }>(officer('POST', of('/point-pools'), { name: 'Raid', kind: 'dkp' }))).id;
  const booking = { reason: 'Night', points: 5, raiderIds: [raider] };
  await done(officer('POST', `/point-pools/${pool}/entries`, booking));
  await awarded();

  for (const one of [
    await seen('GET', `/events/${night}/participations`),
    await seen('GET', `/events/${night}`),
    await seen('GET', of('/events')),
    await seen('GET', `/events/${night}/lineups/all`),
    await seen('GET', `/teams/${team}`),
    await seen('GET', `/events/${next}/reserves`),
    await seen('GET', of('/loot')),
    await seen('GET', of('/loot/filters')),
    await seen('GET', `/raiders/${raider}/loot`),
    await seen('GET', `/point-pools/${pool}/standings`),
    await seen('GET', `/point-pools/${pool}/entries`),
    await seen('GET', `/point-pools/${pool}/entries?raiderId=${raider}`),
    await seen('GET', of('/raiders')),
  ])
    expect(one).toEqual(TO_ALL);
  // Nor by a filter.
  expect((await seen('GET', of('/raiders?only=not_proven'))).slice(1)).toEqual([[true], [], []]);
  const others = (await done<{ id: string }>(officer('POST', of('/teams'), { name: 'Sunday' }))).id;
  const template = await done<{ id: string }>(
    officer('POST', of('/event-templates'), { eventId: night, name: 'Night' }),
  );
  for (const one of [
    await seen('POST', `/event-templates/${template.id}/events`, { day: '2086-03-05', teamId: others }),
    await seen('GET', `/events/${next}/unanswered`),
    await seen('POST', of('/splits/propose'), { eventId: night, runs: 2 }),
    await seen('GET', `/raiders/${raider}/wishes`),
    await seen('GET', of(`/items/${ITEM}/candidates?track=heroic`)),
  ])
    expect(one).toEqual(TO_OFFICERS);
  expect(await seen('GET', `/events/${night}/log`)).toEqual(NOT_OF_OTHERS);

  await moveBack(app, night, 72);
  const entries = [{ raiderId: raider, attendance: 'present' }];
  await done(officer('POST', `/events/${night}/attendance`, { entries }));
  await done(officer('POST', `/events/${night}/complete`));
  await logged(night);
  expect(await seen('GET', of('/attendance-stats'))).toEqual(TO_OFFICERS);
  expect(await seen('GET', of('/attendance-matrix'))).toEqual(NOT_OF_OTHERS);
  expect(await seen('GET', `/events/${night}/night`)).toEqual(NOT_OF_OTHERS);
  expect(await seen('GET', of('/past-attendance'))).toEqual(NOT_OF_OTHERS);

  await done(officer('POST', `/raiders/${raider}/release`));
  expect(await seen('GET', `/events/${night}/participations`)).toEqual([expect.any(String), [false], [false], [false]]);
});

async function awarded(): Promise<void> {
  await app.ctx.sql(
    `with response as (insert into loot_response (organization_id, key, text, meaning, counts) values ($1, 'need', 'Need', 'need', true))
     insert into loot_award (id, award_id, organization_id, award_key, tool, as_of, line, raider_id, name, name_key, realm_key,
       item_id, item_name, received_at, day_only, response, response_key)
     select n.id, n.id, $1, n.id::text, 'rclootcouncil', now(), 1, $2, $3, lower($3), '', $4, 'Nine Wicks', now(), false,
       'Need', 'need' from (select uuidv7() as id) n`,
    [guild.id, raider, NAME, ITEM],
  );
}

/** A log of the night, and one of a night before all events. */
async function logged(event: string): Promise<void> {
  await app.ctx.sql(
    `with source as (
       insert into log_source (organization_id, host, guild_id, guild_name) values ($1, 'www', 1, 'Guild')),
     report as (
       insert into log_report (organization_id, event_id, code_key, host, title, starts_at, ends_at, state)
       select $1, id, 'k', 'www', 'Log', starts_at, ends_at, 'complete' from event where id = $2 returning id, starts_at),
     one as (
       insert into pull (report_id, fight_id, encounter_id, name, difficulty, size, kill, started_at, seconds)
       select id, 1, 1, 'Orrul', 4, 20, true, starts_at + interval '10 minutes', 200 from report),
     past as (
       insert into past_night (organization_id, code_key, starts_at) values ($1, 'p', now() - interval '100 days') returning id)
     insert into past_fighter (night_id, name_key, name, benched) select id, lower($3), $3, false from past`,
    [guild.id, event, NAME],
  );
}
