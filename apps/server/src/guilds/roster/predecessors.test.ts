/** A guild founded anew goes on as the organization that it was, if an officer of both says so. */
import type { PredecessorView } from '@guildhall/contracts/roster.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { bringIn, rosterOf, syncCharacters, syncRoster, type TestGuild, untilIdle } from '../../../test/guild.ts';
import { createPerson } from '../../../test/people.ts';
import { CARRIED_OVER, MADE_BY_PEOPLE, MAY_GO } from './contents-of-successor.ts';

const ACCOUNTS = ['kessa', 'pell', 'ysolde'];

/** A guild with an event, founded anew under another id: the platform no longer has the former one. */
async function foundAnew(app: TestApp) {
  const { client: master, guild } = await bringIn(app);
  const members = await Promise.all(['kessa', 'pell'].map((account) => app.signIn(account)));
  for (const member of members) await syncCharacters(app, member);
  await untilIdle(app);
  const event = await callerOf(app, master.token)('POST', `/organizations/${guild.id}/events`, {
    ...{ title: 'Raid', type: 'raid', scope: 'guild', localStart: '2086-01-01T20:00', durationMinutes: 60 },
  });
  expect(event.status).toBe(201);
  const size = (await rosterOf(master, guild)).length;

  const { world } = app.simulator;
  world.foundAnew(world.guild('lantern'));
  await syncRoster(app, master, guild);
  for (const account of ACCOUNTS) {
    for (const character of world.account(account).characters) world.login(character, Date.now());
  }
  for (const member of [...members, master]) await syncCharacters(app, member);
  await untilIdle(app);
  const [successor] = await app.ctx.sql<TestGuild>(
    `select id, alias, name from organization where source = 'synced' and id <> $1 order by created_at desc limit 1`,
    [guild.id],
  );
  if (!successor) throw new Error('There is no new organization');
  return { master, members, guild, successor, eventId: String(event.body.id), size };
}

const predecessorsOf = async (client: SignedInClient, { id }: TestGuild): Promise<PredecessorView[]> =>
  (await client.get(`/organizations/${id}/predecessors`).expect(200)).body;

