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
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, personalProcedure, router } from '../../core/http/trpc.ts';
import { newestSyncSession } from '../../core/syncs/sync-session.ts';
import { characterTemplates } from './character-templates.ts';
import { listCharacters } from './characters.queries.ts';
import { createCharacter } from './create-character.ts';
import { previewCharacter } from './find-on-platform.ts';
import { importCharacter } from './import-character.ts';
import { previewAccount } from './preview-account.ts';
import { completeCharacterSync, findCharacterSync, startCharacterSync } from './start-character-sync.ts';

const rest = restRoutes('Characters');

const RELINK =
  'Not signed in, or the game platform refused to renew the token: sign in there again (`relink_required`)';

export const charactersRouter = router({
  syncActive: rest(authenticatedProcedure, {
    route: 'GET /characters/sync/active',
    summary: 'The running character sync of the caller, or null',
    description: 'Null when none is running, also when the last one has just ended: that one is found by its id.',
  })
    .input(NoInput)
    .output(SyncSessionView.nullable())
    .query(async ({ ctx }) => {
      const session = await newestSyncSession(ctx.app.sql, 'character', ctx.actor.userId);
      return session && session.finishedAt === null ? session : null;
    }),

  syncNewest: rest(authenticatedProcedure, {
    route: 'GET /characters/sync/newest',
    summary: 'The most recent character sync of the caller, or null',
    description: 'Running or ended: it says whether characters were fetched, and why they were not.',
  })
    .input(NoInput)
    .output(SyncSessionView.nullable())
    .query(({ ctx }) => newestSyncSession(ctx.app.sql, 'character', ctx.actor.userId)),

  syncSession: rest(authenticatedProcedure, {
    route: 'GET /characters/sync/{sessionId}',
    summary: 'A character sync of the caller',
    description:
      'Progress while it runs, and the reason when it failed. Other people’s syncs are 404 (`sync_session_not_found`), except to administrators.',
  })
    .input(z.object({ sessionId: Id }))
    .output(SyncSessionView)
    .query(({ ctx, input }) => findCharacterSync(ctx.app.sql, ctx.actor, input.sessionId)),

  sync: rest(authenticatedProcedure, {
    route: 'POST /characters/sync',
    summary: "Sync the caller's characters from the game platform",
    description:
      'Starts a background job; follow it by its session. The details of each character are then fetched automatically.',
    restStatus: 201,
    location: './{sessionId}',
    refusals: {
      401: RELINK,
      429: 'They were synced less than a minute ago',
      409: 'A sync is already running (`character_sync_in_progress`), no game-platform account is linked (`gameplatform_not_linked`), or its token has expired (`gameplatform_token_expired`)',
    },
  })
    .input(z.strictObject({}))
    .output(SyncStarted)
    .mutation(({ ctx }) => startCharacterSync(ctx.app, ctx.actor)),

  completeSync: rest(personalProcedure, {
    route: 'PATCH /characters/sync/{sessionId}/complete',
    summary: 'End a character sync that is stuck',
    description:
      'For administrators. Outside production, or with the simulator, people may also end their own. Data already synced stays; calling it for a finished sync changes nothing.',
  })
    .input(z.strictObject({ sessionId: Id }))
    .output(SyncSessionView)
    .mutation(({ ctx, input }) => completeCharacterSync(ctx.app, ctx.actor, input.sessionId)),

  search: rest(authenticatedProcedure, {
    route: 'GET /characters/search',
    summary: 'Preview a character from the game platform without storing it',
    description: '404 if the platform does not show the character, which happens even for some that exist.',
    refusals: { 404: 'The game platform shows no such character', 503: 'The game platform does not respond' },
  })
    .input(SearchCharacterInput)
    .output(CharacterPreviewView)
    .query(({ ctx, input }) => previewCharacter(ctx.app, ctx.actor, input)),

  import: rest(authenticatedProcedure, {
    route: 'POST /characters/import',
    summary: 'Import a character by name',
    description:
      'Creates an unverified claim: it shows the platform’s public data and grants neither membership nor rights until a sync of the caller’s own account lists the character. A character the caller already has is refreshed and restored from the archive.',
    restStatus: 201,
    location: '/characters/{id}',
    refusals: {
      404: 'The game platform shows no such character',
      409: 'Another person has proved to own it, or you have too many unverified characters',
      503: 'The game platform does not respond',
    },
  })
    .input(ImportCharacterInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => importCharacter(ctx.app, ctx.actor, input)),

  templates: rest(authenticatedProcedure, {
    route: 'GET /characters/templates',
    summary: 'Options for a manually created character, by game version',
    description:
      'Names of classes, races and specializations in one language, the roles each can play, and the highest level: everything a form needs before `POST /characters`.',
  })
    .input(CharacterTemplatesInput)
    .output(z.array(CharacterTemplate))
    .query(({ ctx, input }) => characterTemplates(ctx.app, input.locale)),

  battlenetPreview: rest(authenticatedProcedure, {
    route: 'GET /characters/battlenet-preview',
    summary: 'The characters on the caller’s game-platform account, with what the service knows about each',
    description: 'Leaves out characters that were never played. Highest level first.',
    refusals: {
      401: RELINK,
      409: 'No game-platform account is linked (`gameplatform_not_linked`), its token has expired (`gameplatform_token_expired`), or the person did not give it the permission “WoW profile” (`gameplatform_permission_missing`)',
      503: 'The game platform does not respond',
    },
  })
    .input(BattlenetPreviewInput)
    .output(z.array(AccountCharacterView))
    .query(({ ctx, input }) => previewAccount(ctx.app, ctx.actor, input)),

  create: rest(authenticatedProcedure, {
    route: 'POST /characters',
    summary: 'Create a character manually',
    description: 'It is never synced and proves nothing, so it never makes its owner a member of a guild of the game.',
    restStatus: 201,
    location: '/characters/{id}',
    refusals: { 409: 'You have too many unverified characters' },
  })
    .input(CreateCharacterInput)
    .output(CharacterView)
    .mutation(({ ctx, input }) => createCharacter(ctx.app, ctx.actor, input)),

  list: rest(authenticatedProcedure, {
    route: 'GET /characters',
    summary: "The caller's characters",
    description: 'Archived characters come only where the query asks for them.',
    refusals: { 404: 'The organization does not exist, or the caller may not see it (`organization_not_found`)' },
  })
    .input(CharacterListInput)
    .output(z.array(CharacterView))
    .query(({ ctx, input }) => listCharacters(ctx.app, ctx.actor, input)),
});
