import type { EventView } from '@guildhall/contracts/event.ts';
import type { KeptAnswersView } from '@guildhall/contracts/kept-answer.ts';
import type { NotificationsView } from '@guildhall/contracts/notification.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInClient, TestApp } from '../../../test/app.ts';
import { type Call, callerOf } from '../../../test/caller.ts';
import { appWithoutEnrichment } from '../../../test/character.ts';
import { done, inHours, moveBack } from '../../../test/events.ts';
import { bringIn, eventually, syncCharacters, type TestGuild } from '../../../test/guild.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { queueKeptAnswers } from './keep-answer.ts';

const UNKNOWN = uuidv7();

let app: TestApp;
let guild: TestGuild;
let master: Call;
beforeAll(async () => {
  app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [60, 4] }) });
  const brought = await bringIn(app, 'ysolde');
  guild = brought.guild;
  master = callerOf(app, brought.client.token);
});
afterAll(() => app[Symbol.asyncDispose]());

const make = (input: object = {}) =>
  done<EventView>(
    master('POST', `/organizations/${guild.id}/events`, {
      ...{ title: 'Vault', type: 'raid', startsAt: inHours(48), durationMinutes: 60 },
      slots: [
        { roleKey: 'tank', max: 2 },
        { roleKey: 'healer', max: 4 },
        { roleKey: 'melee', max: 8 },
        { roleKey: 'ranged', max: 8 },
      ],
      ...input,
    }),
  );

type Visitor = { client: SignedInClient; call: Call };
async function visitor(account: string): Promise<Visitor> {
  const client = await app.signIn(account);
  return { client, call: callerOf(app, client.token) };
}
const keep = ({ call }: Visitor, eventId: string, body: Record<string, string> = { status: 'signed_up' }) =>
  call('PUT', `/auth/me/kept-answers/${eventId}`, body);
const kept = async ({ call }: Visitor) =>
  (await done<KeptAnswersView>(call('GET', '/auth/me/kept-answers'))).answers.map(({ eventId }) => eventId);
const told = async ({ call }: Visitor) =>
  (await done<NotificationsView>(call('GET', '/auth/me/notifications'))).notifications
    .filter(({ kind }) => kind.startsWith('answer_'))
    .map(({ kind, eventId, title, status, roleKey, refusal }) => ({ kind, eventId, title, status, roleKey, refusal }));
const mineAt = async ({ call }: Visitor, eventId: string) =>
  (await done<EventView>(call('GET', `/events/${eventId}`))).mine;
const settled = (who: Visitor) => eventually(async () => expect(await kept(who)).toEqual([]));
const UNNAMED = { kind: 'answer_refused', eventId: null, title: null, status: null, roleKey: null };

test('an answer is kept for a person who is signed in, whether or not there is such an event', async () => {
  const event = await make();
  const nobody = callerOf(app, 'no-token');
  expect((await nobody('PUT', `/auth/me/kept-answers/${event.id}`, { status: 'declined' })).status).toBe(401);
  const osric = await visitor('osric');
  expect((await keep(osric, event.id, { status: 'waitlist' })).status).toBe(400);
  const answers = await Promise.all([event.id, UNKNOWN].map((id) => keep(osric, id, { status: 'tentative' })));
  const shown = answers.map(({ status, body: { eventId: _, keptAt: __, ...rest } }) => [status, rest]);
  expect(shown).toEqual(Array(2).fill([200, { status: 'tentative', roleKey: null }]));
  expect((await kept(osric)).toSorted()).toEqual([event.id, UNKNOWN].toSorted());
  // His characters are in no guild: neither notification says what is behind an address.
  await syncCharacters(app, osric.client);
  await settled(osric);
  expect(await told(osric)).toEqual(Array(2).fill({ ...UNNAMED, refusal: 'not_a_member' }));
});

