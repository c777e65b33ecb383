import { Permission } from '@guildhall/contracts/organization.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { bringIn, syncRoster } from '../../../test/guild.ts';
import { newMember, rankRole, seedOrganization } from '../../../test/members.ts';
import { untilWaiting } from '../../../test/waiting.ts';

/** Permissions that never let the edited rank, which the demoted member then holds, edit roles. */
const HARMLESS = Permission.options.filter((permission) => permission !== 'canManageRoles');

const permissionsOf = async ({ ctx }: TestApp, roleId: string) =>
  (await ctx.sql<{ permissions: Permission[] }>('select permissions from role where id = $1', [roleId]))[0]
    ?.permissions;

test('A-05: a holder who edits their rank during a sync that demotes them does so before it or not at all', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const { world } = app.simulator;
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const [ranks, own] = [`/organizations/${guild.id}/roles`, `/organizations/${guild.id}/permissions`];
  const [as, leader] = [callerOf(app, kessa.token), callerOf(app, ysolde.token)];
  const roles = (await leader('GET', ranks)).body as unknown as { id: string; gameRank: number | null }[];
  const second = roles.find(({ gameRank }) => gameRank === 1)?.id ?? '';
  const fifth = roles.find(({ gameRank }) => gameRank === 5)?.id ?? '';
  await leader('PUT', `${ranks}/${second}/permissions`, { permissions: Permission.options });
  const kestrimo = world.character('highmere', 'Kestrimo');

  for (let round = 0; round < 4; round++) {
    world.setRank(kestrimo, 1);
    await syncRoster(app, ysolde, guild);
    expect((await as('GET', own)).body.own).toEqual(Permission.options);
    world.setRank(kestrimo, 5);
    let demoted = false;
    const edits: { status: number; before: boolean }[] = [];
    const edit = async () => {
      for (let n = 0; !demoted || n < 3; n++) {
        const before = demoted;
        const wanted = HARMLESS.slice(0, 1 + (n % HARMLESS.length));
        const { status } = await as('PUT', `${ranks}/${fifth}/permissions`, { permissions: wanted });
        edits.push({ status, before });
        // A 200 means that the change is stored, a refusal that nothing changed.
        if (status === 200) expect(await permissionsOf(app, fifth)).toEqual(wanted);
      }
    };
    const sync = syncRoster(app, ysolde, guild).then(() => {
      demoted = true;
    });
    await Promise.all([edit(), sync]);
    // After the first refusal all edits are refused, and so are all edits after the sync has ended.
    const statuses = edits.map(({ status }) => status);
    const firstRefusal = statuses.indexOf(403);
    expect(firstRefusal).toBeGreaterThanOrEqual(0);
    expect(new Set(statuses.slice(0, firstRefusal))).toEqual(firstRefusal > 0 ? new Set([200]) : new Set());
    expect(new Set(statuses.slice(firstRefusal))).toEqual(new Set([403]));
    expect(edits.filter(({ before, status }) => before && status !== 403)).toEqual([]);
    await leader('PUT', `${ranks}/${fifth}/permissions`, { permissions: ['canViewRoster'] });
  }
});

test('A-05: an edit that meets an uncommitted demotion waits for it and is refused', async () => {
  await using app = await testApp({ roles: ['web'] });
  const place = await seedOrganization(app, 'synced');
  const master = await newMember(app, place, 0);
  const fifth = await rankRole(app, place, 5);
  const sync = new pg.Client({ connectionString: app.config.databaseUrl });
  await sync.connect();
  try {
    await sync.query('begin');
    await sync.query('update roster_entry set rank = 5 where organization_id = $1', [place.id]);
    await sync.query('update organization set roster_synced_at = now() where id = $1', [place.id]);
    const edit = callerOf(app, master.token)('PUT', `/organizations/${place.id}/roles/${fifth}/permissions`, {
      permissions: Permission.options,
    });
    await untilWaiting(app);
    await sync.query('commit');
    expect(await edit).toMatchObject({ status: 403, body: { reason: 'missing_permission' } });
    expect(await permissionsOf(app, fifth)).toEqual(['canViewRoster']);
  } finally {
    await sync.end();
  }
});

test('A-05: granted roles end with the roster entry and do not come back with a character invited again', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20] }) });
  const { world } = app.simulator;
  const { client: ysolde, guild } = await bringIn(app);
  const { client: kessa } = await bringIn(app, 'kessa');
  const [leader, as] = [callerOf(app, ysolde.token), callerOf(app, kessa.token)];
  const { body: role } = await leader('POST', `/organizations/${guild.id}/roles`, {
    name: 'Raid lead',
    permissions: ['canManageEvents'],
  });
  const { body: me } = await as('GET', '/auth/me');
  await leader('PUT', `/organizations/${guild.id}/members/${me.id}/roles/${role.id}`);
  const own = () => as('GET', `/organizations/${guild.id}/permissions`);
  expect((await own()).body.own).toEqual(['canManageEvents', 'canViewRoster']);

  const kestrimo = world.character('highmere', 'Kestrimo');
  world.leave(kestrimo);
  await syncRoster(app, ysolde, guild);
  expect((await own()).status).toBe(403);
  // The game gives whoever is invited the lowest rank.
  world.join(world.guild(guild.name), kestrimo, 9);
  await syncRoster(app, ysolde, guild);
  expect((await own()).body.own).toEqual(['canViewRoster']);
  await expect(leader('DELETE', `/organizations/${guild.id}/roles/${role.id}`)).resolves.toMatchObject({ status: 200 });
});
