/** One character of the caller. Its address pattern also matches fixed paths, so it comes after all of them. */
import { CharacterView } from '@guildhall/contracts/character.ts';
import { LocalizedCharacterInput } from '@guildhall/contracts/character-progress.ts';
import { CharacterActionInput, CharacterIdInput } from '@guildhall/contracts/own-characters.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { archiveCharacter, deleteCharacter, restoreCharacter, setMainCharacter } from './change-character.ts';
import { getCharacter } from './characters.queries.ts';

const rest = restRoutes('Characters');

export const characterRouter = router({
  archive: authenticatedProcedure
    .meta({
      openapi: rest.patch(
        '/characters/{id}/archive',
        'Archive a character',
        'It no longer represents a roster entry and is no longer the main character. Syncs leave it archived.',
      ),
    })
    .input(CharacterActionInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => archiveCharacter(ctx.app, ctx.actor, input.id)),

  restore: authenticatedProcedure
    .meta({
      refusals: { 409: 'Somebody else has proved to own it' },
      openapi: rest.patch(
        '/characters/{id}/restore',
        'Restore an archived character',
        'Takes the caller’s own character out of the archive; memberships that follow from it return. One that is not archived stays as it is. 409 (`already_claimed`) once somebody else has proved to own it.',
      ),
    })
    .input(CharacterActionInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => restoreCharacter(ctx.app, ctx.actor, input.id)),

  setMain: authenticatedProcedure
    .meta({
      refusals: { 409: 'The character is archived' },
      openapi: rest.put('/characters/{id}/main', 'Make a character the main one', 'A person has at most one.'),
    })
    .input(CharacterActionInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => setMainCharacter(ctx.app, ctx.actor, input.id)),

  get: authenticatedProcedure
    .meta({
      openapi: rest.get(
        '/characters/{id}',
        'One character, the caller’s own or shared with them',
        'Archived or not, if it is the caller’s own; others only while their owner shares them with a guild of the caller. Anything else is 404.',
      ),
    })
    .input(LocalizedCharacterInput)
    .output(CharacterView)
    .query(({ ctx, input }) => getCharacter(ctx.app, ctx.actor, input.id, input.locale)),

  delete: authenticatedProcedure
    .meta({
      refusals: { 409: 'The character comes from the game platform' },
      openapi: rest.delete(
        '/characters/{id}',
        'Delete a manually created character',
        'Permanent. Characters from the game platform can only be archived.',
      ),
    })
    .input(CharacterIdInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteCharacter(ctx.app, ctx.actor, input.id);
      return { status: true };
    }),
});
