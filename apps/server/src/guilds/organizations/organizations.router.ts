import { AuditLogInput, AuditLogView } from '@guildhall/contracts/audit.ts';
import { RemoveMemberInput } from '@guildhall/contracts/invite.ts';
import {
  CreateOrganizationInput,
  DeleteOrganizationInput,
  OrganizationInput,
  OrganizationListInput,
  OrganizationListView,
  OrganizationTemplate,
  UpdateOrganizationInput,
} from '@guildhall/contracts/manage-organization.ts';
import { OrganizationDetailInput, OrganizationSummary, OrganizationView } from '@guildhall/contracts/organization.ts';
import { SettingsPatchInput } from '@guildhall/contracts/organization-settings.ts';
import { Done, NoInput, OrganizationRef } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { readerOf } from '../../core/actor.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, freshProcedure, optionalProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { listAuditLog } from './audit-log.queries.ts';
import { changeSettings, updateOrganization } from './change-organization.ts';
import { leaveOrganization, removeMember } from './end-membership.ts';
import { getOrganization, listMyOrganizations, listOrganizations } from './organization.queries.ts';
import { createOrganization, deleteOrganization, setOrganizationArchived } from './organization-life.ts';
import { organizationTemplates } from './organization-templates.ts';

const rest = restRoutes('Organizations');
const SYNCED = 'It is a guild of the game (`guild_is_synced`)';
const LAST_FOUNDER = 'The last founder cannot leave or be removed (`last_founder`)';

export const organizationsRouter = router({
  list: rest(optionalProcedure, {
    route: 'GET /organizations',
    summary: 'Search public organizations',
    description:
      'By name, with or without an account. Lists public organizations and the caller’s own; administrators see all. Archived organizations are included only on request, and only those that the caller may manage.',
  })
    .input(OrganizationListInput)
    .output(OrganizationListView)
    .query(({ ctx, input }) => listOrganizations(ctx.app, readerOf(ctx.actor), input)),

  create: rest(authenticatedProcedure, {
    route: 'POST /organizations',
    summary: 'Found a standalone organization',
    description: 'The caller gets its founder role. A template provides initial roles, settings and texts.',
    restStatus: 201,
    location: '/organizations/{id}',
    refusals: { 409: 'The alias is taken (`alias_taken`), or reserved for a guild of the game (`alias_reserved`)' },
  })
    .input(CreateOrganizationInput)
    .output(OrganizationView)
    .mutation(({ ctx, input }) => createOrganization(ctx.app, ctx.actor, input)),

  templates: rest(authenticatedProcedure, {
    route: 'GET /organizations/templates',
    summary: 'Templates for a new organization',
    description: 'Each comes with the type and the roles that `POST /organizations` creates from its key.',
  })
    .input(NoInput)
    .output(z.array(OrganizationTemplate))
    .query(() => organizationTemplates),

  mine: rest(authenticatedProcedure, {
    route: 'GET /organizations/mine',
    summary: 'Organizations in which the caller is an active member',
    description:
      'Guilds of the game, which follow the roster, and standalone organizations, which people join and leave.',
  })
    .input(NoInput)
    .output(z.array(OrganizationSummary))
    .query(({ ctx }) => listMyOrganizations(ctx.app, ctx.actor.userId)),

  get: rest(optionalProcedure, {
    route: 'GET /organizations/{id}',
    summary: 'An organization with the first page of its roster',
    description:
      'By UUID or alias, with or without an account. A caller without rights gets public fields, an empty `abilityRules` and an empty roster, which then appears private. A members-only organization is 404 for others.',
    services: true,
  })
    .input(OrganizationDetailInput)
    .output(OrganizationView)
    .query(({ ctx, input }) => getOrganization(ctx.app, readerOf(ctx.actor), input)),

  update: rest(authenticatedProcedure, {
    route: 'PATCH /organizations/{id}',
    summary: 'Change name, type, alias or description',
    description:
      'A replaced alias still leads here, and no other organization can take it for a year. Aliases that end in a realm and region, like `-stormvale-us`, are reserved for guilds of the game.',
    refusals: {
      409: `The alias is taken (\`alias_taken\`) or reserved for a guild of the game (\`alias_reserved\`); ${ARCHIVED}; ${SYNCED} and only its alias may be changed`,
    },
  })
    .input(UpdateOrganizationInput)
    .output(OrganizationView)
    .mutation(({ ctx, input }) => updateOrganization(ctx.app, ctx.actor, input)),

  changeSettings: rest(authenticatedProcedure, {
    route: 'PATCH /organizations/{id}/settings',
    summary: 'Change settings by JSON Merge Patch',
    description:
      'Omitted fields stay as they are, null removes a field. The result is validated as a whole; if it is invalid, nothing changes.',
    refusals: { 409: ARCHIVED },
  })
    .input(SettingsPatchInput)
    .output(OrganizationView)
    .mutation(({ ctx, input }) => changeSettings(ctx.app, ctx.actor, input)),

  archive: rest(authenticatedProcedure, {
    route: 'DELETE /organizations/{id}',
    summary: 'Archive an organization',
    description:
      'Its members can still read it; for others it is 404. Nothing in it can be changed until it is restored.',
  })
    .input(z.object({ id: OrganizationRef }))
    .output(OrganizationView)
    .mutation(({ ctx, input }) => setOrganizationArchived(ctx.app, ctx.actor, input.id, true)),

  restore: rest(authenticatedProcedure, {
    route: 'PATCH /organizations/{id}/restore',
    summary: 'Restore an archived organization',
    description:
      'For those who may delete the organization. Members and outsiders see it as before it was archived; one that is not archived stays as it is.',
  })
    .input(OrganizationInput)
    .output(OrganizationView)
    .mutation(({ ctx, input }) => setOrganizationArchived(ctx.app, ctx.actor, input.id, false)),

  deletePermanently: rest(freshProcedure, {
    route: 'DELETE /organizations/{id}/permanent',
    summary: 'Permanently delete a standalone organization',
    description: 'Deletes everything that belongs to it. The body must repeat its name.',
    fromBody: ['name'],
    refusals: { 409: SYNCED },
  })
    .input(DeleteOrganizationInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(deleteOrganization(ctx.app, ctx.actor, input))),

  leave: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/leave',
    summary: 'Leave a standalone organization',
    description:
      'Ends the caller’s membership and roles at once. 403 (`not_a_member`) for others; a guild of the game cannot be left here, because its membership follows the roster.',
    refusals: { 409: `${LAST_FOUNDER}; ${SYNCED}` },
  })
    .input(OrganizationInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(leaveOrganization(ctx.app, ctx.actor, input.id))),

  removeMember: rest(authenticatedProcedure, {
    route: 'DELETE /organizations/{id}/members/{userId}',
    summary: 'Remove a member from a standalone organization',
    description: 'Needs canManageRoster, and a member whose permissions do not exceed the caller’s.',
    refusals: { 409: `${LAST_FOUNDER}; ${SYNCED}; ${ARCHIVED}` },
  })
    .input(RemoveMemberInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(removeMember(ctx.app, ctx.actor, input))),

  auditLog: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/audit-log',
    summary: 'The audit log of an organization, the latest entry first',
    description: 'For its officers.',
  })
    .input(AuditLogInput)
    .output(AuditLogView)
    .query(({ ctx, input }) => listAuditLog(ctx.app, ctx.actor, input)),
});
