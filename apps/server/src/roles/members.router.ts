import {
  GrantRoleInput,
  GuildMemberView,
  MembersInput,
  MembersView,
  WithdrawRoleInput,
} from '@guildhall/contracts/role.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { grantRole } from './grant-role.ts';
import { listMembers } from './members.queries.ts';
import { organizationMember } from './organization-member.ts';
import { withdrawRole } from './withdraw-role.ts';

const tags = ['Members'];
const GIVEN =
  'Custom roles, and the founder role where no game decides about it. Needs canManageRoles and every permission of the role; founders are named by founders. Granted roles end with the membership.';

export const membersRouter = router({
  list: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/members',
        tags,
        summary: 'The people of an organization, with the roles they hold',
        description: 'For members. Those who have belonged to it longest come first.',
      },
    })
    .input(MembersInput)
    .output(MembersView)
    .query(async ({ ctx, input }) => {
      const { organizationId } = await organizationMember(ctx.app.sql, ctx.actor, input.id);
      return listMembers(ctx.app, organizationId, input);
    }),

  grantRole: authenticatedProcedure
    .meta({
      refusals: {
        409: `It is a rank of the game (\`rank_role\`) or the founder role of a guild of the game (\`founder_role\`); ${ARCHIVED}`,
      },
      openapi: {
        method: 'PUT',
        path: '/organizations/{id}/members/{userId}/roles/{roleId}',
        tags,
        summary: 'Give a member a role',
        description: `${GIVEN} Given again, it stays as it is.`,
      },
    })
    .input(GrantRoleInput)
    .output(GuildMemberView)
    .mutation(({ ctx, input }) => grantRole(ctx.app, ctx.actor, input)),

  withdrawRole: authenticatedProcedure
    .meta({
      refusals: {
        409: `It is a rank of the game (\`rank_role\`) or the founder role of a guild of the game (\`founder_role\`); this is the last founder (\`last_founder\`); ${ARCHIVED}`,
      },
      openapi: {
        method: 'DELETE',
        path: '/organizations/{id}/members/{userId}/roles/{roleId}',
        tags,
        summary: 'Take a role away from a member',
        description: `${GIVEN} Taken away again, it stays as it is.`,
      },
    })
    .input(WithdrawRoleInput)
    .output(GuildMemberView)
    .mutation(({ ctx, input }) => withdrawRole(ctx.app, ctx.actor, input)),
});
