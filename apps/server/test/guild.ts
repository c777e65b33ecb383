/**
 * Guilds of the simulator, brought into the service as members do: by signing in and syncing, never by direct writes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RosterEntryView } from '@guildhall/contracts/organization.ts';
import type { RosterChangeView } from '@guildhall/contracts/roster.ts';
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { expect } from 'vitest';
import { findSyncSession } from '../src/core/syncs/sync-session.ts';
import type { SignedInClient, TestApp } from './app.ts';

/** Requests for a character's profile itself, not for the documents below it. */
export const PROFILES = /^\/profile\/wow\/character\/[^/]+\/[^/]+$/;

export type TestGuild = { id: string; alias: string; name: string };

/** Signs a person in, syncs, and returns the first guild the person thereby joined. */
export async function bringIn(app: TestApp, account = 'ysolde'): Promise<{ client: SignedInClient; guild: TestGuild }> {
  const client = await app.signIn(account);
  await syncCharacters(app, client);
  await untilIdle(app);
  const { body } = await client.get('/organizations/mine').expect(200);
  const [guild] = body;
  expect(guild).toBeDefined();
  return { client, guild };
}

export async function syncCharacters(app: TestApp, client: SignedInClient): Promise<SyncSessionView> {
  await forgetCooldown(app);
  const { body } = await client.post('/characters/sync').expect(201);
  return untilEnded(app, body.sessionId);
}

export async function syncRoster(app: TestApp, client: SignedInClient, guild: TestGuild): Promise<SyncSessionView> {
  await forgetCooldown(app);
  const { body } = await client.post(`/organizations/${guild.id}/roster/sync`).expect(201);
  return untilEnded(app, body.sessionId);
}

/** Waits for a sync to end and returns its session; unlike `expect.poll` it also works in concurrent tests. */
export function untilEnded(app: Pick<TestApp, 'ctx'>, sessionId: string): Promise<SyncSessionView> {
  return eventually(async () => {
    const session = await findSyncSession(app.ctx.sql, sessionId);
    if (!session?.finishedAt) throw new Error(`The sync has not ended: ${JSON.stringify(session)}`);
    return session;
  }, 100_000);
}

/** Waits until no sync is queued or running. */
export async function untilIdle(app: TestApp): Promise<void> {
  const active = `select id, kind, status from sync_session where status in ('queued', 'running')`;
  await patiently(async () => expect(await app.ctx.sql(active)).toEqual([]));
}

/** Waits until no job is queued or running there; jobs for later do not count. */
export async function untilNoJobs(app: TestApp, queue: string): Promise<void> {
  const under = `select id, state from pgboss.job
    where name = $1 and state in ('created', 'retry', 'active') and start_after <= now()`;
  await patiently(async () => expect(await app.ctx.sql(under, [queue])).toEqual([]));
}

/** Lets people start the next sync without waiting for the cooldown. */
async function forgetCooldown(app: TestApp): Promise<void> {
  await app.ctx.sql(`update sync_session set finished_at = finished_at - interval '2 minutes'`);
}

export async function rosterOf(client: SignedInClient, guild: TestGuild, query = ''): Promise<RosterEntryView[]> {
  const { body } = await client.get(`/organizations/${guild.id}/roster?pageSize=200${query}`).expect(200);
  return body.members;
}

/** The history, oldest first. */
export async function historyOf(client: SignedInClient, guild: TestGuild, query = ''): Promise<RosterChangeView[]> {
  const { body } = await client.get(`/organizations/${guild.id}/roster/history?pageSize=200${query}`).expect(200);
  return body.changes.reverse();
}

const LOOK_EVERY_MS = 25;
/** Other programs may take so many parts of the time. */
const SLOWEST = 6;

/**
 * Repeats the check until it does not throw. The limit is that of a machine that looks as often as it should: one that is held up
 * answers later, too.
 */
export async function eventually<T>(check: () => Promise<T>, timeout = 10_000): Promise<T> {
  const started = performance.now();
  for (let looks = 1; ; looks += 1) {
    try {
      return await check();
    } catch (error) {
      const elapsed = performance.now() - started;
      const isHeldUp = 2 * looks * LOOK_EVERY_MS < elapsed;
      if (elapsed > (isHeldUp ? SLOWEST * timeout : timeout)) throw error;
    }
    await sleep(LOOK_EVERY_MS);
  }
}

/** The same, for what follows a pause of the service: a retry, a lease, a limit of the platform, a killed process. */
export const patiently = <T>(check: () => Promise<T>): Promise<T> => eventually(check, 60_000);

/** A sync that a person has started and no worker picks up. */
export async function queuedSync(app: TestApp, client: SignedInClient, guild: TestGuild) {
  await app.ctx.boss.offWork('roster-sync');
  await forgetCooldown(app);
  const { body } = await client.post(`/organizations/${guild.id}/roster/sync`).expect(201);
  const [row] = await app.ctx.sql<{ id: string; jobId: string }>(
    'select id, job_id as "jobId" from sync_session where id = $1',
    [body.sessionId],
  );
  if (!row) throw new Error('The session is gone');
  return row;
}
