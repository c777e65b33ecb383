import type { AppContext } from '../core/context.ts';
import { followOwners, lockClaims } from '../roster/claims.ts';

/**
 * A single miss proves nothing: the platform hides characters that exist. Two that lie a day apart do, here. The count
 * starts anew for an owner who brings the character back.
 */
const ARCHIVE = `
  with gone as (
    update character_section set missing_since = null
    where character_id = $1 and section in ('profile', 'status') and missing_since <= now() - interval '24 hours'
    returning character_id
  )
  update character c set archived_at = now() where c.archived_at is null and c.id in (select character_id from gone)
  returning c.id`;

/** After the platform did not know the character: archives it when that was so a day ago too. */
export async function archiveMissing(ctx: AppContext, characterId: string): Promise<void> {
  await ctx.transact(async ({ sql }) => {
    await lockClaims(sql);
    const archived = await sql<{ id: string }>(ARCHIVE, [characterId]);
    await followOwners(
      sql,
      archived.map(({ id }) => id),
    );
    if (archived.length > 0) ctx.log.info({ characterId }, 'character archived: the platform no longer has it');
  });
}
