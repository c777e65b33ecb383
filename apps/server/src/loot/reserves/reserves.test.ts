/** Reserves through HTTP: limits, hiding, SR+ over weeks, corrections, exports. */
import { inflateSync } from 'node:zlib';
import type { ChangesView } from '@guildhall/contracts/change.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import type { NotificationsView } from '@guildhall/contracts/notification.ts';
import type { ExportedReservesView, FoundItemsView, ReservesView } from '@guildhall/contracts/reserve.ts';
import { readReserves } from '@guildhall/guild-tools/read-reserves.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { runErasures } from '../../../test/erase-people.ts';
import { done, type EventGuild, eventGuild, inHours, joinGuild, type Member, refusalOf } from '../../../test/events.ts';

const [BLADE, HELM, HEAD] = [19_346, 16_963, 19_003];

let app: TestApp;
let guild: EventGuild;
let officer: Member;
let mara: Member;
let ostrik: Member;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 2);
  officer = guild.officer;
  const [first, second] = guild.members;
  if (!first || !second) throw new Error('Two members');
  [mara, ostrik] = [first, second];
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['event', 'loot_award', 'loot_response', 'item', 'rate_limit'])
    await app.ctx.sql(`delete from ${table}`);
});

const make = (more: object = {}) =>
  done<EventView>(
    officer.call('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Blackwing Lair', type: 'raid', scope: 'guild', startsAt: inHours(48), durationMinutes: 120 },
      ...more,
    }),
  );
const pathOf = ({ id }: EventView) => `/events/${id}/reserves`;
const read = (event: EventView, by = officer) => done<ReservesView>(by.call('GET', pathOf(event)));
const open = (event: EventView, rules: Record<string, unknown> = {}, by = officer) =>
  by.call('PUT', pathOf(event), rules);
const reserve = (event: EventView, items: (number | [number, number])[], by = mara) => {
  const reserves = items.map((item) => (Array.isArray(item) ? { itemId: item[0], count: item[1] } : { itemId: item }));
  return by.call('PUT', `${pathOf(event)}/mine`, { reserves });
};
const opened = async (rules: Record<string, unknown> = {}, more: object = {}) => {
  const event = await make(more);
  await done(open(event, rules));
  return event;
};
const itemsOf = ({ reserves }: ReservesView) => reserves.map(({ item }) => item.id);
const exported = (event: EventView, format: string, by = officer) =>
  by.call('GET', `${pathOf(event)}/export?for=${format}`);
/** The event has been for a while. */
const start = (event: EventView, ago = '1 hour') =>
  app.ctx.sql(
    `update event set starts_at = now() - $2::interval, ends_at = now() - $2::interval + interval '2 hours',
       local_start = to_char((now() - $2::interval) at time zone time_zone, 'YYYY-MM-DD"T"HH24:MI') where id = $1`,
    [event.id, ago],
  );
const nameOf = async ({ characterId }: Member) =>
  (await app.ctx.sql<{ name: string }>('select name from character where id = $1', [characterId]))[0]?.name;

