import { CharacterListInput, CharacterView } from '@guildhall/contracts/character.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import { SyncSessionView, SyncStarted } from '@guildhall/contracts/sync-session.ts';
import { z } from 'zod';
import { notFound } from '../core/errors.ts';
import { findSyncSession, newestSyncSession } from '../core/sync-session.ts';
import { authenticatedProcedure, router } from '../core/trpc.ts';
import { listCharacters } from './characters.queries.ts';
import { startCharacterSync } from './start-character-sync.ts';

const tags = ['Characters'];

export const charactersRouter = router({
  syncActive: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/characters/sync/active',
        tags,
        summary: 'The character sync of the caller that is under way, or null',
      },
    })
    .input(z.object({}))
    .output(SyncSessionView.nullable())
    .query(async ({ ctx }) => {
      const session = await newestSyncSession(ctx.app.sql, 'character', ctx.actor.userId);
      return session && session.finishedAt === null ? session : null;
    }),

  syncSession: authenticatedProcedure
    .meta({
      openapi: { method: 'GET', path: '/characters/sync/{sessionId}', tags, summary: 'A character sync of the caller' },
    })
    .input(z.object({ sessionId: Id }))
    .output(SyncSessionView)
    .query(async ({ ctx, input }) => {
      const session = await findSyncSession(ctx.app.sql, input.sessionId);
      const own = session?.subjectId === ctx.actor.userId || ctx.actor.isAdmin;
      if (session?.kind !== 'character' || !own) throw notFound('sync_session_not_found', 'There is no such sync.');
      return session;
    }),

  sync: authenticatedProcedure
    .meta({
      restStatus: 201,
      openapi: {
        method: 'POST',
        path: '/characters/sync',
        tags,
        summary: "Sync the caller's characters from the game platform",
        description:
          'Starts a background job; watch it by its session. 409 while one is running, or when the permission of the game platform has expired; 429 within a minute after a successful one.',
      },
    })
    .input(z.strictObject({}))
    .output(SyncStarted)
    .mutation(({ ctx }) => startCharacterSync(ctx.app, ctx.actor)),

  list: authenticatedProcedure
    .meta({ openapi: { method: 'GET', path: '/characters', tags, summary: "The caller's characters" } })
    .input(CharacterListInput)
    .output(z.array(CharacterView))
    .query(({ ctx, input }) => listCharacters(ctx.app, ctx.actor.userId, input)),
});
