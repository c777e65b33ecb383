import type { CharacterView } from '@guildhall/contracts/character.ts';
import { lockClaims } from '../characters/claims.ts';
import { ownCharacter } from '../characters/own-character.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { getCharacter } from './characters.queries.ts';

const CLEAR = statement`update character set is_main = false where user_id = $1 and is_main and id <> $2`;
const SET = statement`update character set is_main = true where id = $1 and not is_main`;

/** The later of two simultaneous choices wins. */
export async function setMainCharacter(ctx: AppContext, actor: Actor, id: string): Promise<CharacterView> {
  await ctx.transact(async (tx) => {
    // Syncs of the same person lock these rows too, in a different order.
    await lockClaims(tx.sql);
    const { archived, ownerId } = await ownCharacter(tx, actor, id, 'character_made_main');
    if (archived) throw conflict('character_archived', 'This character is archived. Restore it first.');
    // Two statements, because a person has at most one at any moment.
    await tx.sql.run(CLEAR, [ownerId, id]);
    await tx.sql.run(SET, [id]);
  });
  return getCharacter(ctx, actor, id);
}
