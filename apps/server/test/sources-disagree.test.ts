/** The platform's sources for one character, in all pairs that disagree: what stays, and what is taken. */
import type { CharacterView } from '@guildhall/contracts/character.ts';
import type { EventView } from '@guildhall/contracts/event.ts';
import type { ParticipationListView } from '@guildhall/contracts/participation.ts';
import type { TransferListView } from '@guildhall/contracts/roster.ts';
import type { FaultRule } from '@guildhall/simulator/faults.ts';
import { appToken, ask, jsonOf, type RosterBody, userToken } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enrichCharacter } from '../src/armory/enrichment/enrich-character.ts';
import { advanceEvents } from '../src/events/planning/advance-events.ts';
import { chooseCharacter } from '../src/events/signups/choose-character.ts';
import { sweepRosters } from '../src/guilds/roster/queue-due-rosters.ts';
import type { TestApp } from './app.ts';
import { callerOf } from './caller.ts';
import { appWithoutEnrichment, characterNamed } from './character.ts';
import { done, inHours } from './events.ts';
import { bringIn, rosterOf, syncCharacters, syncRoster, type TestGuild } from './guild.ts';

const signal = new AbortController().signal;

/** A guild with a raid in three weeks, and a place in it for a member's main. */
async function raid() {
  const app = await appWithoutEnrichment({ world: createWorld({ guildSizes: [20, 12] }) });
  const { client: officer, guild } = await bringIn(app);
  const { client } = await bringIn(app, 'pell');
  const { id } = await characterNamed(client, 'Pellwick');
  const call = callerOf(app, client.token);
  await done(call('PUT', `/characters/${id}/main`));
  const event = await done<EventView>(
    callerOf(app, officer.token)('POST', `/guilds/${guild.id}/events`, {
      title: 'Raid',
      type: 'raid',
      startsAt: inHours(24 * 21),
      durationMinutes: 60,
      slots: [{ roleKey: 'flex', max: 5 }],
    }),
  );
  await done(call('PUT', `/events/${event.id}/signup`, { characterId: id, roleKey: 'flex' }));
  const { body: me } = await client.get('/auth/me').expect(200);
  return { app, officer, client, guild, id, event, personId: me.id as string };
}
type Raid = Awaited<ReturnType<typeof raid>>;

const charactersOf = async ({ client }: Raid): Promise<CharacterView[]> =>
  (await client.get('/characters?includeInactive=true').expect(200)).body;

const claimOf = async ({ officer, guild, id }: Raid) =>
  (await rosterOf(officer, guild, '&search=pellwick')).some(({ claimedByCharacter }) => claimedByCharacter?.id === id);

/** All that a person can lose with a character, after the jobs that take it have run. */
async function kept(it: Raid) {
  const { app, officer, client, guild, id, event, personId } = it;
  await sweepRosters(app.ctx);
  await advanceEvents(app.ctx, {}, { signal });
  const { body: answers } = await officer.get(`/events/${event.id}/participations`).expect(200);
  const { participations } = answers as ParticipationListView;
  const { body: organizations } = await client.get('/organizations/mine').expect(200);
  const { body: members } = await officer.get(`/guilds/${guild.id}/members?pageSize=200`).expect(200);
  const member = members.members.find(({ user }: { user: { id: string } }) => user.id === personId);
  const mine = await charactersOf(it);
  const own = mine.find((character) => character.id === id);
  const asked = { id: event.id, organizationId: guild.id, anyRole: event.anyRole };
  const { candidates } = await chooseCharacter(app.ctx.sql, { userId: personId, locale: 'en_US' }, asked, null);
  const { body: listed } = await client.get('/characters').expect(200);
  return {
    // A select offers each name once.
    offered: [candidates, listed].map(
      (some) => some.filter(({ name }: { name: string }) => name === 'Pellwick').length,
    ),
    place: participations.find(({ user }) => user?.id === personId)?.status ?? null,
    member: organizations.some((one: TestGuild) => one.id === guild.id),
    roles: member?.roles.map(({ name }: { name: string }) => name).toSorted(),
    mains: mine.filter(({ isMain }) => isMain).map((character) => character.id),
    archived: own?.archivedAt !== null,
    proven: own?.verified ?? false,
  };
}

