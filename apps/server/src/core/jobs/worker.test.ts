import { createWorld, type World } from '@guildhall/simulator/world.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { bringIn, eventually, PROFILES, patiently, queuedSync, syncRoster, untilEnded } from '../../../test/guild.ts';
import { hold } from '../../../test/waiting.ts';
import { spawnWorker, startWorkerOf } from '../../../test/workers.ts';
import { createContext } from '../../app/compose.ts';
import { jobs } from '../../app/jobs.ts';
import { scheduledRosterSyncJob } from '../../guilds/guild-sync/guilds.jobs.ts';
import { syncRoster as runRosterSync } from '../../guilds/roster/sync-roster.ts';
import { imageFilesJob } from '../../pictures/images/images.jobs.ts';
import { refusedForMs } from '../platform/platform-failure.ts';
import { uuidv7 } from '../uuid.ts';
import { sendJobs } from './job.ts';
import { handledJob, startWorker } from './worker.ts';

const ROSTER = '/data/wow/guild/*/roster';
const small = () => createWorld({ guildSizes: [20] });

/** Sixty members; every fifth causes no write after its request, so that only the cursor records it. */
function withHiddenProfiles(): World {
  const world = createWorld({ guildSizes: [60] });
  const others = world.members(world.guild('lantern')).filter(({ name }) => !/^(Ysol|Brack)/.test(name));
  for (const [index, member] of others.entries()) if (index % 5 === 0) world.hideProfile(member);
  return world;
}

/** Members a roster sync writes together. */
const BATCH = 40;
const HALFWAY = `select id, job_id as "jobId" from sync_session
  where kind = 'roster' and status = 'running' and done = ${BATCH}`;

/** Lets a roster sync read all profiles of its first batch and only some of the second, until released. */
function holdSecondBatch({ simulator }: TestApp): () => void {
  const { faults, world } = simulator;
  // Their own sync requests these too.
  const own = world.accounts.find(({ key }) => key === 'ysolde')?.characters.length ?? 0;
  const passed = new Set<string>();
  const match = ({ path }: { path: string }) => {
    const [profile] = /\/profile\/wow\/character\/[^/]+\/[^/]+$/.exec(path) ?? [];
    if (profile === undefined || passed.has(profile)) return false;
    if (passed.size >= BATCH + own) return true;
    passed.add(profile);
    return false;
  };
  return hold(faults, match);
}

async function halfway(app: TestApp): Promise<{ id: string; jobId: string }> {
  return patiently(async () => {
    const [session] = await app.ctx.sql<{ id: string; jobId: string }>(HALFWAY);
    if (!session) throw new Error('No sync is halfway');
    return session;
  });
}

test.concurrent('J-02: when a worker is killed midway, the next one finishes its sync with the same result', async () => {
  await using app = await testApp({ world: withHiddenProfiles(), roles: ['web'] });
  await using undisturbed = await testApp({ world: withHiddenProfiles() });
  const release = holdSecondBatch(app);
  await using doomed = await spawnWorker(app);
  const client = await app.signIn('ysolde');
  await client.post('/characters/sync').expect(201);
  const session = await halfway(app);
  await doomed.kill();
  expect(await app.ctx.sql(HALFWAY)).toHaveLength(1);
  release();

  await using _next = await startWorkerOf(app);
  // The job's own expiry would bring it back only after an hour.
  const [ended] = await Promise.all([untilEnded(app, session.id), bringIn(undisturbed)]);
  expect(ended).toMatchObject({ status: 'completed', progress: { total: 60, done: 60, added: 60, failed: 0 } });
  const [result, expected] = await Promise.all([stateOf(app), stateOf(undisturbed)]);
  expect(result).toEqual(expected);
  expect(
    await client
      .get('/organizations/mine')
      .expect(200)
      .then(({ body }) => body),
  ).toHaveLength(1);
});

