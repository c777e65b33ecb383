import type { EventLogView, EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationListView, ParticipationView } from '@guildhall/contracts/participation.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { runErasures } from '../../../test/erase-people.ts';
import {
  createCharacter,
  done,
  type EventGuild,
  eventGuild,
  inHours,
  joinGuild,
  type Member,
  moveBack,
  refusalOf,
} from '../../../test/events.ts';
import { bringIn, syncCharacters, syncRoster } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { expectOrder } from '../../../test/sign-ups.ts';
import { advanceEvents } from '../planning/advance-events.ts';

let app: TestApp;
let guild: EventGuild;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  guild = await eventGuild(app, 6);
});
afterAll(() => app[Symbol.asyncDispose]());

const advance = (where = app) => advanceEvents(where.ctx, {}, { signal: new AbortController().signal });
const SLOTS = [
  { roleKey: 'tank', max: 1 },
  { roleKey: 'healer', max: 2 },
];
const make = (input: object = {}) =>
  done<EventView>(
    guild.officer.call('POST', `/guilds/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48),
      durationMinutes: 60,
      slots: SLOTS,
      ...input,
    }),
  );
const put = (who: Member | undefined, { id }: EventView, input: object = {}) => {
  if (!who) throw new Error('Nobody');
  return who.call('PUT', `/events/${id}/signup`, { characterId: who.characterId, roleKey: 'tank', ...input });
};
const signUp = (who: Member | undefined, event: EventView, input: object = {}) =>
  done<ParticipationView>(put(who, event, input));
const withdraw = (who: Member | undefined, event: EventView) =>
  who?.call('DELETE', `/events/${event.id}/signup`) as ReturnType<typeof put>;
const move = (event: EventView, part: ParticipationView, input: object) =>
  guild.officer.call('PATCH', `/events/${event.id}/participations/${part.id}`, { ...input });
const stateOf = async (event: EventView) => {
  const { participations } = await done<ParticipationListView>(
    guild.officer.call('GET', `/events/${event.id}/participations`),
  );
  return participations.map(({ user, status, roleKey, position }) => [
    guild.members.findIndex(({ userId }) => userId === user?.id),
    status,
    roleKey,
    position,
  ]);
};
/** Compares only the expected fields of each participation. */
const expectState = async (event: EventView, expected: unknown[][]) => {
  const rows = await stateOf(event);
  expect(rows.map((row, index) => row.slice(0, expected[index]?.length))).toEqual(expected);
};
const logOf = async (event: EventView, who = guild.officer) =>
  (await done<EventLogView>(who.call('GET', `/events/${event.id}/log`))).entries;

test('refuses roles without a slot, foreign or archived characters, drafts, strangers and contradictions', async () => {
  const [a, b] = guild.members;
  const event = await make();
  expect(await refusalOf(put(a, event, { roleKey: 'melee' }))).toEqual([400, 'role_without_slot']);
  expect(await refusalOf(put(a, event, { roleKey: null }))).toEqual([400, 'role_without_slot']);
  expect(await refusalOf(put(a, event, { roleKey: 'melee', status: 'tentative' }))).toEqual([400, 'role_without_slot']);
  expect((await put(a, event, { status: 'waitlist' })).status).toBe(400);
  expect((await put(a, event, { characterId: undefined })).status).toBe(400);
  expect((await put(a, event, { note: 'x'.repeat(201) })).status).toBe(400);
  expect(await refusalOf(put(a, event, { characterId: b?.characterId }))).toEqual([404, 'character_not_found']);
  const archived = await createCharacter(app, a?.userId ?? '');
  await app.ctx.sql('update character set archived_at = now() where id = $1', [archived]);
  expect(await refusalOf(put(a, event, { characterId: archived }))).toEqual([409, 'character_archived']);
  expect(await refusalOf(put(a, await make({ status: 'draft' })))).toEqual([404, 'event_not_found']);
  expect(await refusalOf(put(guild.officer, await make({ status: 'draft' })))).toEqual([409, 'event_not_open']);
  expect(await done(withdraw(a, event))).toEqual({ participation: null });
  const admin = await createPerson(app, { isAdmin: true });
  expect(
    await refusalOf(callerOf(app, admin.token)('PUT', `/events/${event.id}/signup`, { status: 'declined' })),
  ).toEqual([403, 'missing_permission']);
  await expectState(event, []);
});

test('a full role has a waitlist, and a released slot goes to the first in line', async () => {
  const [a, b, c, d] = guild.members;
  const event = await make();
  expect(await signUp(a, event)).toMatchObject({ status: 'signed_up', position: null, roleKey: 'tank' });
  expect(await signUp(b, event, { note: 'Can also heal' })).toMatchObject({
    status: 'waitlist',
    position: 1,
    note: 'Can also heal',
  });
  expect(await signUp(c, event)).toMatchObject({ status: 'waitlist', position: 2 });
  // Repeating an answer changes neither position nor note.
  expect(await signUp(b, event)).toMatchObject({ status: 'waitlist', position: 1, note: 'Can also heal' });
  // A tentative answer takes no slot.
  expect(await signUp(d, event, { status: 'tentative' })).toMatchObject({ status: 'tentative', position: null });
  const view = await done<EventView>(c?.call('GET', `/events/${event.id}`) as never);
  expect([view.slots[0], view.counts, view.mine]).toMatchObject([
    { roleKey: 'tank', max: 1, signedUp: 1, waitlist: 2 },
    { signedUp: 1, tentative: 1, waitlist: 2, declined: 0 },
    { status: 'waitlist', position: 2, characterId: c?.characterId },
  ]);

  expect(await done(withdraw(a, event))).toEqual({ participation: null });
  expect(await done(withdraw(a, event))).toEqual({ participation: null });
  await expectState(event, [
    [1, 'signed_up', 'tank', null],
    [2, 'waitlist', 'tank', 1],
    [3, 'tentative', 'tank', null],
  ]);
  // A person who returns queues at the end.
  expect(await signUp(a, event)).toMatchObject({ status: 'waitlist', position: 2 });
  // Changing the role means queueing for the new one, and frees the old slot.
  expect(await signUp(b, event, { roleKey: 'healer' })).toMatchObject({ status: 'signed_up', roleKey: 'healer' });
  // Changing to tentative frees it too.
  await signUp(c, event, { status: 'tentative' });
  await expectState(event, [
    [0, 'signed_up', 'tank', null],
    [1, 'signed_up', 'healer', null],
    [3, 'tentative', 'tank', null],
    [2, 'tentative', 'tank', null],
  ]);
  await expectOrder(app, event.id);

  const log = await logOf(event);
  expect(
    log.filter(({ kind }) => kind === 'promoted').map(({ person, actor, why }) => [person?.id, actor, why]),
  ).toEqual([
    [a?.userId, null, 'Somebody gave up the place.'],
    [c?.userId, null, 'Somebody gave up the place.'],
    [b?.userId, null, 'Somebody withdrew.'],
  ]);
  // Others see entries about the event and about themselves.
  const own = await logOf(event, d);
  expect(new Set(own.map(({ kind, person }) => [kind, person?.id ?? null].join()))).toEqual(
    new Set(['created,', `answered,${d?.userId}`]),
  );
});

test('raising slots promotes people immediately, and lowering them removes no participant', async () => {
  const [a, b, c, d] = guild.members;
  const event = await make();
  for (const who of [a, b, c, d]) await signUp(who, event);
  const patch = (slots: object[]) => guild.officer.call('PATCH', `/events/${event.id}`, { slots });
  const raised = await done<EventView>(
    patch([
      { roleKey: 'healer', max: 1 },
      { roleKey: 'tank', max: 3 },
    ]),
  );
  expect(raised.slots).toMatchObject([
    { roleKey: 'healer', max: 1 },
    { roleKey: 'tank', max: 3, signedUp: 3, waitlist: 1 },
  ]);
  expect(await refusalOf(patch([{ roleKey: 'tank', max: 2 }]))).toEqual([409, 'slots_below_signups']);
  expect(await refusalOf(patch([{ roleKey: 'healer', max: 9 }]))).toEqual([409, 'slots_below_signups']);
  await expect(
    app.ctx.sql(`update event_slot set max = 2 where event_id = $1 and role_key = 'tank'`, [event.id]),
  ).rejects.toThrow('event_slot_never_overbooked');
  await expect(
    app.ctx.sql(`update participation set status = 'signed_up' where event_id = $1 and status = 'waitlist'`, [
      event.id,
    ]),
  ).rejects.toThrow('event_slot_never_overbooked');
  await expect(
    app.ctx.sql(`update participation set role_key = 'melee' where event_id = $1 and status = 'signed_up'`, [event.id]),
  ).rejects.toThrow('no slot for melee');
  const none = await done<EventView>(patch([]));
  expect([none.slots, none.counts]).toMatchObject([[], { signedUp: 4, waitlist: 0 }]);
  expect(await signUp(guild.members[4], event, { roleKey: null })).toMatchObject({
    status: 'signed_up',
    roleKey: null,
  });
  expect(await refusalOf(patch([{ roleKey: 'tank', max: 20 }]))).toEqual([409, 'slots_below_signups']);
  await withdraw(guild.members[4], event);
  await done(patch([{ roleKey: 'tank', max: 4 }]));
  await expectOrder(app, event.id);
});

test('an answer taken back leaves none, frees the slot and is in the log; a removal by an officer stays', async () => {
  const [a, b] = guild.members;
  const event = await make();
  await signUp(a, event, { note: 'Late' });
  const second = await signUp(b, event);
  expect(await done(withdraw(a, event))).toEqual({ participation: null });
  const seen = await done<EventView>(a?.call('GET', `/events/${event.id}`) as never);
  expect([seen.mine, seen.counts]).toEqual([null, { signedUp: 1, tentative: 0, waitlist: 0, declined: 0 }]);
  await expectState(event, [[1, 'signed_up', 'tank', null]]);
  const { entries } = await done<EventLogView>(a?.call('GET', `/events/${event.id}/log`) as never);
  expect(entries.map(({ kind, changes }) => [kind, changes.status])).toContainEqual(['answered', ['signed_up', null]]);
  expect(await signUp(a, event)).toMatchObject({ status: 'waitlist', note: null });
  await done(withdraw(a, event));

  await signUp(a, event, { status: 'declined' });
  expect(await done(withdraw(a, event))).toEqual({ participation: null });
  await done(move(event, second, { status: 'declined' }));
  expect(await done(withdraw(b, event))).toMatchObject({ participation: { status: 'declined' } });
});

test('after the deadline people can only step back, and after the start they can change nothing', async () => {
  const [a, b, c, d] = guild.members;
  const event = await make({ signupDeadline: inHours(24) });
  await signUp(a, event);
  await signUp(b, event);
  await signUp(d, event, { status: 'tentative' });
  await moveBack(app, event.id, 30);
  expect(await refusalOf(put(c, event))).toEqual([409, 'signup_closed']);
  expect(await refusalOf(put(c, event, { status: 'tentative' }))).toEqual([409, 'signup_closed']);
  expect(await refusalOf(put(b, event, { roleKey: 'healer' }))).toEqual([409, 'signup_closed']);
  expect(await refusalOf(put(d, event))).toEqual([409, 'signup_closed']);
  expect(await signUp(b, event, { note: 'Ten minutes late' })).toMatchObject({
    status: 'waitlist',
    note: 'Ten minutes late',
  });
  expect(await signUp(d, event, { status: 'tentative', note: 'Perhaps' })).toMatchObject({ note: 'Perhaps' });
  const alt = await createCharacter(app, b?.userId ?? '');
  expect(await refusalOf(put(b, event, { characterId: alt }))).toEqual([409, 'signup_closed']);
  expect(await signUp(c, event, { status: 'declined' })).toMatchObject({ status: 'declined' });
  // A freed slot still goes to the waitlist, and the late answer stays on record.
  for (let times = 0; times < 2; times++) {
    expect(await done(withdraw(a, event))).toMatchObject({ participation: { status: 'declined' } });
  }
  await expectState(event, [
    [1, 'signed_up'],
    [3, 'tentative'],
    [2, 'declined'],
    [0, 'declined'],
  ]);
  await moveBack(app, event.id, 30);
  for (const call of [put(c, event), put(b, event, { status: 'declined' }), withdraw(b, event)])
    expect(await refusalOf(call)).toEqual([409, 'event_started']);
});

test('officers move people with a reason and never overbook', async () => {
  const [a, b, c, d] = guild.members;
  const event = await make();
  const [pa, pb, pc, pd] = [
    await signUp(a, event),
    await signUp(b, event),
    await signUp(c, event),
    await signUp(d, event),
  ];
  expect((await a?.call('PATCH', `/events/${event.id}/participations/${pb.id}`, { status: 'declined' }))?.status).toBe(
    403,
  );
  expect(await refusalOf(move(event, { ...pa, id: event.id }, { roleKey: 'healer' }))).toEqual([
    404,
    'participation_not_found',
  ]);
  expect(await refusalOf(move(await make(), pa, { roleKey: 'healer' }))).toEqual([404, 'participation_not_found']);
  expect(await refusalOf(move(event, pb, { status: 'signed_up' }))).toEqual([409, 'role_full']);
  expect(await refusalOf(move(event, pb, { roleKey: 'melee' }))).toEqual([400, 'role_without_slot']);
  expect(await refusalOf(move(event, pb, { characterId: a?.characterId }))).toEqual([404, 'character_not_found']);
  expect(await refusalOf(move(event, pa, { position: 1 }))).toEqual([400, 'invalid_input']);
  expect((await move(event, pb, { position: 0 })).status).toBe(400);

  expect(
    await done<ParticipationView>(move(event, pd, { position: 1, reason: 'Was benched last week' })),
  ).toMatchObject({ status: 'waitlist', position: 1 });
  await expectState(event, [
    [0, 'signed_up'],
    [3, 'waitlist', 'tank', 1],
    [1, 'waitlist', 'tank', 2],
    [2, 'waitlist', 'tank', 3],
  ]);
  expect(await done<ParticipationView>(move(event, pc, { roleKey: 'healer' }))).toMatchObject({
    status: 'signed_up',
    roleKey: 'healer',
  });
  await done(move(event, pa, { status: 'declined', reason: 'Asked by mail' }));
  await expectState(event, [
    [3, 'signed_up', 'tank'],
    [2, 'signed_up', 'healer'],
    [1, 'waitlist', 'tank', 1],
    [0, 'declined'],
  ]);
  const log = await logOf(event);
  expect(log.find(({ kind }) => kind === 'removed')).toMatchObject({
    why: 'Asked by mail',
    actor: { id: guild.officer.userId },
    person: { id: a?.userId },
    changes: { status: ['signed_up', 'declined'] },
  });
  expect(log.find(({ why }) => why === 'Was benched last week')).toMatchObject({
    kind: 'moved',
    changes: { position: 1 },
  });
  expect(log.find(({ kind }) => kind === 'promoted')).toMatchObject({
    person: { id: d?.userId },
    why: 'An officer made room.',
  });

  // Possible even after the start, when the waitlist no longer moves up by itself.
  await moveBack(app, event.id, 48);
  await done(move(event, pd, { status: 'declined' }));
  await expectState(event, [
    [2, 'signed_up'],
    [1, 'waitlist'],
    [0, 'declined'],
    [3, 'declined'],
  ]);
  expect(await done<ParticipationView>(move(event, pb, { status: 'signed_up' }))).toMatchObject({
    status: 'signed_up',
  });
  await done(guild.officer.call('POST', `/events/${event.id}/complete`, {}));
  expect(await refusalOf(move(event, pb, { status: 'declined' }))).toEqual([409, 'event_not_open']);
});

test('refuses to give a slot to a person whom the next sweep would remove', async () => {
  const own = await eventGuild(app, 3);
  const [a, b, c] = own.members;
  const event = await done<EventView>(
    own.officer.call('POST', `/guilds/${own.id}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48),
      durationMinutes: 60,
    }),
  );
  const decline = async (who: Member | undefined) =>
    done<ParticipationView>(who?.call('PUT', `/events/${event.id}/signup`, { status: 'declined' }) as never);
  const give = ({ id }: ParticipationView, input: object = {}) =>
    own.officer.call('PATCH', `/events/${event.id}/participations/${id}`, { status: 'signed_up', ...input });
  const nameless = await decline(a);
  const archived = await done<ParticipationView>(
    b?.call('PUT', `/events/${event.id}/signup`, { characterId: b.characterId, status: 'tentative' }) as never,
  );
  await decline(b);
  const left = await decline(c);
  await app.ctx.sql('update character set archived_at = now() where id = $1', [b?.characterId]);
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [c?.userId]);
  expect(await refusalOf(give(nameless))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(give(nameless, { status: 'tentative' }))).toEqual([400, 'invalid_input']);
  expect(await refusalOf(give(archived))).toEqual([409, 'character_archived']);
  expect(await refusalOf(give(left, { characterId: c?.characterId }))).toEqual([404, 'member_not_found']);
  await done(give(nameless, { characterId: a?.characterId }));
  // Declining on a member's behalf does not need a character.
  await done(give(left, { status: 'declined', note: 'Moved away' }));
  await advance();
  const { participations } = await done<ParticipationListView>(
    own.officer.call('GET', `/events/${event.id}/participations`),
  );
  expect(participations.map(({ user, status }) => [user?.id, status]).toSorted()).toEqual(
    [
      [a?.userId, 'signed_up'],
      [b?.userId, 'declined'],
      [c?.userId, 'declined'],
    ].toSorted(),
  );
});

