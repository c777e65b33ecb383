import { ownCharacter } from '../characters/own-character.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';

const DELETE = statement`delete from character where id = $1`;

/** Deletes a character entered by hand. A synced one would return with the next sync: it can only be archived. */
export async function deleteCharacter(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const { source } = await ownCharacter(tx, actor, id, 'character_deleted');
    if (source === 'synced') {
      throw conflict('character_is_synced', 'A character of the game platform cannot be deleted. Archive it instead.');
    }
    await tx.sql.run(DELETE, [id]);
  });
}
