import type { TransferView } from '@guildhall/contracts/roster.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type SignedInClient, testApp } from '../../../test/app.ts';
import { bringIn, historyOf, rosterOf, syncRoster, type TestGuild } from '../../../test/guild.ts';

const small = () => createWorld({ guildSizes: [20] });
const pending = async (client: SignedInClient, guild: TestGuild): Promise<TransferView[]> =>
  (await client.get(`/organizations/${guild.id}/roster/transfers`).expect(200)).body.transfers;
const decide = (client: SignedInClient, guild: TestGuild, transfer: TransferView | undefined, decision: string) =>
  client.post(`/organizations/${guild.id}/roster/transfers/${transfer?.id}`).send({ decision });

test.concurrent('after a realm transfer or faction change an officer is asked whether leaver and joiner are one', async () => {
  await using app = await testApp({ world: small() });
  const { world } = app.simulator;
  const { client, guild } = await bringIn(app);
  world.transfer(world.character('highmere', 'Glaesix'), 'forêt-d-argent');
  world.changeFaction(world.character('highmere', 'Gillaval'));
  // The same name with another class means a different character.
  world.leave(world.character('highmere', 'Trorroth'));
  const [, realm] = world.realms;
  world.createMember(world.guild('lantern'), { name: 'Trorroth', classId: 8, ...(realm ? { realm } : {}) });
  const session = await syncRoster(app, client, guild);
  expect(session.progress).toMatchObject({ added: 3, removed: 3 });

  const transfers = await pending(client, guild);
  const shown = transfers.map(({ leaver, joiner }) => [
    leaver.name,
    leaver.realm.slug,
    joiner.realm.slug,
    leaver.faction === joiner.faction,
  ]);
  expect(shown.toSorted()).toEqual([
    ['Gillaval', 'highmere', 'highmere', false],
    ['Glaesix', 'highmere', 'forêt-d-argent', true],
  ]);
  expect(transfers[0]).toMatchObject({
    status: 'pending',
    leaver: { leftAt: expect.any(String) },
    joiner: { leftAt: null },
  });
});

test.concurrent('confirming gives the joiner the history and the joining date, and removes the leaver', async () => {
  await using app = await testApp({ world: small() });
  const { world } = app.simulator;
  const { client, guild } = await bringIn(app);
  const [before] = await rosterOf(client, guild, '&search=glaesix');
  world.setRank(world.character('highmere', 'Glaesix'), 5);
  await syncRoster(app, client, guild);
  world.transfer(world.character('highmere', 'Glaesix'), 'forêt-d-argent');
  await syncRoster(app, client, guild);
  expect(await rosterOf(client, guild, '&search=glaesix&includeLeft=true')).toHaveLength(2);

  const [transfer] = await pending(client, guild);
  const { body } = await decide(client, guild, transfer, 'confirm').expect(200);
  expect(body).toMatchObject({ id: transfer?.id, status: 'confirmed' });
  const members = await rosterOf(client, guild, '&search=glaesix&includeLeft=true');
  expect(members).toMatchObject([{ id: transfer?.joiner.id, joinedAt: before?.joinedAt, leftAt: null }]);
  const history = await historyOf(client, guild, `&memberId=${transfer?.joiner.id}`);
  expect(history.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ['joined', null, '6'],
    ['rank', '6', '5'],
    ['left', '5', null],
    ['joined', null, '5'],
    ['transferred', 'highmere, alliance', 'forêt-d-argent, alliance'],
  ]);
  expect(await historyOf(client, guild, `&memberId=${transfer?.leaver.id}`)).toEqual([]);

  expect(await pending(client, guild)).toEqual([]);
  await decide(client, guild, transfer, 'reject').expect(409);
  await syncRoster(app, client, guild);
  expect(await rosterOf(client, guild, '&includeLeft=true')).toHaveLength(20);
});