test.concurrent('a stopping worker releases its sync immediately, and the next worker continues it', async () => {
  await using app = await testApp({ world: withHiddenProfiles(), roles: ['web'] });
  const release = holdSecondBatch(app);
  const client = await app.signIn('ysolde');
  const ctx = await createContext({ ...app.config, roles: new Set(['worker']) }, { log: app.ctx.log });
  const worker = await startWorker(ctx, jobs, refusedForMs);
  await client.post('/characters/sync').expect(201);
  const session = await halfway(app);
  await worker[Symbol.asyncDispose]();
  await ctx[Symbol.asyncDispose]();
  // Stopping did not wait for the platform: the sync has neither continued nor ended.
  expect(await app.ctx.sql(HALFWAY)).toHaveLength(1);
  expect(await app.ctx.sql('select state from pgboss.job where id = $1', [session.jobId])).toEqual([
    { state: 'retry' },
  ]);
  release();

  await using _next = await startWorkerOf(app);
  const ended = await untilEnded(app, session.id);
  expect(ended).toMatchObject({ status: 'completed', progress: { total: 60, done: 60, added: 60 } });
  expect(app.logged.filter((line) => line.includes('job failed'))).toEqual([]);
});

test.concurrent('two workers share the work and never run the same sync twice', async () => {
  await using app = await testApp({ world: createWorld({ guildSizes: [20, 12] }), roles: ['web'] });
  await using _first = await startWorkerOf(app);
  await using _second = await startWorkerOf(app);
  const { client, guild } = await bringIn(app);
  await bringIn(app, 'brannoc');
  const { requests } = app.simulator;
  for (let run = 0; run < 3; run++) {
    requests.clear();
    const session = await syncRoster(app, client, guild);
    expect(session.progress).toMatchObject({ total: 20, done: 20, failed: 0 });
    expect(requests.count({ path: ROSTER })).toBe(1);
    expect(requests.count({ path: PROFILES })).toBe(20);
  }
});

test.concurrent('J-03: an attempt that resumes after being given up changes nothing', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const { id, jobId } = await queuedSync(app, client, guild);
  const attempt = (number: number) => {
    const run = { jobId, attempt: number, lastAttempt: false, signal: new AbortController().signal };
    return runRosterSync(app.ctx, { sessionId: id, organizationId: guild.id }, run);
  };
  const { promise: until, resolve: answerLate } = Promise.withResolvers<void>();
  app.simulator.faults.add({ match: PROFILES, times: 12, fault: { kind: 'hang', until } });
  const late = attempt(0);
  await eventually(async () => expect(app.simulator.requests.count({ path: PROFILES, status: 0 })).toBe(12));
  await attempt(1);
  const state = await stateOf(app);
  const session = await untilEnded(app, id);
  expect(session).toMatchObject({ status: 'completed', progress: { total: 20, done: 20 } });
  answerLate();
  await late;
  expect(await untilEnded(app, id)).toEqual(session);
  expect(await stateOf(app)).toEqual(state);
});

