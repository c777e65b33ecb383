import { KeepAnswerInput, KeptAnswersView, KeptAnswerView } from '@guildhall/contracts/kept-answer.ts';
import { NoInput } from '@guildhall/contracts/primitives.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { keepAnswer, listKeptAnswers } from './keep-answer.ts';

const rest = restRoutes('Events');
const PATH = '/auth/me/kept-answers';

export const keptAnswersRouter = router({
  list: rest(authenticatedProcedure, {
    route: `GET ${PATH}`,
    summary: 'Answers to events that wait for the characters of the caller',
    description: 'Newest first. An answer that counts, or was refused, is no longer among them.',
  })
    .input(NoInput)
    .output(KeptAnswersView)
    .query(({ ctx }) => listKeptAnswers(ctx.app, ctx.actor)),

  keep: rest(authenticatedProcedure, {
    route: `PUT ${PATH}/{eventId}`,
    summary: 'Keep an answer to an event until the characters of the caller have been read',
    description:
      'For a person who is not yet known as a member. It counts once they are one, and holds no slot until then. They get the notification `answer_counts`, or `answer_refused` with the reason: their characters are not in the guild, the event has begun, it refuses the answer. An answer that they give themselves replaces it. The newest 20 are kept, for 90 days. The request is answered alike whether or not there is such an event.',
  })
    .input(KeepAnswerInput)
    .output(KeptAnswerView)
    .mutation(({ ctx, input }) => keepAnswer(ctx.app, ctx.actor, input)),
});
