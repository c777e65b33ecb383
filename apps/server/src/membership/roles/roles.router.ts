import { RoleView } from '@guildhall/contracts/organization.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import {
  CreateRoleInput,
  DeleteRoleInput,
  PermissionsPreview,
  PermissionsView,
  PreviewPermissionsInput,
  RolesInput,
  SetRolePermissionsInput,
  UpdateRoleInput,
} from '@guildhall/contracts/role.ts';
import { z } from 'zod';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { createRole, deleteRole, updateRole } from './manage-roles.ts';
import { previewPermissions, setRolePermissions } from './role-permissions.ts';
import { getPermissions, listRoles } from './roles.queries.ts';

const rest = restRoutes('Roles');
const ABOVE =
  'A role stands above the caller when it is the founder role, the role of a higher rank than the caller’s best, or when it holds a permission that the caller lacks. Nothing is above founders and administrators.';

export const rolesRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/roles',
    summary: 'The roles of an organization',
    description:
      'For members. The founder role first, then the ranks of the game, highest first, then custom roles by name. Ranks, and the founder role of a guild of the game, count characters; other roles count people.',
    services: true,
  })
    .input(RolesInput)
    .output(z.array(RoleView))
    .query(({ ctx, input }) => listRoles(ctx.app, ctx.actor, input.id)),

  create: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/roles',
    summary: 'Create a custom role',
    description:
      'Needs canManageRoles and every permission that the role will have. Names are unique within an organization, ignoring case.',
    restStatus: 201,
    refusals: {
      409: `The name is taken (\`role_name_taken\`); there are 50 roles already (\`too_many_roles\`); ${ARCHIVED}`,
    },
  })
    .input(CreateRoleInput)
    .output(RoleView)
    .mutation(({ ctx, input }) => createRole(ctx.app, ctx.actor, input)),

  update: rest(authenticatedProcedure, {
    route: 'PATCH /organizations/{id}/roles/{roleId}',
    summary: 'Rename a role',
    description: `Any role, including ranks: the game has only rank numbers, so guilds choose the names. Needs canManageRoles, and a role that does not stand above the caller. ${ABOVE}`,
    refusals: { 409: `The name is taken (\`role_name_taken\`); ${ARCHIVED}` },
  })
    .input(UpdateRoleInput)
    .output(RoleView)
    .mutation(({ ctx, input }) => updateRole(ctx.app, ctx.actor, input)),

  setPermissions: rest(authenticatedProcedure, {
    route: 'PUT /organizations/{id}/roles/{roleId}/permissions',
    summary: 'Set the permissions of a role',
    description: `Takes effect at once for all who hold it. Needs canManageRoles, a role that is not above the caller, and every permission that the role will have. ${ABOVE} The founder role always keeps canManageGuild and canManageRoles, so that its holders can restore its other permissions.`,
    refusals: {
      409: `The founder role would lose a permission it must keep (\`founder_keeps_rights\`); the role has changed since the caller read it (\`role_changed\`); ${ARCHIVED}`,
    },
  })
    .input(SetRolePermissionsInput)
    .output(RoleView)
    .mutation(({ ctx, input }) => setRolePermissions(ctx.app, ctx.actor, input)),

  delete: rest(authenticatedProcedure, {
    route: 'DELETE /organizations/{id}/roles/{roleId}',
    summary: 'Delete an unused custom role',
    description: `Needs canManageRoles, and a role that does not stand above the caller. ${ABOVE}`,
    refusals: {
      409: `It is the founder role (\`founder_role\`) or a rank of the game (\`rank_role\`); members hold it (\`role_has_members\`); ${ARCHIVED}`,
    },
  })
    .input(DeleteRoleInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(deleteRole(ctx.app, ctx.actor, input))),

  permissions: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/permissions',
    summary: 'All permissions with descriptions, and those of the caller',
    description: 'For members.',
  })
    .input(RolesInput)
    .output(PermissionsView)
    .query(({ ctx, input }) => getPermissions(ctx.app, ctx.actor, input.id)),

  preview: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/permissions/preview',
    summary: 'Preview how permissions of people would change',
    description:
      'Changes nothing. Needs the same rights as saving: canManageRoles, roles that do not stand above the caller, and every permission that they are to hold. A person neither gains nor loses a permission that another role gives them.',
    refusals: {
      409: `The founder role would lose a permission it must keep (\`founder_keeps_rights\`); ${ARCHIVED}`,
    },
  })
    .input(PreviewPermissionsInput)
    .output(PermissionsPreview)
    .mutation(({ ctx, input }) => previewPermissions(ctx.app, ctx.actor, input)),
});
