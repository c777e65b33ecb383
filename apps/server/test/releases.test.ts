/** Databases of earlier releases: this version migrates them, and all people read the same as before. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { jobDefinitions, jobs } from '../src/app/jobs.ts';
import { backUp } from '../src/app/maintenance/backups.ts';
import { migrateDatabase } from '../src/app/maintenance/migrate-database.ts';
import { startEmbeddedPostgres } from '../src/core/db/embedded-postgres.ts';
import { startWorker } from '../src/core/jobs/worker.ts';
import { refusedForMs } from '../src/core/platform/platform-failure.ts';
import { schemaChanges } from '../src/migrations/schema-changes.ts';
import { freePort, type TestApp, testApp } from './app.ts';
import { BARE_ENVIRONMENT } from './bare-environment.ts';
import { callerOf } from './caller.ts';
import { sqlOf } from './db.ts';
import { done, refusalOf } from './events.ts';
import { liveDocument, type Operation, operationsOf } from './fuzz/operations.ts';
import { createFuzzWorld, type World } from './fuzz/world.ts';
import { PROFILES, patiently } from './guild.ts';
import { join } from './members.ts';
import { expanded } from './next-version.ts';
import { createPerson } from './people.ts';
import {
  askAll,
  fileOf,
  folderOf,
  GUILD_SIZE,
  headOf,
  type Kept,
  lostPlaces,
  openRelease,
  readKept,
} from './releases/kept-release.ts';

const releases = globSync('*.tar.gz', { cwd: fileOf('.') }).map((file) => path.basename(file, '.tar.gz'));

test.each(releases)(
  'the database of %s is migrated, answers as before, and goes on with what was running',
  async (release) => {
    await using stack = new AsyncDisposableStack();
    expect(statSync(fileOf(`${release}.tar.gz`)).size).toBeLessThan(500_000);
    const kept = await readKept(release);
    const { url, start } = await openRelease(stack, fileOf(`${release}.tar.gz`), kept.at);
    {
      await using app = await start(['web']);
      const operations = operationsOf(await liveDocument(app));
      expect(operations.filter(({ id }) => kept.requests[id]).length).toBeGreaterThan(100);
      const changed = Object.keys(CHANGED[release] ?? {}).toSorted();
      const compare = async () => {
        const different = await differences(app, kept);
        expect(different.filter(({ place }) => !changed.includes(place))).toEqual([]);
        expect([...new Set(different.map(({ place }) => place))].toSorted()).toEqual(changed);
      };
      await compare();
      expect(await migrateDatabase(url, jobDefinitions, { changes: expanded })).toHaveLength(3);
      // Reading a feed writes when it was read.
      await app.ctx.sql('update calendar_feed set last_read_at = null');
      await compare();
    }
    {
      await using app = await start(['web', 'worker']);
      const unfinished = `select kind, status from sync_session where status <> 'completed'`;
      await patiently(async () => expect(await app.ctx.sql(unfinished)).toEqual([]));
      await app.http.get('/readyz').expect(200);
    }
  },
);

/** People fill these; sweeps and syncs of a start may change others. */
const KEPT_TABLES =
  'absence app_user calendar_feed character discord_binding event image membership organization participation post role ' +
  'role_holder service_account text_version webhook_endpoint';

const COUNTS = `select ${KEPT_TABLES.split(' ').map((name) => `(select count(*)::int from "${name}") as "${name}"`)}`;
const RECORDED = 'select name from mikro_orm_migrations order by id';

