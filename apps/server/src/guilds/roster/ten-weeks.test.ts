/** Ten weeks of a guild of 1,000: compares what the service knows in the end with what happened. */
import { createRandom } from '@guildhall/simulator/random.ts';
import { createWorld, type World } from '@guildhall/simulator/world.ts';
import type { Character } from '@guildhall/simulator/world-model.ts';
import { expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { bringIn, type TestGuild, untilEnded, untilIdle } from '../../../test/guild.ts';
import { createChronicle, keyOf } from '../../../test/roster-chronicle.ts';

const WEEKS = 10;
const SEED = 4;
/** The guild master, who runs the syncs and stays. */
const MASTER = ['Ysolde', 'Ysolwen', 'Brackenna'];
const NEW_PEOPLE = 8;
const PEOPLE = ['kessa', 'pell', 'marrow', 'tamsel', 'quill', 'dagrun'];

test('ten weeks of joins, leaves, ranks, renames, transfers and an empty answer give the exact history', async () => {
  const random = createRandom(SEED);
  const world = createWorld({ seed: SEED, guildSizes: [1_000] });
  const lantern = world.guild('lantern');
  addPeople(world, NEW_PEOPLE);
  // The usual requests, without waits between them.
  const platformLimits = { perSecond: 100_000, perHour: 1_000_000, interactiveShare: 0.15 };
  await using app = await testApp({ world, config: { platformLimits } });
  const { client: master, guild } = await bringIn(app);
  const people = new Map<string, SignedInClient>();
  for (const account of [...PEOPLE, ...newAccounts(NEW_PEOPLE)]) people.set(account, await app.signIn(account));

  const chronicle = createChronicle(world, lantern);
  const seen = new Set<string>();
  const decisions: string[] = [];
  for (const [account, client] of people) await proveCharacters(account, client);
  chronicle.nextWeek();

  for (let week = 1; week <= WEEKS; week++) {
    const became = liveThrough(world, random, week);
    if (week === 5) await expectHeld();
    const session = await syncOnce(app, master, guild);
    const changes = chronicle.nextWeek();
    expect(session).toMatchObject({ status: 'completed', progress: { failed: 0, ...changes } });
    decisions.push(...(await decideTransfers(app, master, guild, became, chronicle.confirm)));
    for (const account of random.shuffle([...people.keys()]).slice(0, 3)) {
      await proveCharacters(account, people.get(account) ?? master);
    }
    await expectMemberships();
  }

  const { members, left, events } = await everything(app, master, guild);
  expect(members).toEqual(chronicle.members());
  expect(left).toEqual(chronicle.left());
  expect(events).toEqual(chronicle.events());
  // Every kind of event happened, and some people left or joined.
  const kinds = new Set([...events.values()].flat().map((event) => event.split(' ')[0]));
  expect([...kinds].toSorted()).toEqual(['joined', 'left', 'level', 'rank', 'renamed', 'returned', 'transferred']);

  expect(seen.size).toBeGreaterThan(people.size);
  expect(new Set(decisions)).toEqual(new Set(['confirm', 'reject']));

  for (const [account, client] of people) await proveCharacters(account, client);
  await expectMemberships();
  for (const [account, client] of people) {
    const ranks = world
      .account(account)
      .characters.flatMap((character) =>
        character.guildId === lantern.id && character.rank !== null ? [character.rank] : [],
      );
    const { body } = await client.get(`/organizations/${guild.id}`).expect(200);
    const maySync = body.abilityRules.some(({ action }: { action: string }) => action === 'sync');
    expect([account, maySync]).toEqual([account, Math.min(9, ...ranks) <= 1]);
  }

  async function proveCharacters(account: string, client: SignedInClient): Promise<void> {
    await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
    const { body } = await client.post('/characters/sync').expect(201);
    expect(await untilEnded(app, body.sessionId)).toMatchObject({ status: 'completed' });
    chronicle.proven(account);
  }

  /** The members of the guild are exactly the people who have proved to own a character in it. */
  async function expectMemberships(): Promise<void> {
    await untilIdle(app);
    const mine = async (client: SignedInClient) =>
      (await client.get('/organizations/mine').expect(200)).body.length === 1;
    const known = await Promise.all([...people].map(async ([account, client]) => [account, await mine(client)]));
    expect(known).toEqual([...people.keys()].map((account) => [account, chronicle.isMember(account)]));
    for (const [account, isMember] of known) seen.add(`${account} ${isMember}`);
  }

  async function expectHeld(): Promise<void> {
    const clear = app.simulator.faults.add({ match: '/data/wow/guild/*/roster', fault: { kind: 'empty-roster' } });
    expect(await syncOnce(app, master, guild)).toMatchObject({ status: 'held', error: { reason: 'roster_shrank' } });
    clear();
    await expectMemberships();
  }
}, 600_000);

const newAccounts = (count: number) => Array.from({ length: count }, (_, index) => `member-${index}`);

/** People with one or two characters in the guild. */
function addPeople(world: World, count: number): void {
  const taken = new Set(world.accounts.flatMap(({ characters }) => characters));
  const free = world.members(world.guild('lantern')).filter((member) => !taken.has(member));
  for (const [index, key] of newAccounts(count).entries()) {
    const account = world.createAccount(key);
    for (const member of free.slice(index * 30, index * 30 + 1 + (index % 2)))
      world.addCharacterToAccount(account, member);
  }
}

/** Simulates one week. Returns each character's new identity. */
function liveThrough(world: World, random: ReturnType<typeof createRandom>, week: number): Map<string, string> {
  const lantern = world.guild('lantern');
  const [, elsewhere = ''] = [...new Set(world.members(lantern).map(({ realm }) => realm.slug))];
  const played = new Set(world.accounts.flatMap(({ characters }) => characters));
  const free = random.shuffle(world.members(lantern).filter(({ name, rank }) => !MASTER.includes(name) && rank !== 0));
  // Over-represents characters that belong to a person.
  const ofPeople = free.filter((member) => played.has(member));
  const some = random.shuffle([...ofPeople, ...free.filter((member) => !played.has(member)).slice(0, 120)]);
  const next = (count: number, fits: (member: Character) => boolean = () => true) => {
    const taken = some.filter(fits).slice(0, count);
    for (const member of taken) some.splice(some.indexOf(member), 1);
    return taken;
  };
  const became = new Map<string, string>();
  const unique = (member: Character) =>
    world.characters().filter(({ name }) => name.toLowerCase() === member.name.toLowerCase()).length === 1;

  for (const member of next(3, (one) => unique(one) && one.realm.slug !== elsewhere)) {
    became.set(keyOf(member), keyOf(world.transfer(member, elsewhere)));
  }
  for (const member of next(2, ({ classId }) => classId === 1)) {
    became.set(keyOf(member), keyOf(world.changeFaction(member)));
  }
  // Looks like a transfer but is not one.
  for (const member of next(1, (one) => unique(one) && one.realm.slug !== elsewhere)) {
    const { name, classId } = world.leave(member);
    world.createMember(lantern, {
      name,
      classId,
      realm: world.realms.find(({ slug }) => slug === elsewhere) ?? lantern.realm,
    });
  }
  const outside = world.characters().filter(({ guildId, realm }) => guildId === null && realm.gameVersion === 'retail');
  for (const member of outside.filter(({ realm }) => realm.region === 'us').slice(0, 4)) {
    world.join(lantern, member, random.integer(2, 9));
  }
  for (const member of next(random.integer(8, 15))) world.leave(member);
  for (const member of next(random.integer(15, 25))) world.setRank(member, random.integer(1, 8));
  for (const [index, member] of next(4).entries()) world.rename(member, `Renamed${letters(week * 10 + index)}`);
  for (const member of next(5, ({ level }) => level < 80)) world.levelUp(member);
  for (const member of next(40)) world.login(member, world.epoch + week * 604_800_000 + random.integer(0, 500_000_000));
  for (let joins = random.integer(8, 15); joins > 0; joins--) {
    world.createMember(lantern, { level: random.integer(10, 80), rank: random.integer(4, 9) });
  }
  // The guild gets a new master, and the old one becomes an officer.
  if (week === 6) for (const member of next(1)) world.setRank(member, 0);
  return became;
}

const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

async function syncOnce(app: TestApp, client: SignedInClient, guild: TestGuild) {
  await untilIdle(app);
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
  const { body } = await client.post(`/organizations/${guild.id}/roster/sync`).expect(201);
  return untilEnded(app, body.sessionId);
}

/** Identities of roster entries, by entry id. */
async function identities(app: TestApp): Promise<Map<string, string>> {
  const rows = await app.ctx.sql<{ id: string; key: string }>(
    `select id, platform_realm_id || '/' || platform_character_id as key from roster_entry`,
  );
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Plays an officer who knows the truth. */
async function decideTransfers(
  app: TestApp,
  client: SignedInClient,
  guild: TestGuild,
  became: Map<string, string>,
  confirmed: (leaver: string, joiner: string) => void,
): Promise<string[]> {
  const keys = await identities(app);
  const route = `/organizations/${guild.id}/roster/transfers`;
  const { transfers } = (await client.get(`${route}?pageSize=200`).expect(200)).body;
  const open = new Map(became);
  const decisions: string[] = [];
  for (const { id, leaver, joiner } of transfers) {
    const [from = '', to = ''] = [keys.get(leaver.id), keys.get(joiner.id)];
    const same = open.get(from) === to;
    const decision = same ? 'confirm' : 'reject';
    decisions.push(decision);
    await client.post(`${route}/${id}`).send({ decision }).expect(200);
    if (!same) continue;
    confirmed(from, to);
    open.delete(from);
  }
  expect([...open]).toEqual([]);
  return decisions;
}

/** Everything the service reports about the roster over HTTP, in the chronicle's format. */
async function everything(app: TestApp, client: SignedInClient, guild: TestGuild) {
  const keys = await identities(app);
  const keyBy = (id: string) => keys.get(id) ?? id;
  const all = async (route: string, what: string) => {
    const rows = [];
    for (let page = 1; ; page++) {
      const { body } = await client.get(`/organizations/${guild.id}/${route}pageSize=200&page=${page}`).expect(200);
      rows.push(...body[what]);
      if (page >= body.pagination.totalPages) return rows;
    }
  };
  const entries = await all('roster?includeLeft=true&', 'members');
  const events = new Map<string, string[]>();
  for (const { kind, before, after, member } of await all('roster/history?', 'changes')) {
    const key = keyBy(member.id);
    events.set(key, [...(events.get(key) ?? []), `${kind} ${before} ${after}`].toSorted());
  }
  return {
    members: new Map(
      entries
        .filter(({ leftAt }) => leftAt === null)
        .map(({ id, name, realm, level, race, faction, rank, lastLoginAt, ...entry }) => [
          keyBy(id),
          { name, realm: realm.slug, level, classId: entry.class.id, raceId: race.id, faction, rank, lastLoginAt },
        ]),
    ),
    left: new Set(entries.filter(({ leftAt }) => leftAt !== null).map(({ id }) => keyBy(id))),
    events,
  };
}
