import { CharacterListInput, CharacterView } from '@guildhall/contracts/character.ts';
import {
  AccountCharacterView,
  BattlenetPreviewInput,
  CharacterPreviewView,
  CharacterTemplate,
  CharacterTemplatesInput,
  CreateCharacterInput,
  ImportCharacterInput,
  SearchCharacterInput,
} from '@guildhall/contracts/own-characters.ts';
import { Id, NoInput } from '@guildhall/contracts/primitives.ts';
import { SyncSessionView, SyncStarted } from '@guildhall/contracts/sync-session.ts';
import { z } from 'zod';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, personalProcedure, router } from '../core/http/trpc.ts';
import { newestSyncSession } from '../core/syncs/sync-session.ts';
import { characterTemplates } from './character-templates.ts';
import { listCharacters } from './characters.queries.ts';
import { createCharacter } from './create-character.ts';
import { previewCharacter } from './find-on-platform.ts';
import { importCharacter } from './import-character.ts';
import { previewAccount } from './preview-account.ts';
import { completeCharacterSync, findCharacterSync, startCharacterSync } from './start-character-sync.ts';

const rest = restRoutes('Characters');
const read = (...route: Parameters<typeof rest.get>) => authenticatedProcedure.meta({ openapi: rest.get(...route) });

const RELINK =
  'Not signed in, or the game platform refused to renew the token: sign in there again (`relink_required`)';

export const charactersRouter = router({
  syncActive: read(
    '/characters/sync/active',
    'The running character sync of the caller, or null',
    'Null when none is running, also when the last one has just ended: that one is found by its id.',
  )
    .input(NoInput)
    .output(SyncSessionView.nullable())
    .query(async ({ ctx }) => {
      const session = await newestSyncSession(ctx.app.sql, 'character', ctx.actor.userId);
      return session && session.finishedAt === null ? session : null;
    }),

  syncSession: read(
    '/characters/sync/{sessionId}',
    'A character sync of the caller',
    'Progress while it runs, and the reason when it failed. Other people’s syncs are 404 (`sync_session_not_found`), except to administrators.',
  )
    .input(z.object({ sessionId: Id }))
    .output(SyncSessionView)
    .query(({ ctx, input }) => findCharacterSync(ctx.app.sql, ctx.actor, input.sessionId)),

  sync: authenticatedProcedure
    .meta({
      restStatus: 201,
      location: './{sessionId}',
      refusals: {
        401: RELINK,
        429: 'They were synced less than a minute ago',
        409: 'A sync is already running (`character_sync_in_progress`), no game-platform account is linked (`gameplatform_not_linked`), or its token has expired (`gameplatform_token_expired`)',
      },
      openapi: rest.post(
        '/characters/sync',
        "Sync the caller's characters from the game platform",
        'Starts a background job; follow it by its session. The details of each character are then fetched automatically.',
      ),
    })
    .input(z.strictObject({}))
    .output(SyncStarted)
    .mutation(({ ctx }) => startCharacterSync(ctx.app, ctx.actor)),

  completeSync: personalProcedure
    .meta({
      openapi: rest.patch(
        '/characters/sync/{sessionId}/complete',
        'End a character sync that is stuck',
        'For administrators. Outside production, or with the simulator, people may also end their own. Data already synced stays; calling it for a finished sync changes nothing.',
      ),
    })
    .input(z.strictObject({ sessionId: Id }))
    .output(SyncSessionView)
    .mutation(({ ctx, input }) => completeCharacterSync(ctx.app, ctx.actor, input.sessionId)),

  search: authenticatedProcedure
    .meta({
      refusals: { 404: 'The game platform shows no such character', 503: 'The game platform does not respond' },
      openapi: rest.get(
        '/characters/search',
        'Preview a character from the game platform without storing it',
        '404 if the platform does not show the character, which happens even for some that exist.',
      ),
    })
    .input(SearchCharacterInput)
    .output(CharacterPreviewView)
    .query(({ ctx, input }) => previewCharacter(ctx.app, ctx.actor, input)),

  import: authenticatedProcedure
    .meta({
      restStatus: 201,
      location: '/characters/{id}',
      refusals: {
        404: 'The game platform shows no such character',
        409: 'Somebody else has proved to own it, or you have too many unverified characters',
        503: 'The game platform does not respond',
      },
      openapi: rest.post(
        '/characters/import',
        'Import a character by name',
        'Creates an unverified claim: it shows the platform’s public data and grants neither membership nor rights until a sync of the caller’s own account lists the character. A character the caller already has is refreshed and restored from the archive.',
      ),
    })
    .input(ImportCharacterInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => importCharacter(ctx.app, ctx.actor, input)),

  templates: read(
    '/characters/templates',
    'Options for a manually created character, by game version',
    'Names of classes, races and specializations in one language, the roles each can play, and the highest level: everything a form needs before `POST /characters`.',
  )
    .input(CharacterTemplatesInput)
    .output(z.array(CharacterTemplate))
    .query(({ ctx, input }) => characterTemplates(ctx.app, input.locale)),

  battlenetPreview: authenticatedProcedure
    .meta({
      refusals: {
        401: RELINK,
        409: 'No game-platform account is linked (`gameplatform_not_linked`), or its token has expired (`gameplatform_token_expired`)',
        503: 'The game platform does not respond',
      },
      openapi: rest.get(
        '/characters/battlenet-preview',
        'The characters on the caller’s game-platform account, with what the service knows about each',
        'Leaves out characters that were never played. Highest level first.',
      ),
    })
    .input(BattlenetPreviewInput)
    .output(z.array(AccountCharacterView))
    .query(({ ctx, input }) => previewAccount(ctx.app, ctx.actor, input)),

  create: authenticatedProcedure
    .meta({
      restStatus: 201,
      location: '/characters/{id}',
      refusals: { 409: 'You have too many unverified characters' },
      openapi: rest.post(
        '/characters',
        'Create a character manually',
        'It is never synced and proves nothing, so it never makes its owner a member of a guild of the game.',
      ),
    })
    .input(CreateCharacterInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => createCharacter(ctx.app, ctx.actor, input)),

  list: read('/characters', "The caller's characters", 'Archived characters come only where the query asks for them.')
    .input(CharacterListInput)
    .output(z.array(CharacterView))
    .query(({ ctx, input }) => listCharacters(ctx.app, ctx.actor.userId, input)),
});
