import type { CharacterView } from '@guildhall/contracts/character.ts';
import { followOwners, lockClaims } from '../characters/claims.ts';
import { ownCharacter } from '../characters/own-character.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { getCharacter } from './characters.queries.ts';

/** A character archived because the platform lost it no longer returns by itself once its owner archives it too. */
const ARCHIVE = statement`
  update character set archived_at = coalesce(archived_at, now()), is_main = false, lost_at = null
  where id = $1 and (archived_at is null or lost_at is not null)`;

/** Archives a character: it no longer stands for any roster entry, and the membership ends with the last such entry. */
export async function archiveCharacter(ctx: AppContext, actor: Actor, id: string): Promise<CharacterView> {
  await ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    await ownCharacter(tx, actor, id, 'character_archived');
    await tx.sql.run(ARCHIVE, [id]);
    await followOwners(tx, [id]);
  });
  return getCharacter(ctx, actor, id);
}
