/** People's characters, for tests of character data. */
import type { CharacterView } from '@guildhall/contracts/character.ts';
import { expect } from 'vitest';
import { enrichCharacterJob, scheduledEnrichmentJob } from '../src/armory/enrichment/enrichment.jobs.ts';
import { referenceSyncJob } from '../src/reference/game-data/reference.jobs.ts';
import { type SignedInClient, type TestApp, testApp } from './app.ts';
import { eventually, syncCharacters, untilNoJobs } from './guild.ts';

const QUEUES = [enrichCharacterJob.name, scheduledEnrichmentJob.name];

export async function characterNamed(client: SignedInClient, name: string): Promise<CharacterView> {
  const { body } = await client.get('/characters?includeInactive=true').expect(200);
  const found = (body as CharacterView[]).find((character) => character.name === name);
  if (!found) throw new Error(`There is no character ${name}`);
  return found;
}

/** Waits until no enrichment is queued or running. */
export async function untilEnriched(app: TestApp): Promise<void> {
  const open = `select id, state from pgboss.job where name = any($1) and state <= 'active'`;
  await eventually(async () => expect(await app.ctx.sql(open, [QUEUES])).toEqual([]), 240_000);
}

/**
 * Stops enrichment, so that characters stay at what their profiles say. For tests about something else that compare
 * whole characters.
 */
export async function withoutEnrichment(app: TestApp): Promise<void> {
  for (const queue of QUEUES) await app.ctx.boss.offWork(queue);
}

/** The service without enrichment. */
export async function appWithoutEnrichment(options?: Parameters<typeof testApp>[0]): Promise<TestApp> {
  const app = await testApp(options);
  await withoutEnrichment(app);
  // A worker starts by loading the names of classes, races and realms.
  await untilNoJobs(app, referenceSyncJob.name);
  return app;
}

/** Signs a person in, syncs and enriches their characters, and returns one of them. */
export async function bringInCharacter(app: TestApp, account: string, name: string) {
  const client = await app.signIn(account);
  await syncCharacters(app, client);
  await untilEnriched(app);
  return { client, character: await characterNamed(client, name) };
}

/** Refreshes one character as its owner would, regardless of the cooldown. */
export async function enrich(app: TestApp, client: SignedInClient, characterId: string): Promise<void> {
  await app.ctx.sql(`update character set enriched_at = enriched_at - interval '2 minutes'`);
  await client.post(`/characters/${characterId}/enrich`).expect(201);
  await untilEnriched(app);
}