test('the log records changes of character and note, whoever made them, without quoting either', async () => {
  const [a] = guild.members;
  const event = await make({ slots: [] });
  const part = await signUp(a, event, { roleKey: null, note: 'Mine' });
  const alt = await createCharacter(app, a?.userId ?? '');
  await signUp(a, event, { roleKey: null, characterId: alt });
  await done(move(event, part, { note: 'Theirs', reason: 'Was rude' }));
  await done(move(event, part, { note: 'Theirs' }));
  const log = (await logOf(event)).filter(({ person }) => person !== null);
  expect(log.map(({ kind, actor, changes, why }) => [kind, actor?.id, changes, why])).toEqual([
    ['moved', guild.officer.userId, { note: true }, 'Was rude'],
    ['answered', a?.userId, { character: true }, null],
    ['answered', a?.userId, { status: [null, 'signed_up'] }, null],
  ]);
});

test('a cancelled event keeps its sign-ups for when it is reopened', async () => {
  const [a, b] = guild.members;
  const event = await make();
  await signUp(a, event);
  await signUp(b, event);
  await done(guild.officer.call('POST', `/events/${event.id}/cancel`, {}));
  expect(await refusalOf(withdraw(a, event))).toEqual([409, 'event_not_open']);
  await done(guild.officer.call('POST', `/events/${event.id}/reopen`, {}));
  await expectState(event, [
    [0, 'signed_up'],
    [1, 'waitlist'],
  ]);
});