describe('a sheet', () => {
  test('is opened by people who may edit the event, with the defaults', async () => {
    const event = await make();
    expect(await refusalOf(open(event, {}, mara))).toEqual([403, 'missing_permission']);
    expect((await read(event, mara)).proposal).toBeNull();
    expect((await read(event)).proposal).toMatchObject({ perPerson: 2, perItem: 1, plusStep: null, continues: null });
    const { sheet, mayReserve } = await done<ReservesView>(open(event));
    expect(sheet).toEqual({
      ...{ perPerson: 2, perItem: 1, seenBy: 'everybody', locksMinutes: 0, plusStep: null, continues: null, hard: [] },
      ...{ locksAt: event.startsAt, locked: false },
    });
    expect(mayReserve).toBe(true);
  });

  test('is opened by those with canManageLoot', async () => {
    const council = await joinGuild(app, guild.id);
    await app.ctx.sql(
      `with made as (insert into role (organization_id, name, permissions, added_permissions)
         values ($1, 'Council', '{}', '{canManageLoot}') returning id)
       insert into role_holder (organization_id, role_id, user_id) select $1, id, $2 from made`,
      [guild.id, council.userId],
    );
    await done(open(await make(), {}, council));
  });

  test.each<[string, Record<string, unknown>]>([
    ['no reserve for each person', { perPerson: 0 }],
    ['a negative step', { plusStep: -1 }],
    ['an item that is kept twice', { hard: [{ itemId: HEAD }, { itemId: HEAD }] }],
  ])('is refused with %s', async (_, rules) => {
    expect(await refusalOf(open(await make(), rules))).toEqual([400, 'invalid_input']);
  });

  test('of two that are opened at once is one', async () => {
    const event = await make();
    const answers = await Promise.all([open(event, { perPerson: 3 }), open(event, { perPerson: 3 })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await app.ctx.sql('select event_id from reserve_sheet')).toHaveLength(1);
  });

  test('is none of another organization, nor one for people outside', async () => {
    const event = await opened();
    const outsider = (await eventGuild(app)).officer;
    for (const refused of [
      outsider.call('GET', pathOf(event)),
      open(event, {}, outsider),
      reserve(event, [BLADE], outsider),
    ]) {
      expect(await refusalOf(refused)).toEqual([404, 'event_not_found']);
    }
  });

  test('of a cancelled event is not changed', async () => {
    const event = await opened();
    await done(officer.call('POST', `/events/${event.id}/cancel`, {}));
    expect(await refusalOf(open(event))).toEqual([409, 'event_not_open']);
    expect(await refusalOf(reserve(event, [BLADE]))).toEqual([409, 'event_not_open']);
  });

  test('continues the last one of its title, and none that is later', async () => {
    const first = await opened({ plusStep: 10, hard: [{ itemId: HEAD, note: 'Council' }] });
    const second = await make({ startsAt: inHours(72) });
    const { proposal } = await read(second);
    expect(proposal).toMatchObject({
      ...{ plusStep: 10, continues: { id: first.id }, hard: [{ itemId: HEAD, note: 'Council' }] },
    });
    expect((await done<ReservesView>(open(second))).sheet?.continues?.id).toBe(first.id);
    expect(await refusalOf(open(first, { continuesId: second.id }))).toEqual([409, 'reserve_sheet_not_earlier']);
    expect((await done<ReservesView>(open(second, { continuesId: null }))).sheet?.continues).toBeNull();
    expect((await done<ReservesView>(open(second, {}))).sheet?.continues).toBeNull();
  });
});

describe('a member', () => {
  test('reserves up to the limit, changes and gives up', async () => {
    const event = await make();
    expect(await refusalOf(reserve(event, [BLADE]))).toEqual([404, 'reserve_sheet_not_found']);
    await done(open(event, { hard: [{ itemId: HEAD }] }));
    expect(await refusalOf(reserve(event, [BLADE, HELM, 1]))).toEqual([409, 'too_many_reserves']);
    expect(await refusalOf(reserve(event, [[BLADE, 2]]))).toEqual([409, 'too_many_reserves']);
    expect(await refusalOf(reserve(event, [HEAD]))).toEqual([409, 'item_hard_reserved']);
    expect(await refusalOf(reserve(event, [BLADE, BLADE]))).toEqual([400, 'invalid_input']);
    expect(itemsOf(await done(reserve(event, [BLADE, HELM]))).toSorted()).toEqual([HELM, BLADE]);
    const [kept] = (await done<ReservesView>(reserve(event, [BLADE]))).reserves;
    expect(kept).toMatchObject({ mine: true, count: 1, plus: null, raider: { kind: 'member' } });
    expect((await read(event)).total).toEqual({ reserves: 1, raiders: 1 });
    await done(mara.call('DELETE', `${pathOf(event)}/mine`));
    expect((await read(event)).reserves).toEqual([]);
  });

  test('reserves an item twice where the sheet allows that', async () => {
    const event = await opened({ perItem: 2 });
    expect((await done<ReservesView>(reserve(event, [[BLADE, 2]]))).total).toEqual({ reserves: 2, raiders: 1 });
  });

  test('who presses twice at once has no more than the limit', async () => {
    const event = await opened();
    const pairs = [
      [BLADE, HELM],
      [BLADE, 1],
      [2, 3],
      [BLADE, HELM],
    ];
    const answers = await Promise.all(pairs.map((pair) => reserve(event, pair)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { reserves } = await read(event);
    expect(pairs.map((pair) => pair.toSorted().join())).toContain(
      itemsOf({ reserves } as ReservesView)
        .toSorted()
        .join(),
    );
  });

  test('Q-02: reserves nothing once it is locked, which may be before the start', async () => {
    const event = await opened({ locksMinutes: 60 * 47 });
    await done(reserve(event, [BLADE]));
    await start(event, '-46 hours');
    expect(await refusalOf(reserve(event, [HELM]))).toEqual([409, 'reserves_locked']);
    expect(await refusalOf(mara.call('DELETE', `${pathOf(event)}/mine`))).toEqual([409, 'reserves_locked']);
    const { sheet, mayReserve } = await read(event, mara);
    expect([sheet?.locked, mayReserve]).toEqual([true, false]);
    expect(await refusalOf(open(event, { locksMinutes: 0 }))).toEqual([409, 'reserves_locked']);
    expect((await done<ReservesView>(open(event, { locksMinutes: 60 * 47, plusStep: 10 }))).sheet?.plusStep).toBe(10);
  });

  test('of a draft event sees none of it', async () => {
    const event = await make({ status: 'draft' });
    await done(open(event));
    expect(await refusalOf(reserve(event, [BLADE]))).toEqual([404, 'event_not_found']);
  });
});

describe('an officer', () => {
  const enter = (event: EventView, who: object, items: number[], by = officer) =>
    by.call('PUT', `${pathOf(event)}/others`, { ...who, reserves: items.map((itemId) => ({ itemId })) });
  const told = async ({ call }: Member) => {
    const { notifications } = await done<NotificationsView>(call('GET', '/auth/me/notifications'));
    return notifications.filter(({ kind }) => kind === 'reserves_entered');
  };

  test('Q-05: reserves for raiders, who are told of it, and all read who did', async () => {
    const event = await opened({ hard: [{ itemId: HEAD }] });
    const who = { userId: mara.userId };
    expect(await refusalOf(enter(event, who, [BLADE], ostrik))).toEqual([403, 'missing_permission']);
    expect(await refusalOf(enter(event, {}, [BLADE]))).toEqual([400, 'invalid_input']);
    expect(await refusalOf(enter(event, who, [BLADE, HELM, 1]))).toEqual([409, 'too_many_reserves']);
    expect(await refusalOf(enter(event, who, [HEAD]))).toEqual([409, 'item_hard_reserved']);
    const stranger = await eventGuild(app, 1);
    expect(await refusalOf(enter(event, { userId: stranger.officer.userId }, [BLADE]))).toEqual([
      404,
      'member_not_found',
    ]);
    const before = (await told(mara)).length;
    const { reserves } = await done<ReservesView>(enter(event, who, [BLADE]));
    const enteredBy = { id: officer.userId };
    expect(reserves).toMatchObject([{ mine: false, item: { id: BLADE }, enteredBy }]);
    expect((await read(event, ostrik)).reserves).toMatchObject([{ enteredBy }]);
    expect(await told(mara)).toHaveLength(before + 1);
    expect((await told(mara))[0]).toMatchObject({ eventId: event.id, title: event.title, startsAt: event.startsAt });
    // The same again changes nothing, and their own reserves are theirs.
    await done(enter(event, { raiderId: reserves[0]?.raider.id }, [BLADE]));
    expect(await told(mara)).toHaveLength(before + 1);
    await done(reserve(event, [BLADE, HELM]));
    expect((await read(event, mara)).reserves.map((one) => [one.item.id, one.enteredBy?.id ?? null])).toEqual(
      expect.arrayContaining([
        [BLADE, officer.userId],
        [HELM, null],
      ]),
    );
    await done(enter(event, who, []));
    expect((await read(event)).total.reserves).toBe(0);
    expect(await told(mara)).toHaveLength(before + 2);
  });

  test('Q-02: reserves for raiders without an account, also once the sheet is locked, and for themselves as members do', async () => {
    const event = await opened({ locksMinutes: 60 });
    const [guest] = await app.ctx.sql<{ id: string }>(
      `insert into raider (organization_id, kind, name) values ($1, 'guest', 'Oda') returning id`,
      [guild.id],
    );
    await start(event, '-30 minutes');
    const { reserves, mayReserve, mayReserveForOthers } = await done<ReservesView>(
      enter(event, { raiderId: guest?.id }, [BLADE]),
    );
    expect(reserves).toMatchObject([{ raider: { id: guest?.id, name: 'Oda' }, enteredBy: { id: officer.userId } }]);
    expect([mayReserve, mayReserveForOthers]).toEqual([false, true]);
    expect((await read(event, mara)).mayReserveForOthers).toBe(false);
    expect(await refusalOf(enter(event, { userId: officer.userId }, [BLADE]))).toEqual([409, 'reserves_locked']);
    const elsewhere = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
    expect(await refusalOf(enter(event, { raiderId: elsewhere }, [BLADE]))).toEqual([404, 'raider_not_found']);
    await app.ctx.sql(`update event set status = 'completed' where id = $1`, [event.id]);
    expect(await refusalOf(enter(event, { raiderId: guest?.id }, []))).toEqual([409, 'event_not_open']);
  });

  test('Q-01: does not where reserves are hidden from officers too, who would learn or take away what is there', async () => {
    const event = await opened({ seenBy: 'nobody', locksMinutes: 60 });
    await done(reserve(event, [BLADE]));
    expect(await refusalOf(enter(event, { userId: mara.userId }, []))).toEqual([409, 'reserves_hidden']);
    expect((await read(event)).mayReserveForOthers).toBe(false);
    await start(event, '-30 minutes');
    await done(enter(event, { userId: mara.userId }, [HELM]));
    expect(itemsOf(await read(event))).toEqual([HELM]);
  });
});

describe('Q-01: a hidden sheet', () => {
  test('shows nobody the reserves of others, by no way, until it is locked', async () => {
    const event = await opened({ seenBy: 'nobody', plusStep: 10 });
    await done(reserve(event, [BLADE]));
    await done(reserve(event, [HELM], ostrik));
    for (const [by, own] of [
      [mara, [BLADE]],
      [ostrik, [HELM]],
      [officer, []],
    ] as const) {
      const seen = await read(event, by);
      expect([seen.hidden, itemsOf(seen), seen.total.reserves]).toEqual([true, own, 2]);
      expect(JSON.stringify(seen)).not.toContain(by === ostrik ? `${BLADE}` : `${by === mara ? HELM : BLADE}`);
      for (const format of ['gargul', 'rollfor', 'csv'])
        expect(await refusalOf(exported(event, format, by))).toEqual([409, 'reserves_hidden']);
    }
    const [other] = await app.ctx.sql<{ id: string }>('select id from reserve where item_id = $1', [BLADE]);
    const corrected = officer.call('PATCH', `${pathOf(event)}/${other?.id}`, { plus: 30, note: 'Leave' });
    expect(await refusalOf(corrected)).toEqual([404, 'reserve_not_found']);
    await start(event);
    expect(itemsOf(await read(event, mara)).toSorted()).toEqual([HELM, BLADE]);
    await done(exported(event, 'csv', mara));
  });

  test('for officers shows them all, and members their own', async () => {
    const event = await opened({ seenBy: 'officers' });
    await done(reserve(event, [BLADE]));
    expect([(await read(event)).hidden, itemsOf(await read(event))]).toEqual([false, [BLADE]]);
    expect(itemsOf(await read(event, ostrik))).toEqual([]);
    await done(exported(event, 'gargul'));
  });

  test('is not opened to more people, or locked at once, after people have reserved', async () => {
    const event = await opened({ seenBy: 'nobody' });
    await done(open(event, { seenBy: 'officers' }));
    await done(open(event, { seenBy: 'nobody' }));
    await done(reserve(event, [BLADE]));
    expect(await refusalOf(open(event, { seenBy: 'officers' }))).toEqual([409, 'reserves_hidden']);
    expect(await refusalOf(open(event, { seenBy: 'everybody' }))).toEqual([409, 'reserves_hidden']);
    expect(await refusalOf(open(event, { seenBy: 'nobody', locksMinutes: 60 * 100 }))).toEqual([
      409,
      'reserves_hidden',
    ]);
    await done(open(event, { seenBy: 'nobody', locksMinutes: 60 }));
  });

  test('stays locked once it was, though its event is moved for an officer to look', async () => {
    const move = (event: EventView, hours: number) =>
      done(officer.call('PATCH', `/events/${event.id}`, { startsAt: inHours(hours) }));
    const event = await opened({ seenBy: 'nobody', locksMinutes: 60 });
    await done(reserve(event, [BLADE]));
    await done(reserve(event, [HELM], officer));
    await move(event, 0.5);
    expect(itemsOf(await read(event)).toSorted()).toEqual([HELM, BLADE]);
    await move(event, 48);
    expect(await refusalOf(reserve(event, [BLADE], officer))).toEqual([409, 'reserves_locked']);
    expect(await refusalOf(open(event, { seenBy: 'nobody', locksMinutes: 0 }))).toEqual([409, 'reserves_locked']);
    const { sheet, hidden, mayReserve } = await read(event, mara);
    expect([sheet?.locked, hidden, mayReserve]).toEqual([true, false, false]);
    expect(Date.parse(sheet?.locksAt ?? '')).toBeLessThan(Date.now());
    // Where nothing was hidden, a night that is put off opens its reserves again.
    const plain = await opened({ locksMinutes: 60 });
    await done(reserve(plain, [BLADE]));
    await move(plain, 0.5);
    await move(plain, 48);
    await done(reserve(plain, [HELM]));
  });

  test('of a night before gives nothing away through the plus of the next one', async () => {
    const hidden = await opened({ seenBy: 'nobody', plusStep: 10 });
    const next = await opened({ plusStep: 10 }, { startsAt: inHours(72) });
    for (const event of [hidden, next]) await done(reserve(event, [BLADE]));
    expect((await read(next, ostrik)).reserves[0]?.plus).toMatchObject({ value: 0, nights: 1 });
    await start(hidden);
    expect((await read(next, ostrik)).reserves[0]?.plus).toMatchObject({ value: 10, nights: 2 });
  });
});

describe('SR+', () => {
  /** Nights a week apart that have been, the last one of them still open. */
  async function weeks(count: number): Promise<EventView[]> {
    const nights: EventView[] = [];
    for (let week = 0; week < count; week += 1) nights.push(await make({ startsAt: inHours(48 + week) }));
    return nights;
  }
  const back = (event: EventView, ago: number) => start(event, `${ago * 7 * 24 - 48} hours`);

  test('is 0, 30 and 60 over three weeks, and 0 after four that were missed', async () => {
    const nights = await weeks(8);
    const pluses: (number | undefined)[] = [];
    for (const [week, event] of nights.entries()) {
      await done(open(event, { plusStep: 30 }));
      if (week < 3 || week === 7) {
        await done(reserve(event, [BLADE]));
        pluses.push((await read(event, mara)).reserves[0]?.plus?.value);
      } else await done(reserve(event, [BLADE], ostrik));
      await back(event, 8 - week);
    }
    expect(pluses).toEqual([0, 30, 60, 0]);
    const last = nights.at(-1);
    expect(last && (await read(last, ostrik)).reserves).toMatchObject([{ plus: { value: 0, nights: 1 } }]);
  });

  test('begins again after an award that counts, and not after another one', async () => {
    const nights = await weeks(4);
    const pluses: (number | undefined)[] = [];
    for (const [week, event] of nights.entries()) {
      await done(open(event, { plusStep: 10 }));
      await done(reserve(event, [BLADE]));
      pluses.push((await read(event, mara)).reserves[0]?.plus?.value);
      await back(event, 4 - week);
      if (week === 1 || week === 2) await give(event, week === 2);
    }
    expect(pluses).toEqual([0, 10, 20, 0]);
  });

  test('goes on past a night that was cancelled and deleted', async () => {
    const [first, second, third] = await weeks(3);
    if (!first || !second || !third) throw new Error('Three nights');
    for (const event of [first, second, third]) await done(open(event, { plusStep: 10 }));
    for (const event of [first, third]) await done(reserve(event, [BLADE]));
    await back(first, 2);
    expect((await read(third)).sheet?.continues?.id).toBe(second.id);
    expect((await read(third)).reserves[0]?.plus?.value).toBe(10);
    await done(officer.call('POST', `/events/${second.id}/cancel`, {}));
    expect((await read(third)).reserves[0]?.plus?.value).toBe(10);
    await done(officer.call('DELETE', `/events/${second.id}`));
    expect((await read(third)).sheet?.continues?.id).toBe(first.id);
    expect((await read(third)).reserves[0]?.plus?.value).toBe(10);
  });

  test('goes with its nights, in whatever order the database deletes them', async () => {
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      const nights = await weeks(3);
      for (const event of nights) await done(open(event, { plusStep: 10 }));
      // A changed row is written anew behind the others.
      for (const place of order) await app.ctx.sql('update event set title = title where id = $1', [nights[place]?.id]);
      await app.ctx.sql('delete from event');
      expect(await app.ctx.sql('select from reserve_sheet')).toEqual([]);
    }
  });

  test('ends with an award of the same reward under the number of the other faction', async () => {
    const [ALLIANCE, HORDE] = [18_422, 18_423];
    const [first, second] = await weeks(2);
    if (!first || !second) throw new Error('Two nights');
    for (const [event, itemId] of [
      [first, ALLIANCE],
      [second, HORDE],
    ] as const) {
      await done(open(event, { plusStep: 10 }));
      await done(reserve(event, [itemId, BLADE]));
      if (event === first) await back(first, 1);
    }
    const pluses = async () =>
      (await read(second)).reserves.map(({ item, plus }) => `${item.id} ${plus?.value}`).toSorted();
    expect(await pluses()).toEqual([`${HORDE} 10`, `${BLADE} 10`]);
    await give(first, true, ALLIANCE);
    expect(await pluses()).toEqual([`${HORDE} 0`, `${BLADE} 10`]);
    expect(await refusalOf(reserve(second, [HORDE, ALLIANCE]))).toEqual([409, 'too_many_reserves']);
    await done(open(second, { plusStep: 10, hard: [{ itemId: 19_002 }] }));
    expect(await refusalOf(reserve(second, [HEAD]))).toEqual([409, 'item_hard_reserved']);
  });

  async function give(event: EventView, counts: boolean, itemId = BLADE) {
    await app.ctx.sql(
      `insert into loot_response (organization_id, key, text, meaning, counts) values ($1, $2, $2, 'need', $3)`,
      [guild.id, `${counts}`, counts],
    );
    await app.ctx.sql(
      `with n as (select uuidv7() as id)
       insert into loot_award (id, award_id, organization_id, award_key, tool, as_of, line, event_id, raider_id, name_key, realm_key,
         item_id, received_at, day_only, response, response_key)
       select n.id, n.id, $1::uuid, n.id::text, 'gargul', now(), 1, e.id, (select id from raider where user_id = $3), '', '', $4,
         e.starts_at, false, $5, $5 from n, event e where e.id = $2`,
      [guild.id, event.id, mara.userId, itemId, `${counts}`],
    );
  }

  test('is corrected with a reason, from which later sheets go on', async () => {
    const [first, second] = await weeks(2);
    if (!first || !second) throw new Error('Two nights');
    await done(open(first, { plusStep: 30 }));
    await done(reserve(first, [BLADE]));
    const [one] = (await read(first)).reserves;
    const path = `${pathOf(first)}/${one?.id}`;
    const correction = { plus: 90, note: 'Was on leave' };
    expect(await refusalOf(mara.call('PATCH', path, correction))).toEqual([403, 'missing_permission']);
    expect(await refusalOf(officer.call('PATCH', path, { plus: 90 }))).toEqual([400, 'invalid_input']);
    await done(officer.call('PATCH', path, correction));
    const by = expect.objectContaining({ id: officer.userId });
    expect((await read(first, mara)).reserves[0]?.plus).toMatchObject({
      ...{ value: 90, nights: 1, corrected: { note: 'Was on leave', by } },
    });
    await back(first, 1);
    await done(open(second, { plusStep: 30 }));
    await done(reserve(second, [BLADE]));
    expect((await read(second, mara)).reserves[0]?.plus).toMatchObject({ value: 120, nights: 2, corrected: null });
    await done(officer.call('PATCH', path, { plus: null }));
    expect((await read(second, mara)).reserves[0]?.plus?.value).toBe(30);
    const elsewhere = officer.call('PATCH', `${pathOf(second)}/${one?.id}`, correction);
    expect(await refusalOf(elsewhere)).toEqual([404, 'reserve_not_found']);
  });
});

describe('an export', () => {
  test('for Gargul decodes to the same reserves, by the characters that come', async () => {
    const event = await opened({ perItem: 2, hard: [{ itemId: HEAD, note: 'Council' }] });
    await done(mara.call('PUT', `/events/${event.id}/signup`, { characterId: mara.characterId, roleKey: 'tank' }));
    await done(reserve(event, [[BLADE, 2]]));
    await done(reserve(event, [HELM], ostrik));
    const { text, leftOut } = await done<ExportedReservesView>(exported(event, 'gargul'));
    const decoded = JSON.parse(inflateSync(Buffer.from(text, 'base64')).toString('utf8'));
    expect(decoded.softreserves).toEqual(
      expect.arrayContaining([
        { name: await nameOf(mara), class: 'Druid', note: '', plusOnes: 0, items: [{ id: BLADE }, { id: BLADE }] },
        { name: await nameOf(ostrik), class: 'Druid', note: '', plusOnes: 0, items: [{ id: HELM }] },
      ]),
    );
    expect(decoded.hardreserves).toEqual([{ id: HEAD, for: '', note: 'Council' }]);
    expect(decoded.metadata.url).toContain(`/events/${event.id}`);
    expect(leftOut).toEqual([]);
    expect(await refusalOf(exported(event, 'excel'))).toEqual([400, 'invalid_input']);
  });

  test('keeps two raiders of one name on two realms apart, and its table is read back as the same reserves', async () => {
    const event = await opened({ perItem: 2 });
    const [name, own] = [await nameOf(mara), await nameOf(ostrik)];
    const rename = (to: unknown, realm: string) =>
      app.ctx.sql('update character set name = $2, realm_slug = $3 where id = $1', [ostrik.characterId, to, realm]);
    await rename(name, 'twisting-nether');
    await done(reserve(event, [[BLADE, 2]]));
    await done(reserve(event, [HELM], ostrik));
    const { text } = await done<ExportedReservesView>(exported(event, 'csv'));
    const { text: gargul } = await done<ExportedReservesView>(exported(event, 'gargul'));
    await rename(own, 'stormvale');
    const reserves = readReserves(text).map((row) => [row.name, row.realm, row.itemId, row.count]);
    expect(reserves.toSorted()).toEqual(
      [
        [name, 'stormvale', BLADE, 2],
        [name, 'twistingnether', HELM, 1],
      ].toSorted(),
    );
    const { softreserves } = JSON.parse(inflateSync(Buffer.from(gargul, 'base64')).toString('utf8'));
    expect(softreserves).toHaveLength(2);
  });

  test('Q-03: as a table has no cell that is a formula, and names who has no character', async () => {
    const event = await opened();
    await app.ctx.sql(
      `insert into item (game_version, id, names, wanted_at) values ('retail', $1, '{"en_US": "=Blade, \\"the\\" Fang"}', now())`,
      [BLADE],
    );
    await done(reserve(event, [BLADE]));
    await done(reserve(event, [HELM], ostrik));
    await app.ctx.sql('update character set archived_at = now() where id = $1', [ostrik.characterId]);
    const { text, leftOut } = await done<ExportedReservesView>(exported(event, 'csv'));
    await app.ctx.sql('update character set archived_at = null where id = $1', [ostrik.characterId]);
    expect(text).toContain('"Item","ItemId","From","Name","Class","Spec","Note","Plus","Date"');
    expect(text).toContain(`"'=Blade, ""the"" Fang",${BLADE},"","${await nameOf(mara)}","Druid"`);
    expect(leftOut).toEqual([{ raider: expect.any(String), item: `Item ${HELM}` }]);
  });
});

test('items are found by a part of their name in any language, or by their id', async () => {
  await app.ctx.sql(
    `insert into item (game_version, id, names, wanted_at) values
       ('retail', $1, '{"en_US": "Dragonfang Blade", "de_DE": "Drachenfangklinge", "ru_RU": "Драконий клык", "fr_FR": "Lame d’Épée"}', now()),
       ('retail', $2, '{"en_US": "100% Helm"}', now()), ('classic', 3, '{"en_US": "Dragonfang Blade"}', now())`,
    [BLADE, HELM],
  );
  const find = (q: string, by = mara) => by.call('GET', `/organizations/${guild.id}/items?q=${encodeURIComponent(q)}`);
  const found = async (q: string) => (await done<FoundItemsView>(find(q))).items.map(({ id, name }) => `${id} ${name}`);
  for (const part of ['fangklinge', 'драконий', 'КЛЫК', "d'epee", 'LAME D’É'])
    expect([part, await found(part)]).toEqual([part, [`${BLADE} Dragonfang Blade`]]);
  expect(await found('100%')).toEqual([`${HELM} 100% Helm`]);
  expect(await found(`${BLADE}`)).toEqual([`${BLADE} Dragonfang Blade`]);
  expect(await found('4711')).toEqual(['4711 Item 4711']);
  expect(await found('no such item')).toEqual([]);
  expect(await refusalOf(find('blade', (await eventGuild(app)).officer))).toEqual([403, 'missing_permission']);
});

test('the feed tells that reserves changed, and of whom to nobody', async () => {
  const { next } = await done<ChangesView>(officer.call('GET', `/organizations/${guild.id}/changes`));
  const event = await opened({ seenBy: 'nobody' });
  await done(reserve(event, [BLADE]));
  const { changes } = await done<ChangesView>(ostrik.call('GET', `/organizations/${guild.id}/changes?after=${next}`));
  const told = changes.filter(({ type }) => type === 'reserve.changed');
  expect(told).toEqual([expect.objectContaining({ subjectId: event.id })]);
});

test('Q-04: erasing a person deletes their reserves; until then they are in their export', async () => {
  const leaving = await joinGuild(app, guild.id);
  const event = await opened();
  await done(reserve(event, [BLADE], leaving));
  // With an award the raider stays.
  await app.ctx.sql(
    `with n as (select uuidv7() as id)
     insert into loot_award (id, award_id, organization_id, award_key, tool, as_of, line, raider_id, name_key, realm_key, item_id,
       received_at, day_only, response, response_key)
     select n.id, n.id, $1::uuid, n.id::text, 'gargul', now(), 1, (select id from raider where user_id = $2), '', '', $3, now(),
       false, '', '' from n`,
    [guild.id, leaving.userId, HELM],
  );
  const { reserves } = await done<{ reserves: object[] }>(leaving.call('GET', '/auth/me/export'));
  expect(reserves).toMatchObject([{ event: 'Blackwing Lair', itemId: BLADE, count: 1 }]);
  await done(leaving.call('DELETE', '/auth/me'));
  expect((await read(event)).reserves).toEqual([]);
  await runErasures(app);
  expect(await app.ctx.sql('select id from reserve')).toEqual([]);
});
