/** Characters that the platform no longer has: whether it still has one is asked every month. */
import type { Call } from '@guildhall/battlenet/client.ts';
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { followOwners, lockClaims } from '../../membership/characters/claims.ts';
import { type EnrichedCharacter, sectionOutcomeOf } from './refresh-sections.ts';
import { REPLACE_SECTION } from './store-section.ts';

/** The platform's terms demand this check every 30 days; a no is checked again a day later. */
const DUE = statement`
  select from character c left join character_section s on s.character_id = c.id and s.section = 'status'
  where c.id = $1 and (s.status is null or s.status = 'failed' or s.next_at <= now())`;

/** The lock stands in for a transaction that would start over when the character is deleted meanwhile. */
const STORE = statement`
  insert into character_section as s (character_id, section, status, asked_at, fetched_at, next_at, missing_since)
  select id, 'status', $2, now(), case when $2 = 'ok' then now() end,
    now() + case $2 when 'ok' then interval '30 days' when 'failed' then interval '1 hour' else interval '24 hours' end,
    case when $2 = 'not_found' then now() end
  from character where id = $1 for key share
  ${REPLACE_SECTION}`;

export async function refreshCharacterStatus(ctx: AppContext, subject: EnrichedCharacter, call: Call): Promise<void> {
  if ((await ctx.sql.run(DUE, [subject.id])) === 0) return;
  const status = await statusOf(ctx, subject, call);
  await ctx.sql.run(STORE, [subject.id, status]);
  if (status === 'not_found') await archiveMissing(ctx, subject.id, 'status');
}

async function statusOf(ctx: AppContext, subject: EnrichedCharacter, call: Call) {
  try {
    const { data } = await ctx.battlenet.characterStatus(call, subject);
    return data.is_valid && data.id === subject.characterId ? 'ok' : 'not_found';
  } catch (error) {
    // As with profiles, 403 is no miss.
    if (error instanceof BattlenetError && error.kind === 'forbidden') return 'failed';
    return sectionOutcomeOf(error).kind === 'not_found' ? 'not_found' : 'failed';
  }
}

/** The sections that can reveal that a character is gone: it has no profile, or it is not valid. */
type Missable = 'profile' | 'status';

/**
 * A single miss proves nothing, because the platform hides existing characters. Two misses a day apart do, unless another
 * source names the character: a roster, which stands until it is read anew, or the account's list within the same day. Nor
 * does an id that may have changed.
 * The count restarts when an owner brings the character back.
 */
const LOST = `s.character_id = c.id and c.id = $1 and s.section = $2 and c.archived_at is null
  and s.missing_since <= now() - interval '24 hours'
  and c.moved_to_id is null and coalesce(c.verified_at < now() - interval '24 hours', true)
  and not exists (
    select from roster_entry e join organization o on o.id = e.organization_id
    where o.region = c.region and o.game_version = c.game_version and o.archived_at is null
      and (e.left_at is null or e.held_until is not null)
      and e.platform_realm_id = c.platform_realm_id and e.platform_character_id = c.platform_character_id)`;

const IS_LOST = statement`select from character c, character_section s where ${LOST}`;

/** A later profile, roster or list of the account restores it (`lost_at`). */
const ARCHIVE = statement`
  with gone as (
    update character c set archived_at = now(), lost_at = now() from character_section s where ${LOST}
    returning c.id, s.section
  )
  update character_section s set missing_since = null from gone where s.character_id = gone.id and s.section = gone.section`;

/** Call when the platform did not know the character: archives it if that was already so a day ago and nothing else names it. */
export async function archiveMissing(ctx: AppContext, characterId: string, section: Missable): Promise<void> {
  const values = [characterId, section];
  if ((await ctx.sql.run(IS_LOST, values)) === 0) return;
  const { manyMissing } = await ctx.sql.one(LATELY, [section]);
  if (manyMissing) {
    ctx.log.warn({ characterId, section }, 'not archived: the platform has lost too many characters at once');
    return;
  }
  await ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    if ((await tx.sql.run(ARCHIVE, values)) === 0) return;
    await followOwners(tx, [characterId]);
    tx.afterCommit(() => ctx.log.info({ characterId }, 'character archived: the platform no longer has it'));
  });
}

/** One person's old characters can be this many; below it an outage cannot be told from them. */
const MIN_MISSING = 50;

/**
 * Whether more than half of the characters requested within the hour, and at least fifty, are missing. Then the platform
 * or our access to it is at fault, and a miss says nothing about a character.
 */
const LATELY = query({ manyMissing: 'bool' })`
  select count(*) filter (where status = 'not_found') >= greatest(${MIN_MISSING}, count(*) / 2 + 1) as "manyMissing"
  from character_section
  where section = $1 and section in ('profile', 'status') and asked_at > now() - interval '1 hour'`;