/** As if a day had passed for every source. Sections other than those that show whether a character is there stay fresh. */
const passDays = ({ app }: Raid, days: number) =>
  app.ctx.sql(
    `with s as (update character_section set fetched_at = fetched_at - $1::interval, asked_at = asked_at - $1::interval,
       missing_since = missing_since - $1::interval,
       next_at = case when section in ('profile', 'status') then now() else next_at end),
     o as (update organization set roster_synced_at = roster_synced_at - $1::interval),
     e as (update roster_entry set left_at = left_at - $1::interval, held_until = held_until - $1::interval),
     t as (update transfer_candidate set created_at = created_at - $1::interval)
     update character set verified_at = verified_at - $1::interval, moved_at = moved_at - $1::interval,
       created_at = created_at - $1::interval, unclaimed_at = unclaimed_at - $1::interval`,
    [`${days * 24 + 1} hours`],
  );

const enrich = ({ app, id }: Raid) =>
  enrichCharacter(app.ctx, { characterId: id, profileAsked: false }, {
    signal,
  } as Parameters<typeof enrichCharacter>[2]);

const PROFILE = '/profile/wow/character/highmere/pellwick';
const SOURCES = {
  profile: PROFILE,
  status: `${PROFILE}/status`,
  'account list': '/profile/user/wow',
  'guild roster': /^\/data\/wow\/guild\/[^/]+\/[^/]+\/roster$/,
} satisfies Record<string, FaultRule['match']>;
const SAYS_NOTHING = {
  'is unknown (404)': { kind: 'status', status: 404 },
  'is silent (500)': { kind: 'status', status: 500 },
  'is hidden (403)': { kind: 'status', status: 403 },
} satisfies Record<string, FaultRule['fault']>;

const PAIRS = Object.entries(SOURCES).flatMap((one, number, all) =>
  all.slice(number + 1).map((other) => ({ one: one[0], match: one[1], other: other[0], otherMatch: other[1] })),
);
const WAYS = Object.entries(SAYS_NOTHING);
const ANSWERS = WAYS.flatMap((one) => WAYS.map((other) => [one, other] as const));

/** The tests below that take nothing leave it as they found it. */
let it: Raid;
let before: Awaited<ReturnType<typeof kept>>;
beforeAll(async () => {
  it = await raid();
  before = await kept(it);
});
afterAll(() => it.app[Symbol.asyncDispose]());

test('a member holds a place, the main, roles and a claim', () => {
  expect(before).toMatchObject({ place: 'signed_up', member: true, mains: [it.id], archived: false, proven: true });
  expect(before.roles).toHaveLength(2);
});

test.each(PAIRS)(
  'nothing is taken while $one and $other say nothing, in whatever way',
  async ({ one, match, other, otherMatch }) => {
    const { faults } = it.app.simulator;
    for (const [[how, fault], [otherHow, otherFault]] of ANSWERS) {
      faults.add({ match, fault });
      faults.add({ match: otherMatch, fault: otherFault });
      await enrich(it);
      await passDays(it, 1);
      await enrich(it);
      for (const source of [one, other]) {
        if (source === 'guild roster') await syncRoster(it.app, it.officer, it.guild);
        if (source === 'account list') await syncCharacters(it.app, it.client);
      }
      const pair = { [one]: how, [other]: otherHow };
      expect({ ...pair, ...(await kept(it)) }).toEqual({ ...pair, ...before });
      faults.clear();
      await it.app.ctx.sql('update character_section set missing_since = null');
      await it.app.ctx.sql('update organization set missing_since = null');
    }
    expect(await claimOf(it)).toBe(true);
  },
);

