import { PLATFORM_LIMITS } from '../../core/config.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, orNulls, query, type RowOf } from '../../core/db/statement.ts';
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

/** The queue's own index finds them. */
const IS_QUEUED = `exists (
  select from pgboss.job j where j.name in ('${enrichCharacterJob.name}', '${scheduledEnrichmentJob.name}')
    and j.policy = 'exclusive' and coalesce(j.singleton_key, '') = c.id::text and j.state <= 'active')`;

/** Due sections that are read at once. */
const PAGE = 5_000;

const Stale = columns({ characterId: 'uuid', dueAt: 'instant' });

/**
 * A page of the due sections, longest overdue first, after the one in `$1` and `$2`: the characters that are to be
 * refreshed, without those in `$3`, and where the page ends.
 */
export const DUE = query({ ...orNulls(Stale), endsAt: 'instant!', endsWith: 'uuid' })`
  with page as materialized (
    select next_at, character_id from character_section
    where next_at <= now() and (next_at, character_id) > ($1::timestamptz, $2::uuid) order by 1, 2 limit ${PAGE}
  ), due as (
    select c.id, d.due_at from (select character_id, min(next_at) as due_at from page group by 1) d
    join character c on c.id = d.character_id
    where ${IS_LIVE} and not ${PROFILE_WAITS} and not ${IS_QUEUED} and c.id <> all($3)
    order by d.due_at limit ${MOST}
  )
  select d.id as "characterId", d.due_at as "dueAt", e.next_at as "endsAt", e.character_id as "endsWith"
  from (select * from page order by 1 desc, 2 desc limit 1) e left join due d on true order by d.due_at`;

export const NEVER = query(Stale)`
  select c.id as "characterId", c.created_at as "dueAt" from character c
  where ${IS_LIVE} and ${NEVER_ENRICHED} and not ${IS_QUEUED} order by c.id limit ${MOST}`;

/** The sweep that keeps characters fresh when their owners do not ask. */
export async function refreshStaleCharacters(ctx: AppContext): Promise<void> {
  await ctx.transact(async (tx) => {
    const never = await tx.sql.many(NEVER);
    const stale = [...(await longestOverdue(tx.sql)), ...never].sort(
      (a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt),
    );
    await tx.enqueueAll(
      scheduledEnrichmentJob,
      stale.slice(0, MOST).map(({ characterId }) => ({ payload: { characterId } })),
    );
  });
}

/** Goes on past those that are archived, wait or are queued, so that they keep no other from its turn. */
async function longestOverdue(sql: Sql): Promise<RowOf<typeof Stale>[]> {
  const found: RowOf<typeof Stale>[] = [];
  let end: readonly [string, string] | null = ['-infinity', '00000000-0000-0000-0000-000000000000'];
  while (end !== null && found.length < MOST) {
    const page: RowOf<typeof DUE>[] = await sql.many(DUE, [...end, found.map(({ characterId }) => characterId)]);
    for (const { characterId, dueAt } of page)
      if (characterId !== null && dueAt !== null) found.push({ characterId, dueAt });
    const [last] = page;
    end = last ? [last.endsAt, last.endsWith] : null;
  }
  return found;
}
