/** Which bosses everyone who raids has defeated: those who signed in, and the others by their public profiles. */
import type { CharacterEncounters } from '@guildhall/battlenet/schemas/encounters.ts';
import type { GuildRaidsView } from '@guildhall/contracts/guild-armory.ts';
import { appToken, ask, jsonOf } from '@guildhall/simulator/test-client.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { untilEnriched } from '../../../test/character.ts';
import { bringIn, type TestGuild } from '../../../test/guild.ts';
import { syncJournal } from '../../../test/journal.ts';
import { createPerson } from '../../../test/people.ts';
import { readRoster } from '../enrichment/read-roster.ts';

/** Age of Dawn and Age of Tides. */
const [DAWN, TIDES] = [68, 70];

let app: TestApp;
let ysolde: SignedInClient;
let kessa: SignedInClient;
let guild: TestGuild;
beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [60] }) });
  ({ client: ysolde, guild } = await bringIn(app));
  ({ client: kessa } = await bringIn(app, 'kessa'));
  await untilEnriched(app);
  await syncJournal(app);
  // Everyone here plays, at the highest level.
  await app.ctx.sql(
    `update roster_entry set last_login_at = now(), level = (select max(level) from roster_entry where organization_id = $1)
     where organization_id = $1 and left_at is null`,
    [guild.id],
  );
});
afterAll(() => app[Symbol.asyncDispose]());

const raidsOf = async (query = '', client = ysolde): Promise<GuildRaidsView> =>
  (await client.get(`/organizations/${guild.id}/armory/raids?locale=en_US&pageSize=200${query}`).expect(200)).body;
const killsIn = ({ instances }: GuildRaidsView, id: string) =>
  instances.flatMap(({ id: instance, difficulties }) =>
    difficulties.flatMap(({ type, encounters }) =>
      encounters.flatMap((encounter) => {
        const killed = encounter.kills[id];
        return killed ? [`${instance} ${type} ${encounter.id} ${killed.kills} ${killed.lastKillAt}`] : [];
      }),
    ),
  );

test('bosses of everyone who raids are shown to members, each with the age of what is known', async () => {
  const outsider = await createPerson(app);
  expect((await outsider.request('get', `/api/v1/organizations/${guild.id}/armory/raids`)).status).toBe(403);
  await ysolde.get(`/organizations/${guild.id}/armory/raids?expansionId=99`).expect(404);

  const before = await raidsOf();
  const unread = before.members.filter(({ source }) => source === 'public_profile');
  expect(unread.length).toBe(before.coverage.members - before.coverage.signedIn);
  for (const { id, readAt, status } of unread) {
    expect([readAt, status, killsIn(before, id)]).toEqual([null, 'pending', []]);
  }

  const { signal } = new AbortController();
  for (let runs = 0; runs < 5; runs += 1) await readRoster(app.ctx, { organizationId: guild.id }, { signal });
  const after = await raidsOf();
  expect(after.expansion).toEqual({ id: TIDES, name: 'Age of Tides' });
  expect(after.instances.map(({ category }) => category)).toEqual(['raid']);
  const [raid] = after.instances;
  const journal = app.simulator.world.journal.expansions.flatMap(({ instances }) => instances);
  const inJournal = journal.find(({ id }) => id === raid?.id)?.encounters.map(({ id }) => id);
  for (const { encounters } of raid?.difficulties ?? []) expect(encounters.map(({ id }) => id)).toEqual(inJournal);
  // That one, too, which nobody has entered.
  expect(raid?.difficulties.map(({ type }) => type).toSorted()).toEqual(['HEROIC', 'LFR', 'MYTHIC', 'NORMAL']);

  // The platform says the same.
  const token = await appToken(app.simulator);
  const read = after.members.filter(({ readAt }) => readAt !== null);
  expect(read.filter(({ source }) => source === 'public_profile').length).toBeGreaterThan(40);
  for (const view of [after, await raidsOf(`&expansionId=${DAWN}`)]) {
    for (const { id, name, realm } of read) {
      const path = `/profile/wow/character/${encodeURIComponent(realm?.slug ?? '')}/${encodeURIComponent(name.toLowerCase())}/encounters/raids`;
      const { expansions } = await jsonOf<CharacterEncounters>(await ask(app.simulator, path, token));
      const expected = (expansions ?? [])
        .filter(({ expansion }) => expansion.id === view.expansion?.id)
        .flatMap(({ instances }) =>
          instances.flatMap(({ instance, modes }) =>
            modes.flatMap(({ difficulty, progress }) =>
              (progress?.encounters ?? []).map(
                ({ encounter, completed_count: kills, last_kill_timestamp: at }) =>
                  `${instance.id} ${difficulty.type} ${encounter.id} ${kills} ${at ? new Date(at).toISOString() : null}`,
              ),
            ),
          ),
        );
      expect([name, killsIn(view, id).toSorted()]).toEqual([name, expected.toSorted()]);
    }
  }
  const hidden = after.members.find(({ status }) => status === 'not_found');
  expect(hidden).toMatchObject({ readAt: null, characterId: null });
});

test('they are filtered by rank, role and team', async () => {
  const { ranks, members } = await raidsOf();
  const ofRank = await raidsOf(`&rank=${ranks[0]?.rank}`);
  expect(new Set(ofRank.members.map(({ rank }) => rank?.rank))).toEqual(new Set([ranks[0]?.rank]));
  expect(ofRank.pagination.total).toBe(ofRank.members.length);
  expect(ofRank.coverage.members).toBe(members.length);
  const healers = await raidsOf('&role=healer');
  expect(new Set(healers.members.map(({ role }) => role))).toEqual(new Set(['healer']));

  const call = callerOf(app, ysolde.token);
  const team = await call('POST', `/organizations/${guild.id}/teams`, { name: 'First' });
  const raider = await call('POST', `/organizations/${guild.id}/raiders`, { name: 'Guest' });
  const guest = members.findLast(({ source }) => source === 'public_profile');
  await app.ctx.sql(
    `insert into raider_character (organization_id, raider_id, roster_entry_id, name, realm, name_key, realm_key, source)
     values ($1, $2, $3, 'x', '', 'x', '', 'officer')`,
    [guild.id, raider.body.id, guest?.entryId],
  );
  expect((await call('PUT', `/teams/${team.body.id}/members/${raider.body.id}`, {})).status).toBe(200);
  // A member of a team raids, whenever they have played.
  await app.ctx.sql(`update roster_entry set last_login_at = null where id = $1`, [guest?.entryId]);
  const ofTeam = await raidsOf(`&teamId=${team.body.id}`);
  expect(ofTeam.members.map(({ id, name }) => [id, name])).toEqual([[guest?.entryId, guest?.name]]);
  expect(ofTeam.teams.map(({ name }) => name)).toEqual(['First']);
});

test('members who do not share are left out, and public profiles are for those who may see the roster', async () => {
  const call = callerOf(app, kessa.token);
  expect((await raidsOf()).members.map(({ name }) => name)).toContain('Kessaly');
  expect((await call('PATCH', '/auth/me', { sharesWithGuilds: false })).status).toBe(200);
  expect(JSON.stringify(await raidsOf())).not.toContain('Kessaly');
  expect((await call('PATCH', '/auth/me', { sharesWithGuilds: true })).status).toBe(200);

  await app.ctx.sql(`update role set permissions = '{}' where organization_id = $1 and not is_founder`, [guild.id]);
  const shown = await raidsOf('', kessa);
  expect(shown.members.length).toBeGreaterThan(2);
  expect(new Set(shown.members.map(({ source }) => source))).toEqual(new Set(['signed_in']));
});