test.concurrent('rejecting leaves both as they are', async () => {
  await using app = await testApp({ world: small() });
  const { world } = app.simulator;
  const { client, guild } = await bringIn(app);
  world.changeFaction(world.character('highmere', 'Gillaval'));
  await syncRoster(app, client, guild);
  const [transfer] = await pending(client, guild);
  expect((await decide(client, guild, transfer, 'reject').expect(200)).body.status).toBe('rejected');
  expect(await pending(client, guild)).toEqual([]);
  expect(await rosterOf(client, guild, '&search=gillaval&includeLeft=true')).toHaveLength(2);
  expect((await historyOf(client, guild)).map(({ kind }) => kind)).not.toContain('transferred');
});

test.concurrent('only officers of the guild decide about its transfers, and only once', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12] }) });
  const { world } = app.simulator;
  const { client, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const { client: brannoc, guild: other } = await bringIn(app, 'brannoc');
  world.changeFaction(world.character('highmere', 'Gillaval'));
  await syncRoster(app, client, guild);
  const [transfer] = await pending(client, guild);

  await kessa.get(`/organizations/${guild.id}/roster/transfers`).expect(403);
  await decide(kessa, guild, transfer, 'confirm').expect(403);
  await decide(brannoc, guild, transfer, 'confirm').expect(403);
  await decide(brannoc, other, transfer, 'confirm').expect(404);
  await client.post(`/organizations/${guild.id}/roster/transfers/x`).send({ decision: 'confirm' }).expect(400);
  for (const body of [{}, { decision: 'maybe' }, { decision: 'confirm', decidedBy: 'me' }])
    await client.post(`/organizations/${guild.id}/roster/transfers/${transfer?.id}`).send(body).expect(400);
  const answers = await Promise.all(Array.from({ length: 8 }, () => decide(client, guild, transfer, 'confirm')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  expect((await historyOf(client, guild)).filter(({ kind }) => kind === 'transferred')).toHaveLength(1);
  const { body } = await client.get(`/organizations/${guild.id}/audit-log`).expect(200);
  const decisions = body.entries.filter(({ action }: { action: string }) => action === 'transfer_decided');
  expect(decisions).toMatchObject([{ details: { transferId: transfer?.id, decision: 'confirmed' } }]);
});

test.concurrent('successive transfers keep the whole history, in whatever order they are decided', async () => {
  await using app = await testApp({ world: small() });
  const { world } = app.simulator;
  const { client, guild } = await bringIn(app);
  const [first] = await rosterOf(client, guild, '&search=gillaval');
  world.changeFaction(world.character('highmere', 'Gillaval'));
  await syncRoster(app, client, guild);
  world.transfer(world.character('highmere', 'Gillaval'), 'forêt-d-argent');
  await syncRoster(app, client, guild);
  const [second, earlier] = await pending(client, guild);
  await decide(client, guild, second, 'confirm').expect(200);
  const [passedOn] = await pending(client, guild);
  expect(passedOn).toMatchObject({ id: earlier?.id, joiner: { id: second?.joiner.id } });
  await decide(client, guild, passedOn, 'confirm').expect(200);
  const members = await rosterOf(client, guild, '&search=gillaval&includeLeft=true');
  expect(members).toMatchObject([{ id: second?.joiner.id, joinedAt: first?.joinedAt }]);
  const history = await historyOf(client, guild, `&memberId=${second?.joiner.id}`);
  expect(history.filter(({ kind }) => kind === 'transferred')).toHaveLength(2);
});

test.concurrent('confirming one of two possible leavers of a joiner rules out the other', async () => {
  await using app = await testApp({ world: small() });
  const { world } = app.simulator;
  const lantern = world.guild('lantern');
  const [, elsewhere] = world.realms;
  const here = world.createMember(lantern, { name: 'Twofold', classId: 8, raceId: 1 });
  const there = world.createMember(lantern, {
    name: 'Twofold',
    classId: 8,
    ...(elsewhere ? { realm: elsewhere } : {}),
  });
  const { client, guild } = await bringIn(app);
  world.changeFaction(here);
  world.leave(there);
  await syncRoster(app, client, guild);
  const [one, other] = await pending(client, guild);
  expect(one?.joiner.id).toBe(other?.joiner.id);
  await decide(client, guild, one, 'confirm').expect(200);
  expect(await pending(client, guild)).toEqual([]);
  await decide(client, guild, other, 'confirm').expect(409);
  const audited = await app.ctx.sql(
    `select a.action, u.display_name as actor, a.details from audit_entry a join app_user u on u.id = a.actor_id
     where a.action = 'transfer_decided'`,
  );
  const [leaverId, joinerId] = [one?.leaver.id, one?.joiner.id];
  const details = { transferId: one?.id, decision: 'confirmed', leaverId, joinerId };
  expect(audited).toEqual([{ action: 'transfer_decided', actor: 'Ysolde', details }]);
  expect(await rosterOf(client, guild, '&search=twofold&includeLeft=true')).toHaveLength(2);
});

test.concurrent('two members who may have become each other are asked about only once', async () => {
  await using app = await testApp({ world: small() });
  const { world } = app.simulator;
  const lantern = world.guild('lantern');
  const [, elsewhere] = world.realms;
  const here = world.createMember(lantern, { name: 'Twofold', classId: 8, raceId: 1 });
  const { client, guild } = await bringIn(app);
  world.leave(here);
  const there = world.createMember(lantern, {
    name: 'Twofold',
    classId: 8,
    ...(elsewhere ? { realm: elsewhere } : {}),
  });
  await syncRoster(app, client, guild);
  const [first] = await pending(client, guild);
  world.leave(there);
  world.join(lantern, here, 5);
  await syncRoster(app, client, guild);
  const [back] = await pending(client, guild);
  expect([back?.leaver.id, back?.joiner.id]).toEqual([first?.joiner.id, first?.leaver.id]);
  await decide(client, guild, back, 'confirm').expect(200);
  const stored = await app.ctx.sql<{ id: string; decision: string; same: boolean }>(
    'select id, decision, leaver_id = joiner_id as same from transfer_candidate order by created_at',
  );
  expect(stored).toEqual([
    { id: first?.id, decision: 'rejected', same: false },
    { id: back?.id, decision: 'confirmed', same: false },
  ]);
  expect(await rosterOf(client, guild, '&search=twofold&includeLeft=true')).toMatchObject([{ leftAt: null }]);
});

test.concurrent('the history is paged, latest first', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  app.simulator.world.setRank(app.simulator.world.character('highmere', 'Glaesix'), 5);
  await syncRoster(app, client, guild);
  const page = async (number: number) =>
    (await client.get(`/organizations/${guild.alias}/roster/history?page=${number}&pageSize=8`).expect(200)).body;
  const pages = await Promise.all([1, 2, 3, 4].map(page));
  expect(pages[0].changes[0]).toMatchObject({ kind: 'rank', before: '6', after: '5', member: { name: 'Glaesix' } });
  expect(pages.map(({ changes }) => changes.length)).toEqual([8, 8, 5, 0]);
  expect(pages[0].pagination).toEqual({ page: 1, pageSize: 8, total: 21, totalPages: 3 });
  const ids = pages.flatMap(({ changes }) => changes.map(({ id }: { id: string }) => id));
  expect(new Set(ids).size).toBe(21);

  const [change] = pages[0].changes;
  const filtered = async (query: string) => {
    const { body } = await client.get(`/organizations/${guild.id}/roster/history?${query}`).expect(200);
    return [body.pagination.total, body.changes.map(({ kind }: { kind: string }) => kind)];
  };
  expect(await filtered('kind=rank')).toEqual([1, ['rank']]);
  expect(await filtered('kind=left')).toEqual([0, []]);
  expect(await filtered(`memberId=${change.member.id}`)).toEqual([2, ['rank', 'joined']]);
  expect(await filtered(`memberId=${change.member.id}&kind=joined`)).toEqual([1, ['joined']]);
  for (const query of ['page=0', 'pageSize=201', 'memberId=x', 'kind=x'])
    await client.get(`/organizations/${guild.id}/roster/history?${query}`).expect(400);
});
