import type { CharacterView } from '@guildhall/contracts/character.ts';
import { followOwners, lockClaims } from '../characters/claims.ts';
import { ownCharacter } from '../characters/own-character.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { getCharacter } from './characters.queries.ts';

/** What was archived because the platform lost it stays away from now on, when its owner puts it away too. */
const ARCHIVE = `
  update character set archived_at = coalesce(archived_at, now()), is_main = false, lost_at = null
  where id = $1 and (archived_at is null or lost_at is not null)`;

/** Puts a character away: it stands for no roster entry any more, and with the last of them a membership ends. */
export async function archiveCharacter(ctx: AppContext, actor: Actor, id: string): Promise<CharacterView> {
  await ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    await ownCharacter(tx, actor, id, 'character_archived');
    await tx.sql(ARCHIVE, [id]);
    await followOwners(tx.sql, [id]);
  });
  return getCharacter(ctx, actor, id);
}
