import type { CharacterView } from '@guildhall/contracts/character.ts';
import { followOwners, lockClaims } from '../characters/claims.ts';
import { ownCharacter } from '../characters/own-character.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { alreadyClaimed } from './already-claimed.ts';
import { getCharacter } from './characters.queries.ts';

const RESTORE = statement`
  update character set archived_at = null, displaced_at = null, lost_at = null
  where id = $1 and archived_at is not null`;

/** Takes a character out of the archive, unless somebody else has proved to own it. */
export async function restoreCharacter(ctx: AppContext, actor: Actor, id: string): Promise<CharacterView> {
  await ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    const { provedByAnother } = await ownCharacter(tx, actor, id, 'character_restored');
    if (provedByAnother) throw alreadyClaimed();
    await tx.sql.run(RESTORE, [id]);
    await followOwners(tx, [id]);
  });
  return getCharacter(ctx, actor, id);
}
