import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type SignedInClient, testApp } from '../../../test/app.ts';
import { bringIn, queuedSync, syncRoster, type TestGuild } from '../../../test/guild.ts';
import { newestSyncSession } from '../../core/syncs/sync-session.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { syncScheduledRoster } from './sync-roster.ts';

const subjectsOf = async (client: SignedInClient, guild: TestGuild): Promise<string[]> => {
  const { body } = await client.get(`/organizations/${guild.id}`).expect(200);
  return body.abilityRules.map(({ action, subject }: Record<string, string>) => `${action} ${subject}`).toSorted();
};
const MEMBER = [
  'create Event',
  'delete Event',
  'read Content',
  'read Event',
  'read Organization',
  'read Role',
  'read Roster',
  'update Event',
];

test('a rank edited during a sync that demotes its holder gives them nothing, in either order', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const { world } = app.simulator;
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const kestrimo = world.character('highmere', 'Kestrimo');
  const edit = `update role set permissions = $2 where organization_id = $1 and game_rank = $3`;
  world.setRank(kestrimo, 2);
  await syncRoster(app, ysolde, guild);
  expect(await subjectsOf(kessa, guild)).toEqual(MEMBER);

  // The edit starts before the sync and commits after it, and neither waits for the other.
  world.setRank(kestrimo, 5);
  const demoted = await app.ctx.transact(async ({ queueDb }) => {
    await queueDb.executeSql(edit, [guild.id, ['canViewRoster', 'canManageRoles'], 2]);
    const session = await syncRoster(app, ysolde, guild);
    expect(await subjectsOf(kessa, guild)).toEqual(MEMBER);
    return session;
  });
  expect(demoted.status).toBe('completed');
  expect(await subjectsOf(kessa, guild)).toEqual(MEMBER);

  // At the commit, a new permission of the current rank takes effect; the old rank no longer matters.
  await app.ctx.transact(async ({ queueDb }) => {
    await queueDb.executeSql(edit, [guild.id, ['canViewRoster', 'canSyncRoster'], 5]);
    world.setRank(kestrimo, 6);
    expect(await subjectsOf(kessa, guild)).toEqual(MEMBER);
  });
  expect(await subjectsOf(kessa, guild)).toEqual([...MEMBER, 'sync Roster'].toSorted());
  await syncRoster(app, ysolde, guild);
  expect(await subjectsOf(kessa, guild)).toEqual(MEMBER);
  await kessa.post(`/organizations/${guild.id}/roster/sync`).expect(403);
});

test('a scheduled sync does nothing while a person’s is running, and does not disturb it', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const { client, guild } = await bringIn(app);
  const { id } = await queuedSync(app, client, guild);
  await app.ctx.sql(`update organization set roster_synced_at = roster_synced_at - interval '2 hours'`);
  app.simulator.requests.clear();
  const run = { jobId: uuidv7(), attempt: 0, lastAttempt: false, signal: AbortSignal.timeout(20_000) };
  const payload = { organizationId: guild.id, trigger: 'schedule' as const };
  await Promise.all([1, 2].map(() => syncScheduledRoster(app.ctx, payload, run)));
  expect(app.simulator.requests.count({ path: '/data/wow/guild/*/roster' })).toBe(0);
  expect(await newestSyncSession(app.ctx.sql, 'roster', guild.id)).toMatchObject({ id, status: 'queued' });
});
