/** Queues characters for enrichment so that nobody's characters wait behind all of somebody else's. */

import { query, statement } from '../core/db/statement.ts';
import type { JobPayload } from '../core/jobs/job.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { enrichCharacterJob } from './enrichment.jobs.ts';

/** The highest job priority of each urgency: a person is looking at this character, or has requested all of theirs. */
export const URGENCY = { onDemand: 3_000_000, sync: 2_000_000 } as const;
type Urgency = keyof typeof URGENCY;

/** The number of places before a job would fall into the lower urgency. */
const PLACES = 999_999;

export type EnrichmentRequest = { characterId: string; profileAsked: boolean };

/**
 * The place of a person's next job: behind their own last one, or else level with the first waiting job of anybody.
 * From then on people take turns, and nobody waits for everything that others requested before.
 */
const NEXT_PLACE = query({ priority: 'int' })`
  select coalesce(min(priority) filter (where group_id = $1) - 1, max(priority), $2::int) as priority from pgboss.job
  where name = '${enrichCharacterJob.name}' and state < 'active' and not blocked and priority between $3 and $2`;

/** Queues a person's characters in the given order. Characters that are queued already keep their place. */
export async function queueEnrichment(
  tx: UnitOfWork,
  userId: string,
  requests: EnrichmentRequest[],
  urgency: Urgency,
): Promise<void> {
  const first = URGENCY[urgency];
  const last = first - PLACES;
  const next = await tx.sql.one(NEXT_PLACE, [userId, first, last]);
  for (const [index, request] of requests.entries()) {
    const priority = Math.max(last, next.priority - index);
    const added = await tx.enqueue(enrichCharacterJob, request, { priority, group: { id: userId } });
    if (added === null) await hasten(tx, request, priority);
  }
}

/** Matches the queue's own index on the keys of unfinished jobs. */
const HASTEN = statement`
  update pgboss.job set priority = $2
  where name = '${enrichCharacterJob.name}' and coalesce(singleton_key, '') = $1 and policy = 'exclusive'
    and state <= 'active' and state <> 'active' and priority < $2`;

/** Moves a job that waits at a lower priority forward. False when there is none. */
export async function hasten(
  { sql }: Pick<UnitOfWork, 'sql'>,
  { characterId }: Pick<JobPayload<typeof enrichCharacterJob>, 'characterId'>,
  priority: number,
): Promise<boolean> {
  return (await sql.run(HASTEN, [characterId, priority])) > 0;
}