test('an event whose slots cannot be freed does not affect other events', async () => {
  const own = await eventGuild(app, 1);
  const [a] = own.members;
  const events: EventView[] = [];
  for (const title of ['Before', 'Broken', 'After']) {
    const event = await done<EventView>(
      own.officer.call('POST', `/guilds/${own.id}/events`, {
        title,
        type: 'raid',
        startsAt: inHours(48),
        durationMinutes: 60,
      }),
    );
    await done(a?.call('PUT', `/events/${event.id}/signup`, { characterId: a.characterId }) as never);
    events.push(event);
  }
  const broken = events[1]?.id;
  await app.ctx.sql(
    `alter table participation add constraint broken check (event_id <> '${broken}' or status <> 'declined')`,
  );
  await app.ctx.sql('update character set archived_at = now() where id = $1', [a?.characterId]);
  const statuses = async () =>
    (
      await app.ctx.sql<{ status: string }>(
        `select p.status from participation p join event e on e.id = p.event_id where e.organization_id = $1 order by e.id`,
        [own.id],
      )
    ).map(({ status }) => status);
  await expect(advance()).rejects.toThrow('Not everything about events could be done');
  expect(await statuses()).toEqual(['declined', 'signed_up', 'declined']);
  await app.ctx.sql('alter table participation drop constraint broken');
  await advance();
  expect(await statuses()).toEqual(['declined', 'declined', 'declined']);
});

