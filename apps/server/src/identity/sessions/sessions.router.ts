import { CreatedToken, CreateTokenInput, SessionListItem } from '@guildhall/contracts/auth.ts';
import { Done, Id, NoInput } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, freshProcedure, personalProcedure, router } from '../../core/http/trpc.ts';
import { createToken } from './create-token.ts';
import { listSessions, revokeOtherSessions, revokeSession } from './manage-sessions.ts';

const rest = restRoutes('Authentication');

export const sessionsRouter = router({
  list: rest(personalProcedure, {
    route: 'GET /auth/list-sessions',
    summary: "The caller's sign-ins and tokens",
    description: 'Contains handles only, nothing that could be used to sign in.',
  })
    .input(NoInput)
    .output(z.array(SessionListItem))
    .query(({ ctx }) => listSessions(ctx.app, ctx.actor)),

  revoke: rest(personalProcedure, {
    route: 'POST /auth/revoke-session',
    summary: 'End one sign-in or token',
    description:
      'Also revokes the calendar feeds it created. Answers the same for a handle that does not exist. Open sockets are closed within seconds.',
  })
    .input(z.strictObject({ id: Id }))
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(revokeSession(ctx.app, ctx.actor, input.id))),

  revokeOthers: rest(personalProcedure, {
    route: 'POST /auth/revoke-other-sessions',
    summary: 'End every other sign-in and token of the caller',
    description:
      'Also revokes the calendar feeds that other sign-ins created. `GET /auth/me/events-feeds` lists the feeds that exist.',
  })
    .input(z.strictObject({}))
    .output(Done)
    .mutation(({ ctx }) => answerDone(revokeOtherSessions(ctx.app, ctx.actor))),

  createToken: rest(freshProcedure, {
    route: 'POST /auth/tokens',
    summary: 'Create a token for a bot or tool',
    description:
      'A separate, labelled session, listed and revoked like any other. The token is shown only once. All tokens of a person share one limit of requests.',
    restStatus: 201,
    refusals: { 409: 'The caller has twenty tokens (`too_many_tokens`)' },
  })
    .input(CreateTokenInput)
    .output(CreatedToken)
    .mutation(({ ctx, input }) => createToken(ctx.app, ctx.actor, input)),
});
