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
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, publicProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { acceptInvite, previewInvite } from './accept-invite.ts';
import { createInvite, listInvites, revokeInvite } from './manage-invites.ts';

const rest = restRoutes('Invites');
const SYNCED = 'A guild of the game (`guild_is_synced`): its members come from the game';
const NOT_VALID =
  'The invite was revoked, has expired, is used up, or its creator may no longer invite (`invite_not_valid`)';

export const invitesRouter = router({
  create: authenticatedProcedure
    .meta({
      restStatus: 201,
      refusals: {
        409: `${SYNCED}; ${ARCHIVED}; a hundred invites are open (\`too_many_invites\`); the role is the founder's (\`founder_role\`)`,
      },
      openapi: rest.post(
        '/organizations/{id}/invites',
        'Invite people into a standalone organization',
        'The code is shown only once and stored as a hash. An invite stops working when its creator loses the right to invite, or to grant its role.',
      ),
    })
    .input(CreateInviteInput)
    .output(InviteCreatedView)
    .mutation(({ ctx, input }) => createInvite(ctx.app, ctx.actor, input)),

  list: authenticatedProcedure
    .meta({
      refusals: { 409: SYNCED },
      openapi: rest.get(
        '/organizations/{id}/invites',
        'Open invites, latest first',
        'For those who may invite. Expired, used up and revoked invites are left out.',
      ),
    })
    .input(z.object({ id: OrganizationRef }))
    .output(z.array(InviteView))
    .query(({ ctx, input }) => listInvites(ctx.app, ctx.actor, input.id)),

  revoke: authenticatedProcedure
    .meta({
      refusals: { 409: ARCHIVED },
      openapi: rest.delete(
        '/organizations/{id}/invites/{inviteId}',
        'Revoke an invite',
        'For those who may invite. Its link is void at once; members who came by it stay. Revoking it again changes nothing.',
      ),
    })
    .input(InviteInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await revokeInvite(ctx.app, ctx.actor, input);
      return { status: true };
    }),

  preview: publicProcedure
    .meta({
      refusals: { 409: NOT_VALID },
      openapi: rest.get(
        '/invites/{code}',
        'Preview the organization behind an invite',
        'Needs no account: holding the code is enough.',
        { protect: false },
      ),
    })
    .input(InvitePreviewInput)
    .output(InvitePreview)
    .query(({ ctx, input }) => previewInvite(ctx.app, input.code)),

  accept: authenticatedProcedure
    .meta({
      refusals: { 409: NOT_VALID },
      openapi: rest.post(
        '/invites/{code}/accept',
        'Accept an invite',
        'For an existing member nothing changes, and the invite is not used.',
      ),
    })
    .input(AcceptInviteInput)
    .output(InviteAcceptedView)
    .mutation(({ ctx, input }) => acceptInvite(ctx.app, ctx.actor, input.code)),
});
