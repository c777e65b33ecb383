import {
  GrantRoleInput,
  GuildMemberView,
  MembersInput,
  MembersView,
  WithdrawRoleInput,
} from '@guildhall/contracts/role.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { grantRole, withdrawRole } from './grant-role.ts';
import { listMembers } from './members.queries.ts';

const rest = restRoutes('Members');
const GIVEN =
  'Applies to custom roles, and to the founder role of a standalone organization. Needs canManageRoles and every permission of the role; only founders can grant or revoke the founder role. Granted roles end with the membership.';

export const membersRouter = router({
  list: authenticatedProcedure
    .meta({
      services: true,
      openapi: rest.get(
        '/organizations/{id}/members',
        'The members of an organization with their roles',
        'For members. Longest-standing members first.',
      ),
    })
    .input(MembersInput)
    .output(MembersView)
    .query(({ ctx, input }) => listMembers(ctx.app, ctx.actor, input)),

  grantRole: authenticatedProcedure
    .meta({
      refusals: {
        409: `It is a rank of the game (\`rank_role\`) or the founder role of a guild of the game (\`founder_role\`); ${ARCHIVED}`,
      },
      openapi: rest.put(
        '/organizations/{id}/members/{userId}/roles/{roleId}',
        'Grant a role to a member',
        `${GIVEN} Given again, it stays as it is.`,
      ),
    })
    .input(GrantRoleInput)
    .output(GuildMemberView)
    .mutation(({ ctx, input }) => grantRole(ctx.app, ctx.actor, input)),

  withdrawRole: authenticatedProcedure
    .meta({
      refusals: {
        409: `It is a rank of the game (\`rank_role\`) or the founder role of a guild of the game (\`founder_role\`); this is the last founder (\`last_founder\`); ${ARCHIVED}`,
      },
      openapi: rest.delete(
        '/organizations/{id}/members/{userId}/roles/{roleId}',
        'Revoke a role from a member',
        `${GIVEN} Taken away again, it stays as it is.`,
      ),
    })
    .input(WithdrawRoleInput)
    .output(GuildMemberView)
    .mutation(({ ctx, input }) => withdrawRole(ctx.app, ctx.actor, input)),
});
