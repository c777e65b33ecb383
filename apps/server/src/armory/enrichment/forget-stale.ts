import { query, statement } from '../../core/db/statement.ts';
import type { JobRun } from '../../core/jobs/job.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockClaims } from '../../membership/characters/claims.ts';

/**
 * The platform's terms forbid keeping data longer than 30 days without checking it again. Profile data goes as well,
 * except what identifies the character; the last login stays while a roster still states it. The character then counts
 * as never enriched, so the sweep picks it up should it return from the archive.
 */
const STALE = `coalesce(fetched_at, next_at) < now() - interval '30 days'`;

const LAPSED = query({ id: 'uuid' })`
  select distinct character_id as id from character_section where ${STALE} order by 1`;

/** Locks a character before its sections, as everywhere. */
const FORGET = statement`
  with locked as (
    select id from character where id = any($1::uuid[]) order by id for no key update
  ), forgotten as (
    delete from character_section s using locked where s.character_id = locked.id and ${STALE}
    returning s.character_id, s.section
  )
  update character c set
    avatar_url = case when media then null else c.avatar_url end,
    equipped_item_level = case when profile then null else c.equipped_item_level end,
    average_item_level = case when profile then null else c.average_item_level end,
    spec_id = case when profile then null else c.spec_id end,
    spec_name = case when profile then null else c.spec_name end,
    role = case when profile then null else c.role end,
    achievement_points = case when profile then null else c.achievement_points end,
    guild_name = case when profile then null else c.guild_name end,
    enriched_at = case when profile then null else c.enriched_at end,
    last_login_at = case when profile then (select e.last_login_at from roster_entry e
      where e.claimed_by_id = c.id and e.left_at is null) else c.last_login_at end
  from (select character_id, bool_or(section = 'profile') as profile, bool_or(section = 'media') as media
    from forgotten group by 1) f
  where c.id = f.character_id`;

/** The same for members whom no person has proved. */
const FORGET_PUBLIC = statement`delete from roster_section where coalesce(fetched_at, asked_at) < now() - interval '30 days'`;

/** Small batches, because rosters wait meanwhile. */
const BATCH = 500;

/** The nightly job that enforces the 30 days. */
export async function forgetStaleCharacters(ctx: AppContext, _payload: object, { signal }: Pick<JobRun, 'signal'>) {
  await ctx.sql.run(FORGET_PUBLIC);
  const ids = (await ctx.sql.many(LAPSED)).map(({ id }) => id);
  for (let start = 0; start < ids.length; start += BATCH) {
    // The worker that takes over the job does the rest tonight.
    signal.throwIfAborted();
    await ctx.transact(async ({ sql }) => {
      // Rosters and owners write to many characters as well, in different orders.
      await lockClaims(sql);
      await sql.run(FORGET, [ids.slice(start, start + BATCH)]);
    });
  }
}