test.each(releases)(
  '`pnpm start` in a folder of %s ends healthy with all that people put in',
  async (release) => {
    await using stack = new AsyncDisposableStack();
    const [{ at, tokens }, { migrations }] = [await readKept(release), await headOf(release)];
    const before = schemaChanges.filter(({ name }) => migrations.includes(name));
    const folder = await folderOf(stack, fileOf(`${release}.tar.gz`), at, before);
    const read = async (statement: string) => {
      await using postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'));
      await using inner = new AsyncDisposableStack();
      return await sqlOf(inner, postgres.url('guildhall'))(statement);
    };
    const kept = await read(COUNTS);
    expect(Object.entries(kept[0] ?? {}).filter(([, count]) => count === 0)).toEqual([]);
    expect(await read(RECORDED)).toEqual(migrations.map((name) => ({ name })));

    const port = await freePort();
    const environment = { DATA_DIR: folder, PORT: String(port), SIMULATOR: 'off', SERVE_WEB: 'false' };
    const service = spawn(process.execPath, [path.join(import.meta.dirname, '../src/main.ts')], {
      cwd: folder,
      env: { ...BARE_ENVIRONMENT, ...environment },
      stdio: 'ignore',
    });
    const ended = once(service, 'exit');
    stack.defer(async () => {
      if (service.exitCode === null && service.kill('SIGKILL')) await ended;
    });
    const ask = (address: string) =>
      fetch(`http://127.0.0.1:${port}/api/v1${address}`, { headers: { authorization: `Bearer ${tokens.owner}` } });
    await patiently(async () => expect(await (await ask('/health')).json()).toMatchObject({ status: 'ok', error: {} }));
    expect((await ask('/auth/me')).status).toBe(200);
    service.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);

    expect(await read(COUNTS)).toEqual(kept);
    expect(await read(RECORDED)).toEqual(schemaChanges.map(({ name }) => ({ name })));
    const backups = globSync('backups/before-*.tar.gz', { cwd: folder });
    expect(backups).toHaveLength(before.length < schemaChanges.length ? 1 : 0);
  },
  300_000,
);

const rolesWith = (permissions: string) => `
  select name, array(select unnest(${permissions}) collate "C" order by 1) as permissions
  from role where organization_id = $1 order by is_founder desc, game_rank nulls first, name`;
type Roles = { name: string; permissions: string[] };

test('founders, officers’ ranks and roles like them manage loot once 0.1.0 is updated, and no others', async () => {
  await using stack = new AsyncDisposableStack();
  const [{ at, requests, tokens }, { migrations }] = [await readKept('0.1.0'), await headOf('0.1.0')];
  const before = schemaChanges.filter(({ name }) => migrations.includes(name));
  const folder = await folderOf(stack, fileOf('0.1.0.tar.gz'), at, before);
  const postgres = stack.use(await startEmbeddedPostgres(path.join(folder, 'postgres'), ['fsync=off']));
  const url = postgres.url('guildhall');
  const sql = sqlOf(stack, url);
  const id = (requests['organizations-get'] ?? '').slice('/organizations/'.length);
  const OFFICERS = ['canManageEvents', 'canManageRoster', 'canViewOfficerData'];
  const add = 'insert into role (organization_id, name, permissions) values ($1, $2, $3)';
  await sql(add, [id, 'Seconds', [...OFFICERS, 'canViewRoster']]);
  for (const one of OFFICERS) await sql(add, [id, `Not ${one}`, OFFICERS.filter((other) => other !== one)]);
  const roles = await sql<Roles>(rolesWith('permissions'), [id]);

  await migrateDatabase(url, jobDefinitions);
  await migrateDatabase(url, jobDefinitions);
  const after = await sql<Roles>(rolesWith('permissions || added_permissions'), [id]);
  const manages = ['Guild Master', 'Guild Master (rank 0)', 'Rank 1', 'Seconds'];
  expect(after).toEqual(
    roles.map(({ name, permissions }) => ({
      name,
      permissions: manages.includes(name) ? [...permissions, 'canManageLoot'].toSorted() : permissions,
    })),
  );
  expect(after.filter(({ name }) => manages.includes(name))).toHaveLength(manages.length);

  await using app = await testApp({ roles: ['web'], through: () => url, environment: { DATA_DIR: folder } });
  const mate = callerOf(app, tokens.mate ?? '');
  const { id: mateId } = await done<{ id: string }>(mate('GET', '/auth/me'));
  const decide = async (rank: number) => {
    await sql('update roster_entry set rank = $1 where id in (select entry_id from proven_claim where user_id = $2)', [
      rank,
      mateId,
    ]);
    const body = { responses: [{ key: 'nothing', meaning: 'need' }] };
    return refusalOf(mate('PUT', `/organizations/${id}/loot-responses`, body));
  };
  // Past the rights: there is no such response.
  expect(await decide(1)).toEqual([404, 'loot_response_not_found']);
  for (const rank of [2, 9]) expect(await decide(rank)).toEqual([403, 'missing_permission']);
});

