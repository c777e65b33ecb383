import {
  GrantRoleInput,
  GuildMemberView,
  MembersInput,
  MembersView,
  WithdrawRoleInput,
} from '@guildhall/contracts/role.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { grantRole, withdrawRole } from './grant-role.ts';
import { listMembers } from './members.queries.ts';

const rest = restRoutes('Members');
const GIVEN =
  'Applies to custom roles, and to the founder role of a standalone organization. Needs canManageRoles and every permission of the role; only founders can grant or revoke the founder role. Granted roles end with the membership.';

export const membersRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/members',
    summary: 'The members of an organization with their roles',
    description: 'For members. Longest-standing members first.',
    services: true,
  })
    .input(MembersInput)
    .output(MembersView)
    .query(({ ctx, input }) => listMembers(ctx.app, ctx.actor, input)),

  grantRole: rest(authenticatedProcedure, {
    route: 'PUT /organizations/{id}/members/{userId}/roles/{roleId}',
    summary: 'Grant a role to a member',
    description: `${GIVEN} Given again, it stays as it is.`,
    refusals: {
      409: `It is a rank of the game (\`rank_role\`) or the founder role of a guild of the game (\`founder_role\`); the last founder hands it over to themselves (\`last_founder\`); ${ARCHIVED}`,
    },
  })
    .input(GrantRoleInput)
    .output(GuildMemberView)
    .mutation(({ ctx, input }) => grantRole(ctx.app, ctx.actor, input)),

  withdrawRole: rest(authenticatedProcedure, {
    route: 'DELETE /organizations/{id}/members/{userId}/roles/{roleId}',
    summary: 'Revoke a role from a member',
    description: `${GIVEN} Taken away again, it stays as it is.`,
    refusals: {
      409: `It is a rank of the game (\`rank_role\`) or the founder role of a guild of the game (\`founder_role\`); this is the last founder (\`last_founder\`); ${ARCHIVED}`,
    },
  })
    .input(WithdrawRoleInput)
    .output(GuildMemberView)
    .mutation(({ ctx, input }) => withdrawRole(ctx.app, ctx.actor, input)),
});