test('a character that no source names is archived, and what the roster stops listing is taken', async () => {
  const own = await raid();
  await using app = own.app;
  const { world } = app.simulator;
  const pellwick = world.character('highmere', 'Pellwick');
  world.hideProfile(pellwick);
  world.leave(pellwick);
  await syncRoster(app, own.officer, own.guild);
  await enrich(own);
  expect(await kept(own)).toMatchObject({ place: 'declined', archived: false, proven: true });
  await passDays(own, 1);
  await enrich(own);
  expect(await kept(own)).toMatchObject({ archived: true });
  // The account's list is enough to bring it back.
  await syncCharacters(app, own.client);
  expect(await kept(own)).toMatchObject({ archived: false, proven: true });
});

const transfersOf = async ({ officer, guild }: Raid) =>
  ((await officer.get(`/organizations/${guild.id}/roster/transfers`).expect(200)).body as TransferListView).transfers;
const decide = async (it: Raid, decision: 'confirm' | 'reject') => {
  const [transfer] = await transfersOf(it);
  await it.officer
    .post(`/organizations/${it.guild.id}/roster/transfers/${transfer?.id}`)
    .send({ decision })
    .expect(200);
};

const pellwickOf = ({ app }: { app: TestApp }) => {
  const { world } = app.simulator;
  return world.findCharacter('us', 'retail', 'highmere', 'Pellwick') ?? world.character('forêt-d-argent', 'Pellwick');
};
const changeFaction = (it: Raid) => it.app.simulator.world.changeFaction(pellwickOf(it));
const changeRealm = (it: Raid) => {
  const pellwick = pellwickOf(it);
  it.app.simulator.world.transfer(pellwick, pellwick.realm.slug === 'highmere' ? 'forêt-d-argent' : 'highmere');
};
const roster = (it: Raid) => syncRoster(it.app, it.officer, it.guild);
const account = (it: Raid) => syncCharacters(it.app, it.client);
const confirm = (it: Raid) => decide(it, 'confirm');
const aWeek = (it: Raid) => passDays(it, 7);
const fiveDays = (it: Raid) => passDays(it, 5);
const WAITS: ((it: Raid) => unknown)[] = [aWeek, fiveDays];
/** The minute in which events look for answers of those who left, before rosters are swept. */
const events = ({ app }: Raid) => advanceEvents(app.ctx, {}, { signal });

const STORIES: [string, ((it: Raid) => unknown)[]][] = [
  ['of faction, the roster first, confirmed', [changeFaction, roster, account, confirm]],
  ['of realm, the own account first, confirmed', [changeRealm, account, roster, confirm]],
  ['of faction, confirmed before the own account lists it', [changeFaction, roster, confirm, account]],
  ['of realm, the roster first, undecided for a week', [changeRealm, roster, account, aWeek]],
  ['of faction, the own account first, undecided for a week', [changeFaction, account, roster, aWeek]],
  ['of realm, the roster first, the own account days later', [changeRealm, roster, fiveDays, account, events, aWeek]],
  [
    'of faction, with a roster that is silent for more than a week',
    [changeFaction, account, aWeek, aWeek, roster, aWeek],
  ],
];

test.each(STORIES)('a change takes nothing: %s', async (_story, steps) => {
  for (const [number, step] of steps.entries()) {
    await step(it);
    expect({ number, ...(await kept(it)) }).toEqual({ number, ...before });
    await enrich(it);
    if (!WAITS.includes(step)) await passDays(it, 1);
  }
  // One character, with the claim of the roster's new entry and one line of history.
  expect((await charactersOf(it)).filter(({ name }) => name === 'Pellwick')).toMatchObject([{ id: it.id }]);
  expect(await claimOf(it)).toBe(true);
  expect(await transfersOf(it)).toEqual([]);
  expect(await rosterOf(it.officer, it.guild, '&search=pellwick&includeLeft=true')).toHaveLength(1);
});

test('a transfer that an officer rejects takes what belonged to the old character', async () => {
  const own = await raid();
  await using app = own.app;
  changeFaction(own);
  await roster(own);
  await account(own);
  await decide(own, 'reject');
  expect(await kept(own)).toMatchObject({ place: 'declined', member: true, proven: false });
  // It stays so: the account cannot overrule the officer.
  await account(own);
  await aWeek(own);
  await sweepRosters(app.ctx);
  expect((await charactersOf(own)).filter(({ name }) => name === 'Pellwick')).toHaveLength(2);
});

