/** Puts characters into the queue of enrichment, so that nobody's characters wait behind all of somebody else's. */
import type { JobPayload } from '../core/job.ts';
import type { UnitOfWork } from '../core/unit-of-work.ts';
import { enrichCharacterJob } from './enrichment.jobs.ts';

/**
 * How urgent it is: a person looks at this character now, has asked for all of theirs, or nobody asked. Within each the
 * first character of everybody comes before anybody's second.
 */
export const URGENCY = { onDemand: 3000, sync: 2000, schedule: 1000 } as const;
export type Urgency = keyof typeof URGENCY;

/** Nobody's characters fall into the band below. */
const BAND = 999;

export type EnrichmentRequest = { characterId: string; profileAsked: boolean };

const ALREADY_QUEUED = `
  select count(*)::int as count from pgboss.job
  where name = '${enrichCharacterJob.name}' and group_id = $1 and state < 'active' and priority between $2 and $3`;

/** A person's characters, in the order they are to be enriched. What is queued already keeps its place. */
export async function queueEnrichment(
  tx: UnitOfWork,
  userId: string,
  requests: EnrichmentRequest[],
  urgency: Urgency,
): Promise<void> {
  const first = URGENCY[urgency];
  const [queued] = await tx.sql<{ count: number }>(ALREADY_QUEUED, [userId, first - BAND, first]);
  for (const [index, request] of requests.entries()) {
    const payload = { ...request, waitedFor: urgency !== 'schedule' };
    const priority = first - Math.min(BAND, (queued?.count ?? 0) + index);
    const added = await tx.enqueue(enrichCharacterJob, payload, { priority, group: { id: userId } });
    if (added === null && urgency !== 'schedule') await hasten(tx, payload, priority);
  }
}

const HASTEN = `
  update pgboss.job set priority = $2, data = data || '{"waitedFor": true}'
  where name = '${enrichCharacterJob.name}' and singleton_key = $1 and state < 'active' and priority < $2
  returning id`;

/** Moves a job that is queued at a lower priority forward. False when there is none. */
export async function hasten(
  { sql }: Pick<UnitOfWork, 'sql'>,
  { characterId }: Pick<JobPayload<typeof enrichCharacterJob>, 'characterId'>,
  priority: number,
): Promise<boolean> {
  return (await sql(HASTEN, [characterId, priority])).length > 0;
}