test('leaving the guild or archiving the character releases the slot within a minute, and the log says why', async () => {
  const own = await eventGuild(app, 4);
  const [a, b, c, d] = own.members;
  const event = await done<EventView>(
    own.officer.call('POST', `/guilds/${own.id}/events`, {
      title: 'Raid',
      type: 'raid',
      startsAt: inHours(48),
      durationMinutes: 60,
      slots: [{ roleKey: 'tank', max: 2 }],
    }),
  );
  const past = await done<EventView>(
    own.officer.call('POST', `/guilds/${own.id}/events`, {
      title: 'Raid',
      type: 'raid',
      startsAt: inHours(1),
      durationMinutes: 60,
    }),
  );
  await signUp(a, past);
  await moveBack(app, past.id, 3);
  for (const who of [a, b, c, d]) await signUp(who, event);
  await app.ctx.sql('update membership set left_at = now() where user_id = $1', [a?.userId]);
  await app.ctx.sql('update character set archived_at = now() where id = $1', [b?.characterId]);
  await advance();
  await advance();
  const { participations } = await done<ParticipationListView>(
    own.officer.call('GET', `/events/${event.id}/participations`),
  );
  expect(participations.map(({ user, status }) => [user?.id, status])).toEqual([
    [c?.userId, 'signed_up'],
    [d?.userId, 'signed_up'],
    [a?.userId, 'declined'],
    [b?.userId, 'declined'],
  ]);
  const log = await logOf(event, own.officer);
  expect(
    log
      .filter(({ kind }) => kind === 'removed')
      .map(({ person, why }) => [person?.id, why])
      .toSorted(),
  ).toEqual(
    [
      [a?.userId, 'No longer a member of the guild.'],
      [b?.userId, 'The character is archived.'],
    ].toSorted(),
  );
  // Records of the past stay.
  expect(
    (await done<ParticipationListView>(own.officer.call('GET', `/events/${past.id}/participations`))).participations,
  ).toMatchObject([{ status: 'signed_up' }]);
  // The slot of a person who is erased goes to the next.
  const [e] = [await joinGuild(app, own.id)];
  await signUp(e, event);
  expect((await c?.call('DELETE', '/auth/me'))?.status).toBe(200);
  await runErasures(app);
  const after = await expectOrder(app, event.id);
  expect(after.filter(({ status }) => status === 'signed_up').map(({ userId }) => userId)).toEqual([
    d?.userId,
    e?.userId,
  ]);
});