async function differences(app: TestApp, kept: Kept) {
  const answers = await askAll(app, kept);
  return Object.entries(kept.answers).flatMap(([operation, given]) =>
    Object.entries(given).flatMap(([person, before]) => {
      const now = answers[operation]?.[person];
      return lostPlaces(operation, before, now).map((place) => ({
        place: `${operation} ${place}`,
        ...{ person, before, now },
      }));
    }),
  );
}

/** Release → operation and place in its answer → why later versions answer otherwise there. */
const CHANGED: Record<string, Record<string, string>> = {
  '0.1.0': {
    'admin-jobs queues': 'lists the queues of imports too',
    'attendance-matrix members[].mainCharacter.class.id': 'names the character that a member used most',
    'attendance-matrix members[].mainCharacter.class.name': 'the same',
    'attendance-matrix members[].mainCharacter.id': 'the same',
    'attendance-matrix members[].mainCharacter.name': 'the same',
    'attendance-stats [].mainCharacter.class.id': 'the same',
    'attendance-stats [].mainCharacter.class.name': 'the same',
    'attendance-stats [].mainCharacter.id': 'the same',
    'attendance-stats [].mainCharacter.name': 'the same',
    'characterViews-encounters keystone.rating': 'has a rating of the current season only',
    'organizations-get roles[].permissions': 'gives officers canManageLoot',
    'organizations-list status': 'lists public guilds to visitors too',
    'organizations-templates [].description': 'has reworded texts',
    'organizations-templates [].roles[].permissions': 'gives officers canManageLoot',
    'organizations-templates [].texts.motd': 'has reworded texts',
    'organizations-templates [].texts.recruitment': 'has reworded texts',
    'roles-list [].permissions': 'gives officers canManageLoot',
    'roles-permissions own': 'has canManageLoot',
    'roles-permissions permissions': 'has canManageLoot',
    'week-get unanswered': 'has one unanswered event for each series',
  },
};

const { KEEP_RELEASE: keep } = process.env;
if (keep) {
  test('keeps the database of this release', async () => {
    await using stack = new AsyncDisposableStack();
    const world = stack.use(await createFuzzWorld({ guildSize: GUILD_SIZE }));
    const { app } = world;
    const requests: Kept['requests'] = {};
    const operations = operationsOf(await liveDocument(app)).filter(({ method }) => method === 'GET');
    for (const operation of operations) {
      // A visit uses it up.
      if (operation.id === 'auth-verifyMagicLink') continue;
      const address = await addressOf(world, operation);
      if (address) requests[operation.id] = address;
    }
    const mate = await gather(world, requests);
    // From here on one sync is in the middle of its work.
    await app.ctx.sql(
      `update sync_session set status = 'completed', finished_at = now() - interval '1 day' where finished_at is null`,
    );
    await app.ctx.sql('delete from pgboss.job');
    const guild = requests['organizations-get'];
    const call = callerOf(app, world.tokens.owner);
    await done(call('POST', `${guild}/roster/sync`));
    app.simulator.faults.add({ match: PROFILES, fault: { kind: 'latency', ms: 1_000 } });
    await using worker = await startWorker(app.ctx, jobs, refusedForMs);
    await patiently(async () => {
      const running = await app.ctx.sql(
        `select from sync_session where status = 'running' and done > 3 and done < total`,
      );
      expect(running).toHaveLength(1);
    });
    // They have to be valid all day.
    for (const [table, column] of [
      ['invite', 'expires_at'],
      ['service_token', 'expires_at'],
      ['account', 'access_token_expires_at'],
    ]) {
      await app.ctx.sql(`update ${table} set ${column} = now() + interval '7 days'`);
    }
    const file = fileOf(`${keep}.tar.gz`);
    const at = new Date().toISOString();
    await backUp({ ...app.config, version: keep }, app.config.databaseUrl ?? '', file);
    await worker[Symbol.asyncDispose]();

    const tokens = { ...world.tokens, mate, nobody: null };
    await using opened = new AsyncDisposableStack();
    const { start } = await openRelease(opened, file, at);
    await using copy = await start(['web']);
    const answers = await askAll(copy, { at, tokens, requests });
    for (const [operation, given] of Object.entries(answers)) {
      process.stdout.write(
        `${operation} ${Object.entries(given).map(([person, text]) => `${person} ${text.slice(0, 3)}`)}\n`,
      );
    }
    const kept: Kept = { at, tokens, requests, answers };
    await writeFile(fileOf(`${keep}.answers.json.gz`), gzipSync(JSON.stringify(kept), { level: 9 }));
  }, 600_000);
}

