import { RosterInput, RosterView } from '@guildhall/contracts/organization.ts';
import { Done, Id, OrganizationRef } from '@guildhall/contracts/primitives.ts';
import {
  CompositionInput,
  CompositionView,
  DecideTransferInput,
  RejectClaimInput,
  RosterHistoryInput,
  RosterHistoryView,
  RostersQueued,
  SyncRostersInput,
  TransferListInput,
  TransferListView,
  TransferView,
} from '@guildhall/contracts/roster.ts';
import { SyncSessionView, SyncStarted } from '@guildhall/contracts/sync-session.ts';
import { z } from 'zod';
import { notFound } from '../core/errors.ts';
import { adminProcedure, authenticatedProcedure, router } from '../core/http/trpc.ts';
import { findSyncSession, newestSyncSession } from '../core/syncs/sync-session.ts';
import { guildRoster, rosterAccess } from '../guilds/guild-roster.ts';
import { startRosterSync } from '../guilds/start-roster-sync.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { composition } from './composition.queries.ts';
import { decideTransfer } from './decide-transfer.ts';
import { syncRosters } from './queue-due-rosters.ts';
import { rejectClaim } from './reject-claim.ts';
import { listRoster, rosterViewer } from './roster.queries.ts';
import { listRosterHistory } from './roster-history.queries.ts';
import { listTransfers } from './transfers.queries.ts';

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
      const access = await rosterAccess(ctx.app.sql, ctx.actor, input.id, 'read');
      return listRoster(ctx.app, access.organizationId, rosterViewer(ctx.actor, access), input);
    }),

  composition: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/composition',
        tags,
        summary: 'Which classes, roles and armor types the members of a guild play',
        description:
          'The role is that of the active specialization, `unknown` where it is not known. With `activeSince` only members whose last login is known and within so many days count.',
      },
    })
    .input(CompositionInput)
    .output(CompositionView)
    .query(async ({ ctx, input }) => {
      const organizationId = await guildRoster(ctx.app.sql, ctx.actor, input.id, 'read');
      return composition(ctx.app, organizationId, input.activeSince ?? null);
    }),

  history: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/roster/history',
        tags,
        summary: 'Changes of a roster that syncs saw, the latest first',
      },
    })
    .input(RosterHistoryInput)
    .output(RosterHistoryView)
    .query(async ({ ctx, input }) => {
      const organizationId = await guildRoster(ctx.app.sql, ctx.actor, input.id, 'read');
      return listRosterHistory(ctx.app, organizationId, input);
    }),

  transfers: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/roster/transfers',
        tags,
        summary: 'Leavers and joiners that may be one character, to be decided by an officer',
        description:
          'A realm transfer or faction change gives a character a new identity on the platform: in the roster one leaves and one joins, with the same name and class.',
      },
    })
    .input(TransferListInput)
    .output(TransferListView)
    .query(async ({ ctx, input }) => {
      const organizationId = await guildRoster(ctx.app.sql, ctx.actor, input.id, 'update');
      return listTransfers(ctx.app, organizationId, input);
    }),

  decideTransfer: authenticatedProcedure
    .meta({
      refusals: { 409: `It is decided already (\`already_decided\`); ${ARCHIVED}` },
      openapi: {
        method: 'POST',
        path: '/organizations/{id}/roster/transfers/{transferId}',
        tags,
        summary: 'Confirm or reject a transfer',
        description: 'Confirmed, the history and the joining date of the leaver go over to the joiner.',
      },
    })
    .input(DecideTransferInput)
    .output(TransferView)
    .mutation(({ ctx, input }) => decideTransfer(ctx.app, ctx.actor, input)),

  rejectClaim: authenticatedProcedure
    .meta({
      refusals: {
        409: `The person’s account on the game platform lists the character (\`claim_is_proven\`); ${ARCHIVED}`,
      },
      openapi: {
        method: 'DELETE',
        path: '/organizations/{id}/roster/{memberId}/claim',
        tags,
        summary: 'Reject the claim of somebody who has only named a character',
        description:
          'Needs canManageRoster. The character stands for no member of a roster any more, until the person’s own account on the game platform lists it. Claims that are not `verified` can be rejected.',
      },
    })
    .input(RejectClaimInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await rejectClaim(ctx.app, ctx.actor, input);
      return { status: true };
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
      const organizationId = await guildRoster(ctx.app.sql, ctx.actor, input.id, 'read');
      return (await newestSyncSession(ctx.app.sql, 'roster', organizationId)) ?? null;
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
      const organizationId = await guildRoster(ctx.app.sql, ctx.actor, input.id, 'read');
      const session = await findSyncSession(ctx.app.sql, input.sessionId);
      if (session?.kind !== 'roster' || session.subjectId !== organizationId) {
        throw notFound('sync_session_not_found', 'There is no sync with this id, or it is not yours to see.');
      }
      return session;
    }),

  sync: authenticatedProcedure
    .meta({
      restStatus: 201,
      location: './{sessionId}',
      refusals: {
        400: 'No game-platform account is linked (`gameplatform_not_linked`), or this is no guild of the game (`not_a_synced_guild`)',
        409: `One is running (\`roster_sync_in_progress\`); ${ARCHIVED}`,
      },
      openapi: {
        method: 'POST',
        path: '/organizations/{id}/roster/sync',
        tags,
        summary: 'Sync the roster from the game platform',
        description:
          'Starts a background job: the roster is readable after its first second, last logins follow. 429 within a minute after a successful one.',
      },
    })
    .input(z.strictObject({ id: OrganizationRef }))
    .output(SyncStarted)
    .mutation(({ ctx, input }) => startRosterSync(ctx.app, ctx.actor, input)),

  syncAll: adminProcedure
    .meta({
      restStatus: 201,
      openapi: {
        method: 'POST',
        path: '/jobs/sync-rosters',
        tags: ['Administration'],
        summary: 'Sync the rosters of all guilds',
        description:
          'Those first whose people used the service last. Guilds that wait already, or were synced within the hour, are left out and counted; `force` syncs the latter, too. Archived ones are never synced.',
      },
    })
    .input(SyncRostersInput)
    .output(RostersQueued)
    .mutation(({ ctx, input }) => syncRosters(ctx.app, ctx.actor, input)),
});