test('deleting the character releases the slot too', async () => {
  const [a, b] = guild.members;
  const own = await createCharacter(app, a?.userId ?? '');
  const event = await make();
  await signUp(a, event, { characterId: own });
  await signUp(b, event);
  expect((await a?.call('DELETE', `/characters/${own}`))?.status).toBe(200);
  await advance();
  await expectState(event, [
    [1, 'signed_up'],
    [0, 'declined'],
  ]);
  expect((await logOf(event)).find(({ kind }) => kind === 'removed')).toMatchObject({
    actor: null,
    person: { id: a?.userId },
    why: 'The character is gone.',
  });
});

test('in an in-game guild the roster decides which characters people can bring', async () => {
  await using synced = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const { world } = synced.simulator;
  const { client: ysolde, guild: lantern } = await bringIn(synced);
  const { client: kessa } = await bringIn(synced, 'kessa');
  const osric = await synced.signIn('osric');
  await syncCharacters(synced, osric);
  const call = callerOf(synced, kessa.token);
  const master = callerOf(synced, ysolde.token);
  const event = await done<EventView>(
    master('POST', `/guilds/${lantern.alias}/events`, {
      title: 'Raid',
      type: 'raid',
      scope: 'guild',
      startsAt: inHours(48),
      durationMinutes: 60,
    }),
  );
  expect(event.abilityRules).toEqual([{ action: 'manage', subject: 'Event' }]);
  expect((await callerOf(synced, osric.token)('GET', `/events/${event.id}`)).status).toBe(404);
  const characters = (await ysolde.get('/characters').expect(200)).body;
  const outside = characters.find(({ name }: { name: string }) => name === 'Vesperine');
  expect(await refusalOf(master('PUT', `/events/${event.id}/signup`, { characterId: outside.id }))).toEqual([
    409,
    'character_not_in_guild',
  ]);
  const [kestrimo] = (await kessa.get('/characters').expect(200)).body.filter(
    ({ name }: { name: string }) => name === 'Kestrimo',
  );
  expect(
    await refusalOf(
      call('POST', `/guilds/${lantern.id}/events`, {
        title: 'Mine',
        type: 'raid',
        scope: 'guild',
        startsAt: inHours(48),
        durationMinutes: 60,
      }),
    ),
  ).toEqual([403, 'missing_permission']);
  await done(call('PUT', `/events/${event.id}/signup`, { characterId: kestrimo.id }));
  world.leave(world.character('highmere', 'Kestrimo'));
  await syncRoster(synced, ysolde, lantern);
  await advance(synced);
  const { participations } = await done<ParticipationListView>(master('GET', `/events/${event.id}/participations`));
  expect(participations).toMatchObject([{ user: { displayName: 'Kessaly' }, status: 'declined' }]);
});