/** Where the parameter's schema has no example. */
const QUERIES: Record<string, Record<string, string>> = {
  'characters-battlenetPreview': { gameVersion: 'retail' },
  'events-previewSeries': { change: 'edit', apply: 'all' },
};

async function addressOf(world: World, operation: Operation): Promise<string | undefined> {
  const { params = {}, query = {} } = await world.needsOf(operation);
  const values = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const search = new URLSearchParams();
  for (const { name, schema } of values)
    search.set(
      name,
      String(query[name] ?? QUERIES[operation.id]?.[name] ?? schema.examples?.[0] ?? schema.enum?.[0] ?? ''),
    );
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  const place = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return place.includes('//') ? undefined : `${place}${search.size > 0 ? `?${search}` : ''}`;
}

/** People who sign up, were there, write and are away. Returns the token of one. */
async function gather(world: World, requests: Kept['requests']): Promise<string> {
  const { app, tokens } = world;
  const guild = requests['organizations-get'] ?? '';
  const id = guild.slice('/organizations/'.length);
  const owner = callerOf(app, tokens.owner);
  await done(owner('PATCH', `${guild}/text-content`, { motd: 'Bring flasks' }));
  await done(owner('POST', '/auth/me/absences', { from: '2090-01-01', to: '2090-01-02' }));
  const everything = operationsOf(await liveDocument(app));
  for (const wanted of [
    'discordPosts-changeBinding',
    'roster-decideTransfer',
    'roster-rejectClaim',
    'services-agree',
  ]) {
    const operation = everything.find((each) => each.id === wanted);
    if (operation) await world.needsOf(operation);
  }
  const past = everything.find((each) => each.id === 'participations-attendance');
  const { params, body } = past ? await world.needsOf(past) : {};
  await done(owner('POST', `/events/${params?.id}/attendance`, body));
  const people: { token: string }[] = [];
  for (let number = 0; number < 12; number += 1) {
    const mate = await createPerson(app);
    await join(app, { id, source: 'synced', founderRoleId: '' }, mate, 3);
    people.push(mate);
    const [character] = await app.ctx.sql<{ id: string }>('select id from character where user_id = $1', [mate.userId]);
    for (const operation of ['events-get', 'participations-list', 'events-log']) {
      const answer = {
        characterId: character?.id,
        ...[{ roleKey: 'melee' }, { status: 'tentative' }, { status: 'declined' }][number % 3],
      };
      const [event = ''] = /^\/events\/[^/]+/.exec(requests[operation] ?? '') ?? [];
      await done(callerOf(app, mate.token)('PUT', `${event}/signup`, answer));
    }
  }
  return people[0]?.token ?? '';
}
