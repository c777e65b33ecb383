/** One character of the caller. Its address pattern also matches fixed paths, so it comes after all of them. */
import { CharacterView } from '@guildhall/contracts/character.ts';
import { LocalizedCharacterInput } from '@guildhall/contracts/character-progress.ts';
import { CharacterActionInput, CharacterIdInput } from '@guildhall/contracts/own-characters.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, done, router } from '../core/http/trpc.ts';
import { archiveCharacter, deleteCharacter, restoreCharacter, setMainCharacter } from './change-character.ts';
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
      'Takes the caller’s own character out of the archive; memberships that follow from it return. One that is not archived stays as it is. 409 (`already_claimed`) once somebody else has proved to own it.',
    refusals: { 409: 'Somebody else has proved to own it' },
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
    .mutation(({ ctx, input }) => done(deleteCharacter(ctx.app, ctx.actor, input.id))),
});
