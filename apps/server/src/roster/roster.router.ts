import { RosterInput, RosterView } from '@guildhall/contracts/organization.ts';
import { Id, OrganizationRef } from '@guildhall/contracts/primitives.ts';
import { SyncSessionView, SyncStarted } from '@guildhall/contracts/sync-session.ts';
import { z } from 'zod';
import { notFound } from '../core/errors.ts';
import { findSyncSession, newestSyncSession } from '../core/sync-session.ts';
import { authenticatedProcedure, router } from '../core/trpc.ts';
import { organizationAccess } from '../organizations/organization.access.ts';
import { abilityFor, authorize } from '../organizations/organization.rules.ts';
import { requireSyncedGuild } from './require-synced-guild.ts';
import { listRoster } from './roster.queries.ts';
import { startRosterSync } from './start-roster-sync.ts';

const tags = ['Roster'];

export const rosterRouter = router({
  list: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/roster',
        tags,
        summary: 'The roster of a guild, by page',
        description: 'Members of the guild only. Sorted by rank unless asked otherwise; ties end in name and id.',
      },
    })
    .input(RosterInput)
    .output(RosterView)
    .query(async ({ ctx, input }) => {
      const access = await organizationAccess(ctx.app.sql, ctx.actor, input.id);
      authorize(abilityFor(ctx.actor, access), 'read', 'Roster');
      requireSyncedGuild(access);
      return listRoster(ctx.app, access.organizationId, input);
    }),

  syncActive: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/roster/sync/active',
        tags,
        summary: 'The most recent roster sync, under way or ended, or null',
      },
    })
    .input(z.object({ id: OrganizationRef }))
    .output(SyncSessionView.nullable())
    .query(async ({ ctx, input }) => {
      const access = await organizationAccess(ctx.app.sql, ctx.actor, input.id);
      authorize(abilityFor(ctx.actor, access), 'read', 'Roster');
      return (await newestSyncSession(ctx.app.sql, 'roster', access.organizationId)) ?? null;
    }),

  syncSession: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/roster/sync/{sessionId}',
        tags,
        summary: 'One roster sync of a guild',
      },
    })
    .input(z.object({ id: OrganizationRef, sessionId: Id }))
    .output(SyncSessionView)
    .query(async ({ ctx, input }) => {
      const access = await organizationAccess(ctx.app.sql, ctx.actor, input.id);
      authorize(abilityFor(ctx.actor, access), 'read', 'Roster');
      const session = await findSyncSession(ctx.app.sql, input.sessionId);
      if (session?.kind !== 'roster' || session.subjectId !== access.organizationId) {
        throw notFound('sync_session_not_found', 'There is no such sync.');
      }
      return session;
    }),

  sync: authenticatedProcedure
    .meta({
      restStatus: 201,
      openapi: {
        method: 'POST',
        path: '/organizations/{id}/roster/sync',
        tags,
        summary: 'Sync the roster from the game platform',
        description:
          'Starts a background job: the roster is readable after its first second, last logins follow. 409 while one is running, 429 within a minute after a successful one.',
      },
    })
    .input(z.object({ id: OrganizationRef }))
    .output(SyncStarted)
    .mutation(({ ctx, input }) => startRosterSync(ctx.app, ctx.actor, input)),
});
