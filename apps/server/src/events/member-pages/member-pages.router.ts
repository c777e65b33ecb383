import { FinderInput, FinderView } from '@guildhall/contracts/finder.ts';
import { MemberInput, MemberPageView } from '@guildhall/contracts/member.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { readFinder } from './finder.queries.ts';
import { readMember } from './member.queries.ts';

const rest = restRoutes('Members');

export const memberPagesRouter = router({
  get: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/members/{userId}',
    summary: 'A member: characters, roles, answers, attendance and absences',
    description:
      'For members. Attendance and absences are for officers and the member alone, and so is what a reminder reaches them by; others get null.',
  })
    .input(MemberInput)
    .output(MemberPageView)
    .query(({ ctx, input }) => readMember(ctx.app, ctx.actor, input)),

  finder: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/finder',
    summary: 'Names of all members, characters, events, posts and texts, in columns',
    description:
      'For members: what they may see. For clients that search while their user types, without a request a letter; a guild of 1,000 is about 25 kB, compressed, and nothing when `If-None-Match` names what they have.',
  })
    .input(FinderInput)
    .output(FinderView)
    .query(({ ctx, input }) => readFinder(ctx.app, ctx.actor, input)),
});
