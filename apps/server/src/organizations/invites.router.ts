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
import { authenticatedProcedure, publicProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { acceptInvite, previewInvite } from './accept-invite.ts';
import { createInvite } from './create-invite.ts';
import { listInvites } from './invites.queries.ts';
import { revokeInvite } from './revoke-invite.ts';

const tags = ['Invites'];
const SYNCED = 'A guild of the game (`guild_is_synced`): its members come from the game';

export const invitesRouter = router({
  create: authenticatedProcedure
    .meta({
      restStatus: 201,
      refusals: {
        409: `${SYNCED}; ${ARCHIVED}; a hundred invites are open (\`too_many_invites\`); the role is the founder's (\`founder_role\`)`,
      },
      openapi: {
        method: 'POST',
        path: '/organizations/{id}/invites',
        tags,
        summary: 'Invite people into a standalone organization',
        description:
          'The code is shown only once and stored as a hash. An invite stops working when its creator loses the right to invite, or to grant its role.',
      },
    })
    .input(CreateInviteInput)
    .output(InviteCreatedView)
    .mutation(({ ctx, input }) => createInvite(ctx.app, ctx.actor, input)),

  list: authenticatedProcedure
    .meta({
      refusals: { 409: SYNCED },
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/invites',
        tags,
        summary: 'Open invites, latest first',
        description: 'For those who may invite. Expired, used up and revoked invites are left out.',
      },
    })
    .input(z.object({ id: OrganizationRef }))
    .output(z.array(InviteView))
    .query(({ ctx, input }) => listInvites(ctx.app, ctx.actor, input.id)),

  revoke: authenticatedProcedure
    .meta({
      refusals: { 409: ARCHIVED },
      openapi: {
        method: 'DELETE',
        path: '/organizations/{id}/invites/{inviteId}',
        tags,
        summary: 'Revoke an invite',
        description:
          'For those who may invite. Its link is void at once; members who came by it stay. Revoking it again changes nothing.',
      },
    })
    .input(InviteInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await revokeInvite(ctx.app, ctx.actor, input);
      return { status: true };
    }),

  preview: publicProcedure
    .meta({
      refusals: {
        409: 'The invite was revoked, has expired, is used up, or its creator may no longer invite (`invite_not_valid`)',
      },
      openapi: {
        method: 'GET',
        path: '/invites/{code}',
        tags,
        protect: false,
        summary: 'Preview the organization behind an invite',
        description: 'Needs no account: holding the code is enough.',
      },
    })
    .input(InvitePreviewInput)
    .output(InvitePreview)
    .query(({ ctx, input }) => previewInvite(ctx.app, input.code)),

  accept: authenticatedProcedure
    .meta({
      refusals: {
        409: 'The invite was revoked, has expired, is used up, or its creator may no longer invite (`invite_not_valid`)',
      },
      openapi: {
        method: 'POST',
        path: '/invites/{code}/accept',
        tags,
        summary: 'Accept an invite',
        description: 'For an existing member nothing changes, and the invite is not used.',
      },
    })
    .input(AcceptInviteInput)
    .output(InviteAcceptedView)
    .mutation(({ ctx, input }) => acceptInvite(ctx.app, ctx.actor, input.code)),
});