test.concurrent('J-05: a job with an unreadable payload fails with a reason and blocks nothing', async () => {
  await using app = await testApp({ world: small() });
  const { client, guild } = await bringIn(app);
  const id = await app.ctx.boss.send('roster-sync', { guild: 'of an older version' }, { retryLimit: 0 });
  const gone = await app.ctx.boss.send('roster-sync', { organizationId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f' });
  const stateOfJob = async (job: string | null) =>
    (
      await app.ctx.sql<{ state: string; output: unknown }>('select state, output from pgboss.job where id = $1', [job])
    )[0];
  await eventually(async () => {
    expect(await stateOfJob(id)).toMatchObject({
      state: 'failed',
      output: { message: expect.stringContaining('organizationId') },
    });
    expect(await stateOfJob(gone)).toMatchObject({ state: 'completed' });
  });
  expect((await syncRoster(app, client, guild)).status).toBe('completed');
});

test.concurrent('jobs queued together do not wait for the next poll, and one failure does not affect the others', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { boss } = app.ctx;
  const each = (count: number) => Array.from({ length: count }, () => uuidv7());
  await sendJobs(
    boss,
    imageFilesJob,
    each(200).map((imageId) => ({ payload: { imageId } })),
    undefined,
  );
  await sendJobs(
    boss,
    scheduledRosterSyncJob,
    each(40).map((organizationId) => ({ payload: { organizationId, trigger: 'schedule' } })),
    undefined,
  );
  const broken = await boss.send(imageFilesJob.name, { image: 'of an older version' }, { retryLimit: 0, priority: 1 });
  await using _worker = await startWorkerOf(app);
  const ended = `select name, state, count(*)::int as jobs from pgboss.job
    where name in ('image-files-removal', 'roster-sync-scheduled') group by name, state order by name, state`;
  await eventually(
    async () =>
      expect(await app.ctx.sql(ended)).toEqual([
        { name: 'image-files-removal', state: 'completed', jobs: 200 },
        { name: 'image-files-removal', state: 'failed', jobs: 1 },
        { name: 'roster-sync-scheduled', state: 'completed', jobs: 40 },
      ]),
    // Polling alone would take five minutes.
    30_000,
  );
  const [failed] = await app.ctx.sql<{ output: unknown }>('select output from pgboss.job where id = $1', [broken]);
  expect(failed?.output).toMatchObject({ message: expect.stringContaining('imageId') });
});

test.concurrent('a queue runs as many jobs at once as it allows, and no more', async () => {
  await using app = await testApp({ roles: ['web'] });
  const release = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const definition: typeof scheduledRosterSyncJob = { ...scheduledRosterSyncJob, concurrency: 3 };
  const job = handledJob(definition, async () => {
    running += 1;
    most = Math.max(most, running);
    await release.promise;
    running -= 1;
  });
  await using _worker = await startWorker(app.ctx, [job], refusedForMs);
  const payloads = Array.from({ length: 10 }, () => ({ organizationId: uuidv7(), trigger: 'schedule' as const }));
  await sendJobs(
    app.ctx.boss,
    scheduledRosterSyncJob,
    payloads.map((payload) => ({ payload })),
    undefined,
  );
  await eventually(async () => expect(running).toBe(3));
  release.resolve();
  const completed = `select count(*)::int as jobs from pgboss.job where name = $1 and state = 'completed'`;
  await eventually(async () =>
    expect(await app.ctx.sql(completed, [scheduledRosterSyncJob.name])).toEqual([{ jobs: 10 }]),
  );
  expect(most).toBe(3);
});

test.concurrent('a job that starts later needs no announcement', async () => {
  await using app = await testApp({ roles: ['web'] });
  let ran = 0;
  const job = handledJob(scheduledRosterSyncJob, async () => {
    ran += 1;
  });
  await using _worker = await startWorker(app.ctx, [job], refusedForMs);
  const payload = { organizationId: uuidv7(), trigger: 'schedule' } as const;
  await app.ctx.boss.send(scheduledRosterSyncJob.name, payload, { startAfter: 1 });
  await eventually(async () => expect(ran).toBe(1));
});

/** Everything that a sync writes, except ids and write times. */
async function stateOf({ ctx }: TestApp) {
  const [entries, events, members] = await Promise.all([
    ctx.sql(`select e.platform_realm_id, e.platform_character_id, e.name, e.name_key, e.realm_slug, e.level, e.class_id,
        e.race_id, e.faction, e.rank, e.role, e.item_level, e.last_login_at, e.left_at, e.profile_last_modified,
        e.profile_fetched_at is null as unfetched, c.name as claimed_by
      from roster_entry e left join character c on c.id = e.claimed_by_id
      order by e.platform_realm_id, e.platform_character_id`),
    ctx.sql(`select v.kind, v.before, v.after, e.name, e.realm_slug from roster_event v join roster_entry e on e.id = v.entry_id
      order by e.platform_realm_id, e.platform_character_id, v.kind`),
    ctx.sql(`select u.display_name, m.left_at from membership m join app_user u on u.id = m.user_id`),
  ]);
  return { entries, events, members };
}
