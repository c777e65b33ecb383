/** One character of the caller. Its address pattern also matches fixed paths, so it comes after all of them. */
import { CharacterView } from '@guildhall/contracts/character.ts';
import { LocalizedCharacterInput } from '@guildhall/contracts/character-progress.ts';
import { CharacterActionInput, CharacterIdInput } from '@guildhall/contracts/own-characters.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { ShareCharacterInput } from '@guildhall/contracts/public-character.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, personalProcedure, router } from '../../core/http/trpc.ts';
import {
  archiveCharacter,
  deleteCharacter,
  restoreCharacter,
  setMainCharacter,
  shareCharacter,
  unshareCharacter,
} from './change-character.ts';
import { getCharacter } from './characters.queries.ts';

const rest = restRoutes('Characters');

export const characterRouter = router({
  archive: rest(authenticatedProcedure, {
    route: 'PATCH /characters/{id}/archive',
    summary: 'Archive a character',
    description: 'It no longer represents a roster entry and is no longer the main character. Syncs leave it archived.',
  })
    .input(CharacterActionInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => archiveCharacter(ctx.app, ctx.actor, input.id)),

  restore: rest(authenticatedProcedure, {
    route: 'PATCH /characters/{id}/restore',
    summary: 'Restore an archived character',
    description:
      'Takes the caller’s own character out of the archive; memberships that follow from it return. One that is not archived stays as it is. 409 (`already_claimed`) once another person has proved to own it.',
    refusals: { 409: 'Another person has proved to own it' },
  })
    .input(CharacterActionInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => restoreCharacter(ctx.app, ctx.actor, input.id)),

  setMain: rest(authenticatedProcedure, {
    route: 'PUT /characters/{id}/main',
    summary: 'Make a character the main one',
    description: 'A person has at most one.',
    refusals: { 409: 'The character is archived' },
  })
    .input(CharacterActionInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => setMainCharacter(ctx.app, ctx.actor, input.id)),

  share: rest(personalProcedure, {
    route: 'PUT /characters/{id}/public-address',
    summary: 'Give a character a public address',
    description:
      'Every visitor with the address, `publicUrl`, sees the character’s gear, raids and keystones there, without an account. A character that has one keeps it. Only for its own person.',
    refusals: {
      409: 'The character is archived, was created manually (`character_not_synced`), or is not verified (`character_not_verified`)',
    },
  })
    .input(ShareCharacterInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => shareCharacter(ctx.app, ctx.actor, input.id)),

  unshare: rest(personalProcedure, {
    route: 'DELETE /characters/{id}/public-address',
    summary: 'End the public address of a character',
    description: 'It is 404 at once and never comes back: the character gets another one if it is shared again.',
  })
    .input(CharacterIdInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => unshareCharacter(ctx.app, ctx.actor, input.id)),

  get: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}',
    summary: 'One character, the caller’s own or shared with them',
    description:
      'Archived or not, if it is the caller’s own; others only while their owner shares them with a guild of the caller. Anything else is 404.',
  })
    .input(LocalizedCharacterInput)
    .output(CharacterView)
    .query(({ ctx, input }) => getCharacter(ctx.app, ctx.actor, input.id, input.locale)),

  delete: rest(authenticatedProcedure, {
    route: 'DELETE /characters/{id}',
    summary: 'Delete a manually created character',
    description: 'Permanent. Characters from the game platform can only be archived.',
    refusals: { 409: 'The character comes from the game platform' },
  })
    .input(CharacterIdInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(deleteCharacter(ctx.app, ctx.actor, input.id))),
});