test('attendance is recorded after the start, for all named people or for none', async () => {
  const [a, b, c] = guild.members;
  const event = await make();
  const [pa, pb] = [await signUp(a, event), await signUp(b, event)];
  const record = (entries: object[], reason?: string) =>
    guild.officer.call('POST', `/events/${event.id}/attendance`, { entries, ...(reason ? { reason } : {}) });
  expect(await refusalOf(record([{ participationId: pa.id, attendance: 'present' }]))).toEqual([
    409,
    'event_not_started',
  ]);
  await moveBack(app, event.id, 49);
  const outsider = await createPerson(app);
  for (const wrong of [
    [{ participationId: pa.id, attendance: 'asleep' }],
    [{ attendance: 'present' }],
    [{ participationId: pa.id, userId: a?.userId, attendance: 'present' }],
    [
      { participationId: pa.id, attendance: 'present' },
      { userId: a?.userId, attendance: 'late' },
    ],
    [
      { userId: c?.userId, attendance: 'present' },
      { userId: c?.userId, attendance: 'late' },
    ],
    [],
  ]) {
    expect([wrong, (await record(wrong)).status]).toEqual([wrong, 400]);
  }
  expect(
    await refusalOf(
      record([
        { participationId: pa.id, attendance: 'present' },
        { userId: outsider.userId, attendance: 'present' },
      ]),
    ),
  ).toEqual([404, 'participation_not_found']);
  const attendance = async () =>
    (
      await app.ctx.sql<{ attendance: string | null }>(
        'select attendance from participation where event_id = $1 order by ticket',
        [event.id],
      )
    ).map((row) => row.attendance);
  expect(await attendance()).toEqual([null, null]);
  const first = await done<{ recorded: number }>(
    record([
      { participationId: pa.id, attendance: 'present' },
      { participationId: pb.id, attendance: 'no_show' },
      { userId: c?.userId, characterId: c?.characterId, attendance: 'late' },
    ]),
  );
  expect([first.recorded, await attendance()]).toEqual([3, ['present', 'no_show', 'late']]);
  await done(guild.officer.call('POST', `/events/${event.id}/complete`, {}));
  expect(
    await done<{ recorded: number }>(
      record(
        [
          { participationId: pa.id, attendance: 'present' },
          { participationId: pb.id, attendance: 'excused' },
        ],
        'Had told us',
      ),
    ),
  ).toMatchObject({ recorded: 1 });
  expect((await logOf(event)).find(({ why }) => why === 'Had told us')).toMatchObject({
    kind: 'attendance',
    person: { id: b?.userId },
    changes: { attendance: ['no_show', 'excused'] },
  });
  expect(await refusalOf(put(a, event))).toEqual([409, 'event_not_open']);
});

