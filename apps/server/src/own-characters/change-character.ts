/** The changes of a character that its owner makes, or an administrator for them. */
import type { CharacterView } from '@guildhall/contracts/character.ts';
import { followOwners, lockClaims } from '../characters/claims.ts';
import { alreadyClaimed, ownCharacter } from '../characters/own-character.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
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
