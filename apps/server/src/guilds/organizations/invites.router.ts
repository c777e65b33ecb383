import {
  AcceptInviteInput,
  CreateInviteInput,
  InviteAcceptedView,
  InviteCreatedView,
  InviteInput,
  InvitePreview,
  InvitePreviewInput,
  InviteView,
} from '@guildhall/contracts/invite.ts';
import { Done, OrganizationRef } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, publicProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { acceptInvite, previewInvite } from './accept-invite.ts';
import { createInvite, listInvites, revokeInvite } from './manage-invites.ts';

const rest = restRoutes('Invites');
const SYNCED = 'A guild of the game (`guild_is_synced`): its members come from the game';
const NOT_VALID =
  'The invite was revoked, has expired, is used up, or its creator may no longer invite (`invite_not_valid`)';

export const invitesRouter = router({
  create: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/invites',
    summary: 'Invite people into a standalone organization',
    description:
      'The code is shown only once and stored as a hash. An invite stops working when its creator loses the right to invite, or to grant its role.',
    restStatus: 201,
    refusals: {
      409: `${SYNCED}; ${ARCHIVED}; a hundred invites are open (\`too_many_invites\`); the role is the founder's (\`founder_role\`)`,
    },
  })
    .input(CreateInviteInput)
    .output(InviteCreatedView)
    .mutation(({ ctx, input }) => createInvite(ctx.app, ctx.actor, input)),

  list: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/invites',
    summary: 'Open invites, latest first',
    description: 'For those who may invite. Expired, used up and revoked invites are left out.',
    refusals: { 409: SYNCED },
  })
    .input(z.object({ id: OrganizationRef }))
    .output(z.array(InviteView))
    .query(({ ctx, input }) => listInvites(ctx.app, ctx.actor, input.id)),

  revoke: rest(authenticatedProcedure, {
    route: 'DELETE /organizations/{id}/invites/{inviteId}',
    summary: 'Revoke an invite',
    description:
      'For those who may invite. Its link is void at once; members who came by it stay. Revoking it again changes nothing.',
    refusals: { 409: ARCHIVED },
  })
    .input(InviteInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(revokeInvite(ctx.app, ctx.actor, input))),

  preview: rest(publicProcedure, {
    route: 'GET /invites/{code}',
    summary: 'Preview the organization behind an invite',
    description: 'Needs no account: holding the code is enough.',
    refusals: { 409: NOT_VALID },
  })
    .input(InvitePreviewInput)
    .output(InvitePreview)
    .query(({ ctx, input }) => previewInvite(ctx.app, input.code)),

  accept: rest(authenticatedProcedure, {
    route: 'POST /invites/{code}/accept',
    summary: 'Accept an invite',
    description: 'For an existing member nothing changes, and the invite is not used.',
    refusals: { 409: NOT_VALID },
  })
    .input(AcceptInviteInput)
    .output(InviteAcceptedView)
    .mutation(({ ctx, input }) => acceptInvite(ctx.app, ctx.actor, input.code)),
});
