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
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { createRole, deleteRole, updateRole } from './manage-roles.ts';
import { previewPermissions, setRolePermissions } from './role-permissions.ts';
import { getPermissions, listRoles } from './roles.queries.ts';

const rest = restRoutes('Roles');
const ABOVE =
  'A role stands above the caller when it is the founder role, the role of a higher rank than the caller’s best, or when it holds a permission that the caller lacks. Nothing is above founders and administrators.';

export const rolesRouter = router({
  list: authenticatedProcedure
    .meta({
      services: true,
      openapi: rest.get(
        '/organizations/{id}/roles',
        'The roles of an organization',
        'For members. The founder role first, then the ranks of the game, highest first, then custom roles by name. Ranks, and the founder role of a guild of the game, count characters; other roles count people.',
      ),
    })
    .input(RolesInput)
    .output(z.array(RoleView))
    .query(({ ctx, input }) => listRoles(ctx.app, ctx.actor, input.id)),

  create: authenticatedProcedure
    .meta({
      restStatus: 201,
      refusals: {
        409: `The name is taken (\`role_name_taken\`); there are 50 roles already (\`too_many_roles\`); ${ARCHIVED}`,
      },
      openapi: rest.post(
        '/organizations/{id}/roles',
        'Create a custom role',
        'Needs canManageRoles and every permission that the role will have. Names are unique within an organization, ignoring case.',
      ),
    })
    .input(CreateRoleInput)
    .output(RoleView)
    .mutation(({ ctx, input }) => createRole(ctx.app, ctx.actor, input)),

  update: authenticatedProcedure
    .meta({
      refusals: { 409: `The name is taken (\`role_name_taken\`); ${ARCHIVED}` },
      openapi: rest.patch(
        '/organizations/{id}/roles/{roleId}',
        'Rename a role',
        `Any role, including ranks: the game has only rank numbers, so guilds choose the names. Needs canManageRoles, and a role that does not stand above the caller. ${ABOVE}`,
      ),
    })
    .input(UpdateRoleInput)
    .output(RoleView)
    .mutation(({ ctx, input }) => updateRole(ctx.app, ctx.actor, input)),

  setPermissions: authenticatedProcedure
    .meta({
      refusals: {
        409: `The founder role would lose a permission it must keep (\`founder_keeps_rights\`); the role has changed since the caller read it (\`role_changed\`); ${ARCHIVED}`,
      },
      openapi: rest.put(
        '/organizations/{id}/roles/{roleId}/permissions',
        'Set the permissions of a role',
        `Takes effect at once for everybody who holds it. Needs canManageRoles, a role that is not above the caller, and every permission that the role will have. ${ABOVE} The founder role always keeps canManageGuild and canManageRoles, so that its holders can restore its other permissions.`,
      ),
    })
    .input(SetRolePermissionsInput)
    .output(RoleView)
    .mutation(({ ctx, input }) => setRolePermissions(ctx.app, ctx.actor, input)),

  delete: authenticatedProcedure
    .meta({
      refusals: {
        409: `It is the founder role (\`founder_role\`) or a rank of the game (\`rank_role\`); somebody holds it (\`role_has_members\`); ${ARCHIVED}`,
      },
      openapi: rest.delete(
        '/organizations/{id}/roles/{roleId}',
        'Delete an unused custom role',
        `Needs canManageRoles, and a role that does not stand above the caller. ${ABOVE}`,
      ),
    })
    .input(DeleteRoleInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await deleteRole(ctx.app, ctx.actor, input);
      return { status: true };
    }),

  permissions: authenticatedProcedure
    .meta({
      openapi: rest.get(
        '/organizations/{id}/permissions',
        'All permissions with descriptions, and those of the caller',
        'For members.',
      ),
    })
    .input(RolesInput)
    .output(PermissionsView)
    .query(({ ctx, input }) => getPermissions(ctx.app, ctx.actor, input.id)),

  preview: authenticatedProcedure
    .meta({
      refusals: {
        409: `The founder role would lose a permission it must keep (\`founder_keeps_rights\`); ${ARCHIVED}`,
      },
      openapi: rest.post(
        '/organizations/{id}/permissions/preview',
        'Preview how permissions of people would change',
        'Changes nothing. Needs the same rights as saving: canManageRoles, roles that do not stand above the caller, and every permission that they are to hold. A person neither gains nor loses a permission that another role gives them.',
      ),
    })
    .input(PreviewPermissionsInput)
    .output(PermissionsPreview)
    .mutation(({ ctx, input }) => previewPermissions(ctx.app, ctx.actor, input)),
});
