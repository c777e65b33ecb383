import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { bringIn, eventually, historyOf, rosterOf, syncRoster } from '../../../test/guild.ts';
import { rosterSyncJob } from '../guild-sync/guilds.jobs.ts';

const ROSTER = '/data/wow/guild/*/roster';
const DAY_MS = 86_400_000;

test('a guild unknown to the platform warns for 30 days, then has no rights until it is known again', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const { faults } = app.simulator;
  const { client, guild } = await bringIn(app);
  const detail = async () => (await client.get(`/organizations/${guild.id}`).expect(200)).body;
  const known = await detail();
  const refuse = (status: number) => {
    faults.clear();
    faults.add({ match: ROSTER, fault: { kind: 'status', status } });
  };

  refuse(500);
  await syncRoster(app, client, guild);
  expect(await detail()).toMatchObject({ missingSince: null, rightsEndAt: null });

  refuse(404);
  const { error } = await syncRoster(app, client, guild);
  expect(error?.reason).toBe('guild_not_found');
  const missing = await detail();
  expect(Date.parse(missing.rightsEndAt) - Date.parse(missing.missingSince)).toBe(30 * DAY_MS);
  expect(missing).toMatchObject({ rosterSyncedAt: known.rosterSyncedAt, abilityRules: known.abilityRules });
  await syncRoster(app, client, guild);
  expect((await detail()).missingSince).toBe(missing.missingSince);
  const { body } = await client.get(`/organizations/${guild.id}/audit-log?action=guild_missing`).expect(200);
  expect(body.entries.map(({ details }: { details: object }) => details)).toEqual([
    { rightsEndAt: missing.rightsEndAt },
  ]);

  faults.clear();
  await syncRoster(app, client, guild);
  expect(await detail()).toMatchObject({ missingSince: null, rightsEndAt: null });

  refuse(404);
  await syncRoster(app, client, guild);
  await app.ctx.sql(`update organization set missing_since = now() - interval '30 days' where id = $1`, [guild.id]);
  // Unchanged until the platform reports the guild as missing a second time.
  expect((await detail()).abilityRules).toEqual(known.abilityRules);
  await syncRoster(app, client, guild);
  expect(await detail()).toMatchObject({ abilityRules: [], memberCount: 0, memberships: [] });
  expect((await client.get('/organizations/mine').expect(200)).body).toEqual([]);

  faults.clear();
  await app.ctx.transact((tx) => tx.enqueue(rosterSyncJob, { organizationId: guild.id }));
  await eventually(async () => expect((await detail()).abilityRules).toEqual(known.abilityRules));
  expect(await detail()).toMatchObject({ missingSince: null, memberCount: known.memberCount });
  expect(await rosterOf(client, guild)).toHaveLength(20);
  expect(await historyOf(client, guild)).toHaveLength(60);
});
