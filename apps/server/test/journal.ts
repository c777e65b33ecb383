/** The journal and the catalogue of the simulator, synced into the service by an administrator. */
import type { SyncSessionView } from '@guildhall/contracts/sync-session.ts';
import { expect } from 'vitest';
import { sendJob } from '../src/core/jobs/job.ts';
import { catalogueSyncJob } from '../src/reference/game-data/reference.jobs.ts';
import type { TestApp } from './app.ts';
import { patiently, untilEnded } from './guild.ts';
import { createPerson, type Person } from './people.ts';

/** Starts a sync as an administrator and returns its session. */
export async function startJournal(app: TestApp, admin?: Person): Promise<string> {
  const person = admin ?? (await createPerson(app, { isAdmin: true }));
  const { body } = await person.request('post', '/api/v1/admin/sync-instances').expect(201);
  return body.sessionId;
}

export async function syncJournal(app: TestApp, admin?: Person): Promise<SyncSessionView> {
  return untilEnded(app, await startJournal(app, admin));
}

/** Reads professions, recipes, factions and other lists of the game. */
export async function syncCatalogue({ ctx }: Pick<TestApp, 'ctx'>): Promise<void> {
  const job = await sendJob(ctx.boss, catalogueSyncJob, {});
  const find = 'select state from pgboss.job where id = $1';
  await patiently(async () => expect(await ctx.sql(find, [job])).toEqual([{ state: 'completed' }]));
}

const TABLES = ['journal_expansion', 'journal_instance', 'journal_encounter'];

/** Every row of the journal, by its subject, with the transaction that wrote it. */
export async function journalRows({ ctx }: Pick<TestApp, 'ctx'>): Promise<Map<string, string>> {
  const selects = TABLES.flatMap((table) => [
    `select '${table} ' || id as key, xmin::text || ' ' || to_jsonb(t)::text as row from ${table} t`,
    `select '${table} ' || entity_id || ' ' || locale, xmin::text || ' ' || to_jsonb(t)::text from ${table}_locale t`,
  ]);
  const rows = await ctx.sql<{ key: string; row: string }>(selects.join(' union all '));
  return new Map(rows.map(({ key, row }) => [key, row]));
}

/** The keys that were written with other contents, or by another transaction. */
export function changedKeys(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((key) => before.get(key) !== after.get(key)).sort();
}