test('an officer of both confirms, and everything of the former guild goes on under the new id', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [60] }) });
  const { master, members, guild, successor, eventId, size } = await foundAnew(app);
  const path = `/organizations/${successor.id}/predecessors`;
  const outsider = callerOf(app, (await createPerson(app)).token);
  expect((await outsider('GET', path)).status).toBe(403);
  expect((await outsider('POST', `${path}/${guild.id}`, { decision: 'confirm' })).status).toBe(403);
  const pell = members[1];
  if (!pell) throw new Error('Somebody is missing');
  expect((await callerOf(app, pell.token)('GET', path)).status).toBe(403);

  const [offered] = await predecessorsOf(master, successor);
  expect(offered).toMatchObject({ id: guild.id, name: guild.name, missingSince: expect.any(String) });
  expect(offered?.agreeing).toBeGreaterThanOrEqual(3);
  const call = callerOf(app, master.token);
  const unknown = await call('POST', `${path}/${successor.id}`, { decision: 'confirm' });
  expect([unknown.status, unknown.body.reason]).toEqual([404, 'transfer_not_found']);

  // Posts of the new organization would be lost.
  const post = await call('POST', `/organizations/${successor.id}/posts`, { title: 'Hello', body: 'New home' });
  expect(post.status).toBe(201);
  const inUse = await call('POST', `${path}/${guild.id}`, { decision: 'confirm' });
  expect([inUse.status, inUse.body.reason]).toEqual([409, 'guild_in_use']);
  expect((await call('DELETE', `/posts/${post.body.id}`)).status).toBeLessThan(300);

  const here = `/organizations/${successor.id}`;
  const raider = await call('PUT', `${here}/raiders/mine`, {});
  const loot = { wishesSeenBy: 'officers', order: ['team', 'wish', 'gain', 'awards', 'attendance'] };
  for (const [method, address, body, named, table] of [
    ['POST', `${here}/raiders`, { name: 'Guest', kind: 'guest' }, 'raiders', 'raider where name is not null'],
    [
      'PUT',
      `/raiders/${raider.body.id}/wishes`,
      { wishes: [{ itemId: 31, track: 'any', comment: null }] },
      'wishes',
      'wish',
    ],
    ['PATCH', `${here}/text-content`, { motd: 'Raid at eight' }, 'texts', 'text_version'],
    ['PUT', `${here}/loot-policy`, { ...loot, weeks: 6, leastAttendance: 75 }, 'rules for loot', 'loot_policy'],
    ['POST', `${here}/point-pools`, { name: 'Raid', kind: 'dkp' }, 'points', 'point_pool'],
    ['POST', `${here}/roles`, { name: 'Scouts', permissions: [] }, 'roles', `role where name = 'Scouts'`],
  ] as const) {
    const made = await call(method, address, body);
    expect(made.status, `${address} ${JSON.stringify(made.body)}`).toBeLessThan(300);
    const refused = await call('POST', `${path}/${guild.id}`, { decision: 'confirm' });
    expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
      ...[409, 'guild_in_use', expect.stringContaining(`lost: ${named}.`)],
    ]);
    await app.ctx.sql(`delete from ${table}`);
  }
  const away = { from: '2087-01-05', to: '2087-01-06', organizationId: successor.id };
  expect((await call('POST', '/auth/me/absences', away)).status).toBe(201);
  expect((await call('POST', `${here}/events-feed`)).status).toBe(201);

  const confirmed = await call('POST', `${path}/${guild.id}`, { decision: 'confirm' });
  expect([confirmed.status, confirmed.body]).toEqual([200, { organizationId: guild.id }]);
  await untilIdle(app);
  expect((await call('GET', `/organizations/${successor.id}`)).status).toBe(404);
  const { body } = await call('GET', `/organizations/${guild.id}`);
  expect(body).toMatchObject({ id: guild.id, alias: guild.alias, missingSince: null });
  expect(await rosterOf(master, guild)).toHaveLength(size);
  for (const member of [...members, master]) {
    const mine = (await member.get('/organizations/mine').expect(200)).body as TestGuild[];
    expect(mine.map(({ id }) => id)).toContain(guild.id);
    expect((await member.get(`/events/${eventId}`).expect(200)).body.id).toBe(eventId);
  }
  for (const table of ['absence', 'calendar_feed'])
    expect(await app.ctx.sql(`select organization_id as id from ${table}`)).toEqual([{ id: guild.id }]);
  const log = (await call('GET', `/organizations/${guild.id}/audit-log?action=guild_continued`)).body;
  expect(log.entries).toMatchObject([{ details: { decision: 'confirm' } }]);
}, 240_000);

test('refused, both guilds stand, and the question is not asked again', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [60] }) });
  const { master, guild, successor } = await foundAnew(app);
  const call = callerOf(app, master.token);
  const rejected = await call('POST', `/organizations/${successor.id}/predecessors/${guild.id}`, {
    decision: 'reject',
  });
  expect([rejected.status, rejected.body]).toEqual([200, { organizationId: successor.id }]);
  expect(await predecessorsOf(master, successor)).toEqual([]);
  const again = await call('POST', `/organizations/${successor.id}/predecessors/${guild.id}`, { decision: 'confirm' });
  expect(again.status).toBe(404);
  const kept = await app.ctx.sql('select id from organization where id = any($1)', [[guild.id, successor.id]]);
  expect(kept).toHaveLength(2);
}, 240_000);

test('every table that goes with an organization is listed: as made by people, carried over, or free to go', async () => {
  await using app = await testApp({ roles: ['web'] });
  const references = await app.ctx.sql<{ from: string; to: string; cascades: boolean }>(
    `select distinct f.relname::text as "from", t.relname::text as "to", k.confdeltype = 'c' as cascades
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  );
  const named = await app.ctx.sql<{ table: string }>(
    `select c.table_name as "table" from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'`,
  );
  const isEmptyThen = (table: string) => {
    const made = MADE_BY_PEOPLE[table];
    return made !== undefined && made.only === undefined;
  };
  const gone = new Set(['organization']);
  // Rows of a table that must be empty take no others along.
  for (const table of gone) {
    if (isEmptyThen(table)) continue;
    for (const { from, to, cascades } of references) {
      if (to === table && cascades) gone.add(from);
    }
  }
  const changed = references.filter(({ to }) => to === 'organization').map(({ from }) => from);
  const concerned = new Set([...gone, ...changed, ...named.map(({ table }) => table)]);
  concerned.delete('organization');
  const listed = [...Object.keys(MADE_BY_PEOPLE), ...CARRIED_OVER, ...Object.keys(MAY_GO)];
  expect(listed.toSorted()).toEqual([...concerned].toSorted());
});