test('a leaver without a word of the own account keeps the place for a week, then loses it', async () => {
  const own = await raid();
  await using _ = own.app;
  const held = await kept(own);
  changeFaction(own);
  await roster(own);
  await passDays(own, 5);
  expect(await kept(own)).toEqual(held);
  await passDays(own, 3);
  expect(await kept(own)).toMatchObject({ place: 'declined' });
});

test('a member who is removed after a change of faction loses place and roles', async () => {
  const own = await raid();
  await using app = own.app;
  changeFaction(own);
  await roster(own);
  await account(own);
  app.simulator.world.leave(pellwickOf(own));
  await roster(own);
  const after = await kept(own);
  expect(after.place).toBe('declined');
  expect(after.roles ?? []).not.toEqual(before.roles);
});

test('a character made anew under the name of one that was removed brings nothing back', async () => {
  const own = await raid();
  await using app = own.app;
  app.simulator.world.leave(pellwickOf(own));
  await roster(own);
  const after = await kept(own);
  expect(after.place).toBe('declined');
  changeFaction(own);
  Object.assign(pellwickOf(own), { level: 10 });
  await account(own);
  await roster(own);
  // They are two, and the list shows both.
  expect({ ...(await kept(own)), proven: after.proven }).toEqual({ ...after, offered: [0, 2] });
});

type List = { wow_accounts: { characters: { name: string }[] }[] };

/** Serves the list of the person's own account without the character. */
async function listWithout({ app: { simulator } }: Raid, lastModified?: number): Promise<() => void> {
  const body = await jsonOf<List>(await ask(simulator, '/profile/user/wow', await userToken(simulator, 'pell')));
  const accounts = body.wow_accounts.map((one) => {
    return { ...one, characters: one.characters.filter(({ name }) => name !== 'Pellwick') };
  });
  expect(accounts.some(({ characters }) => characters.length > 0)).toBe(true);
  return simulator.faults.add({
    match: ({ path, headers }) => path.endsWith('/profile/user/wow') && headers['battlenet-namespace'] === 'profile-us',
    fault: {
      kind: 'serve',
      body: { ...body, wow_accounts: accounts },
      ...(lastModified === undefined ? {} : { lastModified }),
    },
  });
}

test('a character that the account names under a new id after it had dropped the old one is offered', async () => {
  const own = await raid();
  await using app = own.app;
  app.simulator.world.leave(pellwickOf(own));
  const clear = await listWithout(own);
  await account(own);
  expect(await kept(own)).toMatchObject({ proven: false });
  clear();
  changeFaction(own);
  await account(own);
  const { body: listed } = await own.client.get('/characters').expect(200);
  const proven = (listed as CharacterView[]).filter(({ name, verified }) => name === 'Pellwick' && verified);
  expect(proven).toHaveLength(1);
});

test('an officer ends what an undecided transfer holds', async () => {
  const own = await raid();
  await using _ = own.app;
  changeFaction(own);
  await account(own);
  await roster(own);
  const [left] = await own.app.ctx.sql<{ id: string }>(
    'select id from roster_entry where left_at is not null and held_until > now()',
  );
  await done(callerOf(own.app, own.officer.token)('DELETE', `/organizations/${own.guild.id}/roster/${left?.id}/claim`));
  const after = await kept(own);
  expect(after.place).toBe('declined');
});

const rosterPath = ({ app }: Raid, key: 'lantern' | 'crepuscule') => {
  const { realm, slug } = app.simulator.world.guild(key);
  return `/data/wow/guild/${realm.slug}/${slug}/roster`;
};

/** The roster of another guild lists the character too, as of the given time; returns what ends that. */
async function listElsewhere(it: Raid, at?: number): Promise<() => void> {
  const { simulator } = it.app;
  const token = await appToken(simulator);
  const read = async (key: 'lantern' | 'crepuscule') =>
    jsonOf<RosterBody>(await ask(simulator, rosterPath(it, key), token));
  const [mine, other] = [await read('lantern'), await read('crepuscule')];
  const listed = mine.members
    .filter(({ character }) => character.name === 'Pellwick')
    .map((one) => ({ ...one, rank: 4 }));
  expect(listed).toHaveLength(1);
  return simulator.faults.serve(rosterPath(it, 'crepuscule'), { ...other, members: [...other.members, ...listed] }, at);
}