test('attendance of unannounced people can be withdrawn, and withdrawing none changes nothing', async () => {
  const [a, b, c, d] = guild.members;
  const event = await make({ slots: [] });
  const part = await signUp(a, event, { roleKey: null, status: 'tentative' });
  await moveBack(app, event.id, 49);
  const record = async (entries: object[]) =>
    (await done<{ recorded: number }>(guild.officer.call('POST', `/events/${event.id}/attendance`, { entries })))
      .recorded;
  const people = async (who = guild.officer) =>
    (await done<ParticipationListView>(who.call('GET', `/events/${event.id}/participations`))).participations.map(
      ({ user, attendance }) => [user?.id, attendance],
    );
  const nothing = { userId: c?.userId, attendance: null };
  expect(
    (await guild.officer.call('POST', `/events/${event.id}/attendance`, { entries: [nothing, nothing] })).status,
  ).toBe(400);
  expect(
    await record([
      { participationId: part.id, attendance: 'present' },
      { userId: b?.userId, attendance: 'late' },
      { userId: d?.userId, attendance: 'present' },
      nothing,
    ]),
  ).toBe(3);
  expect(await people()).toEqual([
    [a?.userId, 'present'],
    [b?.userId, 'late'],
    [d?.userId, 'present'],
  ]);
  // Only event managers and the person concerned see a record.
  expect(await people(b)).toEqual([
    [a?.userId, null],
    [b?.userId, 'late'],
    [d?.userId, null],
  ]);
  const moved = (
    await done<ParticipationListView>(guild.officer.call('GET', `/events/${event.id}/participations`))
  ).participations.find(({ user }) => user?.id === d?.userId);
  if (!moved) throw new Error('Nobody came');
  await done(move(event, moved, { status: 'signed_up' }));
  expect(
    await record([
      { userId: a?.userId, attendance: null },
      { userId: b?.userId, attendance: null },
      { userId: d?.userId, attendance: null },
    ]),
  ).toBe(3);
  // People who had answered or had a slot stay.
  expect(await people()).toEqual([
    [d?.userId, null],
    [a?.userId, null],
  ]);
  expect((await logOf(event)).find(({ person }) => person?.id === b?.userId)).toMatchObject({
    kind: 'attendance',
    changes: { attendance: ['late', null] },
  });
});
