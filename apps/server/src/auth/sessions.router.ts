import { CreatedToken, CreateTokenInput, SessionListItem } from '@guildhall/contracts/auth.ts';
import { Done, Id, NoInput } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { freshProcedure, personalProcedure, router } from '../core/http/trpc.ts';
import { createToken, listSessions, revokeOtherSessions, revokeSession } from './manage-sessions.ts';

const tags = ['Authentication'];

export const sessionsRouter = router({
  list: personalProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/auth/list-sessions',
        tags,
        summary: "The caller's sign-ins and tokens",
        description: 'Contains handles only, nothing that could be used to sign in.',
      },
    })
    .input(NoInput)
    .output(z.array(SessionListItem))
    .query(({ ctx }) => listSessions(ctx.app, ctx.actor)),

  revoke: personalProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/revoke-session',
        tags,
        summary: 'End one sign-in or token',
        description:
          'Also revokes the calendar feeds it created. Answers the same for a handle that does not exist. Open sockets are closed within seconds.',
      },
    })
    .input(z.strictObject({ id: Id }))
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await revokeSession(ctx.app, ctx.actor, input.id);
      return { status: true as const };
    }),

  revokeOthers: personalProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/auth/revoke-other-sessions',
        tags,
        summary: 'End every other sign-in and token of the caller',
        description:
          'Also revokes the calendar feeds that other sign-ins created. `GET /auth/me/events-feeds` lists the feeds that exist.',
      },
    })
    .input(z.strictObject({}))
    .output(Done)
    .mutation(async ({ ctx }) => {
      await revokeOtherSessions(ctx.app, ctx.actor);
      return { status: true as const };
    }),

  createToken: freshProcedure
    .meta({
      restStatus: 201,
      openapi: {
        method: 'POST',
        path: '/auth/tokens',
        tags,
        summary: 'Create a token for a bot or tool',
        description: 'A separate, labelled session, listed and revoked like any other. The token is shown only once.',
      },
    })
    .input(CreateTokenInput)
    .output(CreatedToken)
    .mutation(async ({ ctx, input }) => {
      const { id, token, expiresAt } = await createToken(ctx.app, ctx.actor, input);
      return { id, token, expiresAt: expiresAt.toISOString() };
    }),
});
