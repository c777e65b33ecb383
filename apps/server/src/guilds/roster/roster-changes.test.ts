import { appToken, ask, jsonOf, type RosterBody } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { bringIn, historyOf, PROFILES, rosterOf, syncRoster } from '../../../test/guild.ts';

const start = async () => {
  const app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  return { app, lantern: app.simulator.world.guild('lantern'), [Symbol.asyncDispose]: app[Symbol.asyncDispose] };
};
const ROSTER = '/data/wow/guild/*/roster';

async function rosterDocument({ simulator }: TestApp): Promise<RosterBody> {
  const { realm, slug } = simulator.world.guild('lantern');
  return jsonOf(await ask(simulator, `/data/wow/guild/${realm.slug}/${slug}/roster`, await appToken(simulator)));
}

test.concurrent('one sync applies joins, leaves, ranks, levels and renames, each with one row of history', async () => {
  await using scene = await start();
  const { app, lantern } = scene;
  const { world } = app.simulator;
  const { client, guild } = await bringIn(app);
  const before = await rosterOf(client, guild);
  expect(before).toHaveLength(20);
  const entry = (name: string) => before.find((member) => member.name === name);

  world.createMember(lantern, { name: 'Newcomer', level: 12, rank: 8 });
  world.leave(world.character('highmere', 'Trorroth'));
  world.setRank(world.character('highmere', 'Glaesix'), 2);
  world.levelUp(world.character('highmere', 'Brackenna'), 2);
  world.rename(world.character('highmere', 'Gillaval'), 'Gilla');
  const session = await syncRoster(app, client, guild);
  expect(session).toMatchObject({
    status: 'completed',
    progress: { total: 20, done: 20, added: 1, updated: 3, removed: 1 },
  });

  const after = await rosterOf(client, guild);
  const now = (name: string) => after.find((member) => member.name === name);
  expect(now('Newcomer')).toMatchObject({ level: 12, rank: 8, leftAt: null });
  expect(now('Trorroth')).toBeUndefined();
  expect(now('Glaesix')).toMatchObject({ rank: 2, id: entry('Glaesix')?.id });
  expect(now('Brackenna')).toMatchObject({ level: 73 });
  expect(now('Gilla')).toMatchObject({ id: entry('Gillaval')?.id, joinedAt: entry('Gillaval')?.joinedAt });
  expect(now('Gillaval')).toBeUndefined();

  const [gone] = await rosterOf(client, guild, '&includeLeft=true&search=trorroth');
  expect(gone).toMatchObject({ id: entry('Trorroth')?.id, leftAt: expect.any(String) });
  expect(gone?.lastSeenInRoster).toBe(entry('Trorroth')?.lastSeenInRoster);

  const changes = (await historyOf(client, guild))
    .slice(20)
    .map(({ kind, member, before, after }) => [kind, member.name, before, after]);
  expect(changes.toSorted()).toEqual([
    ['joined', 'Newcomer', null, '8'],
    ['left', 'Trorroth', '6', null],
    ['level', 'Brackenna', '71', '73'],
    ['rank', 'Glaesix', '6', '2'],
    ['renamed', 'Gilla', 'Gillaval', 'Gilla'],
  ]);
});

test.concurrent('a member who returns within 90 days keeps the entry and the joining date', async () => {
  await using scene = await start();
  const { app, lantern } = scene;
  const { world } = app.simulator;
  const { client, guild } = await bringIn(app);
  const [first] = await rosterOf(client, guild, '&search=trorroth');

  const trorroth = world.leave(world.character('highmere', 'Trorroth'));
  await syncRoster(app, client, guild);
  world.join(lantern, trorroth, 7);
  await syncRoster(app, client, guild);

  const [again] = await rosterOf(client, guild, '&search=trorroth');
  expect(again).toMatchObject({ id: first?.id, rank: 7, leftAt: null, joinedAt: first?.joinedAt });
  const history = await historyOf(client, guild, `&memberId=${first?.id}`);
  expect(history.map(({ kind }) => kind)).toEqual(['joined', 'left', 'returned']);
  expect((await historyOf(client, guild, '&kind=returned')).map(({ after }) => after)).toEqual(['7']);

  world.leave(world.character('highmere', 'Trorroth'));
  await syncRoster(app, client, guild);
  await app.ctx.sql(`update roster_entry set left_at = left_at - interval '91 days' where id = $1`, [first?.id]);
  world.join(lantern, world.character('highmere', 'Trorroth'), 7);
  await syncRoster(app, client, guild);
  const [later] = await rosterOf(client, guild, '&search=trorroth');
  expect(Date.parse(later?.joinedAt ?? '')).toBeGreaterThan(Date.parse(first?.joinedAt ?? ''));
  expect((await historyOf(client, guild, `&memberId=${first?.id}`)).at(-1)?.kind).toBe('joined');
});

test.concurrent('members with the same name or the same number on two realms are two members', async () => {
  await using scene = await start();
  const { app, lantern } = scene;
  const { world } = app.simulator;
  const [here, there] = world.members(lantern).filter(({ name }) => name === 'Gleskaexndav');
  const { client, guild } = await bringIn(app);
  const before = await rosterOf(client, guild, '&search=gleskaexndav');
  expect(before.map(({ realm }) => realm.slug).toSorted()).toEqual([here?.realm.slug, there?.realm.slug].toSorted());

  if (there) world.setRank(there, 3);
  await syncRoster(app, client, guild);
  const after = await rosterOf(client, guild, '&search=gleskaexndav');
  expect(after.find(({ realm }) => realm.slug === there?.realm.slug)?.rank).toBe(3);
  expect(after.find(({ realm }) => realm.slug === here?.realm.slug)?.rank).toBe(here?.rank);
});

