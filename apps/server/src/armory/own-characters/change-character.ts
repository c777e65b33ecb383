/** The changes of a character that its owner makes, or an administrator for them. */
import type { CharacterView } from '@guildhall/contracts/character.ts';
import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import { now } from '../../core/db/columns.ts';
import { statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import { randomToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import { Character } from '../../membership/characters/character.entity.ts';
import { followOwners, lockClaims } from '../../membership/characters/claims.ts';
import { alreadyClaimed, noSuchCharacter, ownCharacter } from '../../membership/characters/own-character.ts';
import { getCharacter } from './characters.queries.ts';

/** Archives a character: it no longer stands for any roster entry, and the membership ends with the last such entry. */
export async function archiveCharacter(ctx: AppContext, actor: Actor, id: string): Promise<CharacterView> {
  await ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    await ownCharacter(tx, actor, id, 'character_archived');
    const character = await tx.em.findOneOrFail(Character, id);
    character.archivedAt ??= now();
    character.isMain = false;
    // One that was archived because the platform lost it no longer returns by itself.
    character.lostAt = null;
    await followOwners(tx, [id]);
  });
  return getCharacter(ctx, actor, id);
}

/** Takes a character out of the archive, unless another person has proved to own it. */
export async function restoreCharacter(ctx: AppContext, actor: Actor, id: string): Promise<CharacterView> {
  await ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    const { provedByAnother } = await ownCharacter(tx, actor, id, 'character_restored');
    if (provedByAnother) throw alreadyClaimed();
    const character = await tx.em.findOneOrFail(Character, id);
    if (character.archivedAt !== null) tx.em.assign(character, { archivedAt: null, displacedAt: null, lostAt: null });
    await followOwners(tx, [id]);
  });
  return getCharacter(ctx, actor, id);
}

const CLEAR = statement`update character set is_main = false where user_id = $1 and is_main and id <> $2`;

/** The later of two simultaneous choices wins. */
export async function setMainCharacter(ctx: AppContext, actor: Actor, id: string): Promise<CharacterView> {
  await ctx.transact(async (tx) => {
    // Syncs of the same person lock these rows too, in a different order.
    await lockClaims(tx.sql);
    const { archived, ownerId } = await ownCharacter(tx, actor, id, 'character_made_main');
    if (archived) throw conflict('character_archived', 'This character is archived. Restore it first.');
    // Two statements, because a person has at most one at any moment.
    await tx.sql.run(CLEAR, [ownerId, id]);
    const character = await tx.em.findOneOrFail(Character, id);
    character.isMain = true;
  });
  return getCharacter(ctx, actor, id);
}

/** Deletes a character entered by hand. A synced one would return with the next sync: it can only be archived. */
export async function deleteCharacter(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const { source } = await ownCharacter(tx, actor, id, 'character_deleted');
    if (source === 'synced') {
      throw conflict('character_is_synced', 'A character of the game platform cannot be deleted. Archive it instead.');
    }
    await tx.em.nativeDelete(Character, { id });
  });
}

/**
 * Gives a character an address where every visitor may look at it. Only its person can: what administrators may do with
 * characters, this is not. It keeps the address until `unshareCharacter`, and gets another one afterwards.
 */
export async function shareCharacter(ctx: AppContext, actor: Actor, id: string): Promise<CharacterView> {
  await ctx.transact(async ({ em }) => {
    const character = await em.findOne(Character, { id, user: actor.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!character) throw noSuchCharacter();
    if (character.source === 'manual') {
      throw conflict('character_not_synced', 'The game does not know this character, so there is nothing to show.');
    }
    if (character.archivedAt !== null) {
      throw conflict('character_archived', 'This character is archived. Restore it first.');
    }
    if (character.verifiedAt === null) {
      const message = 'The game has not confirmed yet that this character is yours. Sync your account first.';
      throw conflict('character_not_verified', message);
    }
    character.publicKey ??= randomToken();
  });
  return getCharacter(ctx, actor, id);
}

/** Ends the address for good. One that has none stays as it is. */
export async function unshareCharacter(ctx: AppContext, actor: Actor, id: string): Promise<CharacterView> {
  await ctx.transact(async ({ em }) => {
    const character = await em.findOne(Character, { id, user: actor.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!character) throw noSuchCharacter();
    character.publicKey = null;
  });
  return getCharacter(ctx, actor, id);
}
