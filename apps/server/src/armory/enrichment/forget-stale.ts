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

/** Small batches, because rosters wait meanwhile. */
const BATCH = 500;

/** The sections of so many characters at most, longest unchecked first. */
export const LAPSED = query({ ids: 'uuid[]' })`
  select array(select character_id from (
    select character_id from character_section where ${STALE} order by coalesce(fetched_at, next_at) limit ${BATCH}) s
    group by 1 order by 1) as ids`;

/** Locks a character before its sections, as everywhere. */
export const FORGET = statement`
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
export const FORGET_PUBLIC = statement`
  delete from roster_section where (roster_entry_id, section) in (
    select roster_entry_id, section from roster_section where coalesce(fetched_at, asked_at) < now() - interval '30 days'
    order by coalesce(fetched_at, asked_at) limit ${BATCH})`;

/** The nightly job that enforces the 30 days. */
export async function forgetStaleCharacters(ctx: AppContext, _payload: object, { signal }: Pick<JobRun, 'signal'>) {
  while ((await ctx.sql.run(FORGET_PUBLIC)) > 0) signal.throwIfAborted();
  for (;;) {
    // The worker that takes over the job does the rest tonight.
    signal.throwIfAborted();
    const { ids } = await ctx.sql.one(LAPSED);
    if (ids.length === 0) return;
    await ctx.transact(async ({ sql }) => {
      // Rosters and owners write to many characters as well, in different orders.
      await lockClaims(sql);
      await sql.run(FORGET, [ids]);
    });
  }
}