test.concurrent('a sync without changes asks conditionally and records only that it asked', async () => {
  await using scene = await start();
  const { app, lantern } = scene;
  const { simulator } = app;
  const { client, guild } = await bringIn(app);
  const rows = () =>
    app.ctx.sql(`select id::text, to_jsonb(e) - 'profile_fetched_at' as row from roster_entry e
      union all select id::text, to_jsonb(e) || jsonb_build_object('version', xmin::text) from roster_event e order by id`);
  const before = await rows();
  expect(before.length).toBe(40);

  simulator.requests.clear();
  const unchanged = await syncRoster(app, client, guild);
  expect(unchanged.progress).toEqual({ total: 20, done: 20, added: 0, updated: 0, removed: 0, failed: 0 });
  expect(simulator.requests.count({ path: ROSTER, status: 304 })).toBe(1);
  // One of the twenty has no profile.
  expect(simulator.requests.count({ path: PROFILES, status: 304 })).toBe(19);

  // A newer document with the same contents.
  const [member] = simulator.world.members(lantern).filter(({ rank }) => rank === 6);
  if (member) simulator.world.setRank(simulator.world.setRank(member, 7), 6);
  await syncRoster(app, client, guild);
  expect(simulator.requests.count({ path: ROSTER, status: 200 })).toBe(1);
  expect(await rows()).toEqual(before);
});

test.concurrent('a level rises with the first source that knows, and does not fall with an older roster', async () => {
  await using scene = await start();
  const { app } = scene;
  const { world, faults } = app.simulator;
  const { client, guild } = await bringIn(app);
  const old = await rosterDocument(app);
  world.levelUp(world.character('highmere', 'Brackenna'), 3);
  for (const _ of [1, 2]) {
    faults.clear();
    faults.serve(ROSTER, old);
    await syncRoster(app, client, guild);
    expect((await rosterOf(client, guild, '&search=brackenna'))[0]?.level).toBe(74);
  }
  const [brackenna] = await rosterOf(client, guild, '&search=brackenna');
  const history = await historyOf(client, guild, `&memberId=${brackenna?.id}`);
  expect(history.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ['joined', null, '5'],
    ['level', '71', '74'],
  ]);
});

test.concurrent('a level that was wrongly too high falls with the next correct roster', async () => {
  await using scene = await start();
  const { app } = scene;
  const { faults } = app.simulator;
  const { client, guild } = await bringIn(app);
  const document = await rosterDocument(app);
  const levelled = document.members.map((member) =>
    member.character.name === 'Brackenna' ? { ...member, character: { ...member.character, level: 80 } } : member,
  );
  const level = async () => (await rosterOf(client, guild, '&search=brackenna'))[0]?.level;
  const clear = faults.serve(ROSTER, { ...document, members: levelled });
  await syncRoster(app, client, guild);
  expect(await level()).toBe(80);
  clear();
  await syncRoster(app, client, guild);
  expect(await level()).toBe(71);
});

test.concurrent('a member whom the platform lists twice is one member', async () => {
  await using scene = await start();
  const { app } = scene;
  const { client, guild } = await bringIn(app);
  const document = await rosterDocument(app);
  app.simulator.faults.serve(ROSTER, { ...document, members: [...document.members, ...document.members.slice(0, 5)] });
  const session = await syncRoster(app, client, guild);
  expect(session).toMatchObject({ status: 'completed', progress: { total: 20, done: 20, added: 0, removed: 0 } });
});

test.concurrent('the last login and the item level come from the profile, also for the claimed character', async () => {
  await using scene = await start();
  const { app } = scene;
  const { world } = app.simulator;
  const { client, guild } = await bringIn(app);
  const at = Date.UTC(2026, 10, 1, 20);
  world.login(world.character('highmere', 'Ysolwen'), at, { equippedItemLevel: 171 });
  await syncRoster(app, client, guild);
  const lastLoginAt = new Date(at).toISOString();
  expect((await rosterOf(client, guild, '&search=ysolwen'))[0]).toMatchObject({ lastLoginAt, itemLevel: 171 });
  const characters = (await client.get('/characters').expect(200)).body;
  expect(characters.find((character: { name: string }) => character.name === 'Ysolwen').lastLoginAt).toBe(lastLoginAt);
});

test.concurrent('another character’s profile under a released name is not taken for the member’s', async () => {
  await using scene = await start();
  const { app } = scene;
  const { world, faults } = app.simulator;
  const { client, guild } = await bringIn(app);
  const [before] = await rosterOf(client, guild, '&search=glaesix');
  faults.serve(ROSTER, await rosterDocument(app));
  world.removeCharacter(world.character('highmere', 'Glaesix'));
  world.createCharacter('highmere', { name: 'Glaesix', level: 80, equippedItemLevel: 3, lastLogin: Date.now() });
  const session = await syncRoster(app, client, guild);
  expect(session).toMatchObject({ status: 'completed', progress: { failed: 0 } });
  const [after] = await rosterOf(client, guild, '&search=glaesix');
  expect(after).toMatchObject({ lastLoginAt: before?.lastLoginAt, itemLevel: before?.itemLevel });
});