const LONG_AGO = Date.UTC(2020, 0, 1);

test('nothing is taken while an older roster of another guild lists the character, whatever else says nothing', async () => {
  const own = await raid();
  await using app = own.app;
  const held = await kept(own);
  await listElsewhere(own, LONG_AGO);
  // The first that we hear of the other guild.
  const { client: master, guild: other } = await bringIn(app, 'brannoc');
  expect(await rosterOf(master, other, '&search=pellwick')).toHaveLength(1);
  expect(await kept(own)).toEqual(held);
  for (const [source, match] of Object.entries(SOURCES).filter(([name]) => name !== 'guild roster')) {
    for (const [how, fault] of WAYS) {
      const clear = app.simulator.faults.add({ match, fault });
      await enrich(own);
      await passDays(own, 1);
      await enrich(own);
      if (source === 'account list') await account(own);
      expect({ [source]: how, ...(await kept(own)) }).toEqual({ [source]: how, ...held });
      clear();
    }
  }
  await roster(own);
  expect(await claimOf(own)).toBe(true);
  app.simulator.faults.clear();
  await syncRoster(app, master, other);
  expect(await rosterOf(master, other, '&search=pellwick')).toHaveLength(0);
  expect(await kept(own)).toEqual(held);
});

test('a newer roster of another guild has the character, until it lists it no more', async () => {
  const own = await raid();
  await using app = own.app;
  const { client: master, guild: other } = await bringIn(app, 'brannoc');
  const clear = await listElsewhere(own);
  await syncRoster(app, master, other);
  expect((await kept(own)).place).toBe('declined');
  clear();
  await syncRoster(app, master, other);
  expect(await claimOf(own)).toBe(true);
});

/** Answers that are older than those that are stored, and do not know the character, or know less of it. */
const STALE: [string, (it: Raid) => Promise<() => void>][] = [
  [
    'guild roster',
    async (it) => {
      const { simulator } = it.app;
      const path = rosterPath(it, 'lantern');
      const body = await jsonOf<RosterBody>(await ask(simulator, path, await appToken(simulator)));
      const members = body.members.filter(({ character }) => character.name !== 'Pellwick');
      expect(members).toHaveLength(body.members.length - 1);
      return simulator.faults.serve(path, { ...body, members }, LONG_AGO);
    },
  ],
  ['account list', (it) => listWithout(it, LONG_AGO)],
  [
    'profile',
    async (it) => {
      const { simulator } = it.app;
      const body = await jsonOf<object>(await ask(simulator, PROFILE, await appToken(simulator)));
      return simulator.faults.serve(PROFILE, { ...body, guild: undefined, level: 1 }, LONG_AGO);
    },
  ],
];

test.each(STALE)('an answer of the %s that is older than the one before takes nothing', async (source, answerOld) => {
  const own = await raid();
  await using app = own.app;
  await account(own);
  await roster(own);
  const held = await kept(own);
  const level = (await charactersOf(own)).find(({ id }) => id === own.id)?.level;
  const others = Object.entries(SOURCES).filter(([name]) => name !== source);
  for (const [other, match] of others) {
    const clear = await answerOld(own);
    app.simulator.faults.add({ match, fault: SAYS_NOTHING['is silent (500)'] });
    await enrich(own);
    await passDays(own, 1);
    await enrich(own);
    await account(own);
    await roster(own);
    expect({ other, ...(await kept(own)) }).toEqual({ other, ...held });
    expect((await charactersOf(own)).find(({ id }) => id === own.id)?.level).toBe(level);
    clear();
    app.simulator.faults.clear();
    await app.ctx.sql('update character_section set missing_since = null');
  }
  expect(await claimOf(own)).toBe(true);
});