test('a kept answer counts once the characters have been read, in the role of the character or the one that was named', async () => {
  const [usual, named, no] = [await make(), await make(), await make({ slots: [] })];
  const pell = await visitor('pell');
  await keep(pell, usual.id);
  await keep(pell, named.id, { status: 'signed_up', roleKey: 'tank' });
  await keep(pell, named.id, { status: 'tentative', roleKey: 'ranged' });
  await keep(pell, no.id, { status: 'declined' });
  expect((await pell.call('GET', `/events/${usual.id}`)).status).toBe(404);
  await syncCharacters(app, pell.client);
  await settled(pell);
  const { body } = await pell.client.get('/characters').expect(200);
  const mine = await mineAt(pell, usual.id);
  const [brought] = body.filter(({ id }: { id: string }) => id === mine?.characterId);
  expect(mine).toMatchObject({ status: 'signed_up', roleKey: brought.playableRoles[0] });
  const counted = await told(pell);
  expect(counted).toContainEqual({
    ...{ kind: 'answer_counts', eventId: usual.id, title: 'Vault', refusal: null },
    ...{ status: 'signed_up', roleKey: brought.playableRoles[0] },
  });
  expect(counted.map(({ eventId }) => eventId)).toContain(no.id);
  expect((await mineAt(pell, no.id))?.status).toBe('declined');
  const playsRanged = body.some(({ playableRoles }: { playableRoles: string[] }) => playableRoles.includes('ranged'));
  expect((await mineAt(pell, named.id)) ?? null).toEqual(
    playsRanged ? expect.objectContaining({ status: 'tentative', roles: ['ranged'] }) : null,
  );
});

test('a refusal names the event and the reason to a member', async () => {
  const { client } = await bringIn(app, 'kessa');
  const kessa = { client, call: callerOf(app, client.token) };
  const [noSlot, closed, full] = [
    await make({ slots: [{ roleKey: 'tank', max: 1 }] }),
    await make({ signupDeadline: inHours(-1) }),
    await make({ slots: [{ roleKey: 'flex', max: 1 }] }),
  ];
  const { body: own } = await client.get('/characters').expect(200);
  const role = ['healer', 'melee', 'ranged'].find((one) => own[0].playableRoles.includes(one)) ?? 'healer';
  await keep(kessa, noSlot.id, { status: 'signed_up', roleKey: role });
  await keep(kessa, closed.id);
  const masters = await done<{ id: string; name: string }[]>(master('GET', '/characters'));
  const characterId = masters.find(({ name }) => name === 'Ysolde')?.id ?? '';
  await done(master('PUT', `/events/${full.id}/signup`, { characterId, roleKey: 'flex' }));
  await keep(kessa, full.id);
  await queueKeptAnswers(app.ctx);
  await settled(kessa);
  const reasons = new Map((await told(kessa)).map(({ eventId, refusal }) => [eventId, refusal]));
  expect(reasons).toEqual(
    new Map([
      [noSlot.id, 'role_without_slot'],
      [closed.id, 'signup_closed'],
      [full.id, null],
    ]),
  );
  expect((await mineAt(kessa, full.id))?.status).toBe('waitlist');
});

test('an attempt that fails half-way loses nothing, and an answer given meanwhile is the newer one', async () => {
  const { client } = await bringIn(app, 'kessa');
  const kessa = { client, call: callerOf(app, client.token) };
  const [first, second] = [await make(), await make()];
  await keep(kessa, first.id);
  await keep(kessa, second.id);
  await done(kessa.call('PUT', `/events/${second.id}/signup`, { status: 'declined' }));
  await app.ctx.sql(`alter table notification add constraint broken check (kind <> 'answer_counts') not valid`);
  await queueKeptAnswers(app.ctx);
  await eventually(async () => {
    const failed = `select id from pgboss.job where name = 'characters-read' and state = 'retry'`;
    expect(await app.ctx.sql(failed)).toHaveLength(1);
  });
  expect(await mineAt(kessa, first.id)).toBeNull();
  expect(await kept(kessa)).toContain(first.id);
  await app.ctx.sql('alter table notification drop constraint broken');
  await settled(kessa);
  expect((await mineAt(kessa, first.id))?.status).toBe('signed_up');
  expect((await mineAt(kessa, second.id))?.status).toBe('declined');
  expect((await told(kessa)).map(({ eventId }) => eventId)).not.toContain(second.id);
});

test('an answer of a person whose characters never came is refused when the event begins', async () => {
  const event = await make();
  const vesper = await visitor('vesper');
  await keep(vesper, event.id);
  await queueKeptAnswers(app.ctx);
  expect(await kept(vesper)).toEqual([event.id]);
  await moveBack(app, event.id, 49);
  await queueKeptAnswers(app.ctx);
  await settled(vesper);
  expect(await told(vesper)).toEqual([{ ...UNNAMED, refusal: 'event_started' }]);
});

test('the newest twenty answers of a person are kept', async () => {
  const vesper = await visitor('vesper');
  const ids = Array.from({ length: 22 }, () => uuidv7());
  for (const id of ids) await keep(vesper, id);
  expect(await kept(vesper)).toEqual(ids.slice(2).toReversed());
});
