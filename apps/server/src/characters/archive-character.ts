import type { CharacterView } from '@guildhall/contracts/character.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { followOwners, lockClaims } from '../roster/claims.ts';
import { getCharacter } from './characters.queries.ts';
import { ownCharacter } from './own-character.ts';

const ARCHIVE = 'update character set archived_at = now(), is_main = false where id = $1 and archived_at is null';

/** Puts a character away: it stands for no roster entry any more, and with the last of them a membership ends. */
export async function archiveCharacter(ctx: AppContext, actor: Actor, id: string): Promise<CharacterView> {
  await ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    await ownCharacter(tx, actor, id);
    await tx.sql(ARCHIVE, [id]);
    await followOwners(tx.sql, [id]);
  });
  return getCharacter(ctx, actor, id);
}
