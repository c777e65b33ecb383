import { followOwners, lockClaims } from '../characters/claims.ts';
import type { AppContext } from '../core/services/context.ts';
import { manyAreMissing } from './missing-brake.ts';

/** What can say of a character that there is none: that it has no profile, or that it is not valid. */
export type Missable = 'profile' | 'status';

/**
 * A single miss proves nothing: the platform hides characters that exist. Two that lie a day apart do, here. The count
 * starts anew for an owner who brings the character back.
 */
const MISSED_TWICE = `character_id = $1 and section = $2 and missing_since <= now() - interval '24 hours'`;

const IS_DUE = `select from character_section where ${MISSED_TWICE}`;

/** Of what was hidden a later profile says that it is there; what the platform calls invalid is its owner's to restore. */
const ARCHIVE = `
  with gone as (
    update character_section set missing_since = null where ${MISSED_TWICE} returning character_id, section
  )
  update character c set archived_at = now(), lost_at = case gone.section when 'profile' then now() end
  from gone where c.id = gone.character_id and c.archived_at is null
  returning c.id`;

/** After the platform did not know the character: archives it when that was so a day ago too. */
export async function archiveMissing(ctx: AppContext, characterId: string, section: Missable): Promise<void> {
  const values = [characterId, section];
  if ((await ctx.sql(IS_DUE, values)).length === 0) return;
  if (await manyAreMissing(ctx.sql, section)) {
    ctx.log.warn({ characterId, section }, 'not archived: the platform has lost too many characters at once');
    return;
  }
  await ctx.transact(async ({ sql, afterCommit }) => {
    await lockClaims(sql);
    const archived = await sql<{ id: string }>(ARCHIVE, values);
    await followOwners(
      sql,
      archived.map(({ id }) => id),
    );
    if (archived.length === 0) return;
    afterCommit(() => ctx.log.info({ characterId }, 'character archived: the platform no longer has it'));
  });
}
