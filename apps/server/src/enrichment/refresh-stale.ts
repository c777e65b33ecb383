import type { AppContext } from '../core/context.ts';
import { enrichCharacterJob } from './enrichment.jobs.ts';
import { queueEnrichment } from './queue-enrichment.ts';

/** As many as half of the platform's budget serves until the next sweep. */
const MOST = 400;

/**
 * Those with a section that is due, longest overdue first, and those that were never enriched. What is archived is left
 * alone, and so is what is queued already.
 */
const STALE = `
  select c.id as "characterId", c.user_id as "userId" from (
    (select c.id, min(s.next_at) as due_at from character_section s join character c on c.id = s.character_id
     where s.next_at <= now() and c.archived_at is null and c.source = 'synced'
     group by c.id order by due_at limit ${MOST})
    union all
    (select c.id, c.created_at from character c
     where c.archived_at is null and c.source = 'synced' and c.enriched_at is null
       and not exists (select from character_section s where s.character_id = c.id)
     order by c.id limit ${MOST})
  ) stale join character c on c.id = stale.id
  where not exists (select from pgboss.job j where j.name = '${enrichCharacterJob.name}' and j.policy = 'exclusive'
    and coalesce(j.singleton_key, '') = c.id::text and j.state <= 'active')
  order by stale.due_at limit ${MOST}`;

/** The sweep that keeps characters fresh whose owners do not ask. */
export async function refreshStale(ctx: AppContext): Promise<void> {
  const stale = await ctx.sql<{ characterId: string; userId: string }>(STALE);
  await ctx.transact(async (tx) => {
    for (const [userId, characters] of Map.groupBy(stale, (row) => row.userId)) {
      const requests = characters.map(({ characterId }) => ({ characterId, profileAsked: false }));
      await queueEnrichment(tx, userId, requests, 'schedule');
    }
  });
}
