import { PLATFORM_LIMITS } from '../../core/config.ts';
import { query } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { enrichCharacterJob, scheduledEnrichmentJob } from './enrichment.jobs.ts';
import { sections } from './sections.ts';

const SWEEPS_PER_HOUR = 12;
const REQUESTS_EACH = 1 + sections.length;

/** The characters that half of the hourly background budget covers until the next sweep; rosters get the rest. */
const MOST = Math.floor(
  (PLATFORM_LIMITS.perHour * (1 - PLATFORM_LIMITS.interactiveShare)) / 2 / SWEEPS_PER_HOUR / REQUESTS_EACH,
);

const IS_LIVE = `c.archived_at is null and c.source = 'synced'`;

/** While the profile is unavailable so is everything else, so its retry time decides. */
const PROFILE_WAITS = `exists (
  select from character_section p
  where p.character_id = c.id and p.section = 'profile' and p.status <> 'ok' and p.next_at > now())`;

const NEVER_ENRICHED = `c.enriched_at is null and not exists (select from character_section s where s.character_id = c.id)`;

/** Needs a character `c` in scope: whether a refresh is due although no one has asked. */
export const CHARACTER_IS_STALE = `${IS_LIVE} and not ${PROFILE_WAITS} and (${NEVER_ENRICHED}
  or exists (select from character_section s where s.character_id = c.id and s.next_at <= now()))`;

/** Due characters, longest overdue first, and those never enriched; none that is archived or queued by anyone. */
const STALE = query({ characterId: 'uuid' })`
  select c.id as "characterId" from (
    (select c.id, min(s.next_at) as due_at from character_section s join character c on c.id = s.character_id
     where s.next_at <= now() and ${IS_LIVE} and not ${PROFILE_WAITS}
     group by c.id order by due_at limit ${MOST})
    union all
    (select c.id, c.created_at from character c where ${IS_LIVE} and ${NEVER_ENRICHED} order by c.id limit ${MOST})
  ) stale join character c on c.id = stale.id
  where not exists (select from pgboss.job j where j.name in ('${enrichCharacterJob.name}', '${scheduledEnrichmentJob.name}')
    and j.policy = 'exclusive' and coalesce(j.singleton_key, '') = c.id::text and j.state <= 'active')
  order by stale.due_at limit ${MOST}`;

/** The sweep that keeps characters fresh when their owners do not ask. */
export async function refreshStaleCharacters(ctx: AppContext): Promise<void> {
  await ctx.transact(async (tx) => {
    const stale = await tx.sql.many(STALE);
    await tx.enqueueAll(
      scheduledEnrichmentJob,
      stale.map(({ characterId }) => ({ payload: { characterId } })),
    );
  });
}
