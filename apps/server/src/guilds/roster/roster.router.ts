import { RosterInput, RosterView, WholeRosterInput, WholeRosterView } from '@guildhall/contracts/organization.ts';
import { Done, Id, OrganizationRef } from '@guildhall/contracts/primitives.ts';
import {
  CompositionInput,
  CompositionView,
  DecidePredecessorInput,
  DecideTransferInput,
  PredecessorDecided,
  PredecessorsInput,
  PredecessorView,
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
import { notFound } from '../../core/errors.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { adminProcedure, answerDone, authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { findSyncSession, newestSyncSession } from '../../core/syncs/sync-session.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { guildRoster, rosterAccess } from '../../membership/rights/organization.access.ts';
import { startRosterSync } from '../guild-sync/start-roster-sync.ts';
import { getComposition } from './composition.queries.ts';
import { decidePredecessor, listPredecessors } from './predecessors.ts';
import { syncRosters } from './queue-due-rosters.ts';
import { rejectClaim } from './reject-claim.ts';
import { listRoster, presentWholeRoster, rosterViewer, wholeRoster } from './roster.queries.ts';
import { ROSTER_CSV_EXAMPLE } from './roster-csv.routes.ts';
import { listRosterHistory } from './roster-history.queries.ts';
import { decideTransfer, listTransfers } from './transfers.ts';

const rest = restRoutes('Roster');

export const rosterRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/roster',
    summary: 'The roster of a guild, by page',
    description: 'For members of the guild. Sorted by rank by default; ties are broken by name and id.',
    services: true,
  })
    .input(RosterInput)
    .output(RosterView)
    .query(async ({ ctx, input }) => {
      const access = await rosterAccess(ctx.app.sql, ctx.actor, input.id, 'read');
      return listRoster(ctx.app, access.organizationId, rosterViewer(ctx.actor, access), input);
    }),

  all: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/roster/all',
    summary: 'The whole roster of a guild, in columns',
    description:
      'Members of the guild only. For programs that keep the roster: a thousand members are about 30 kB, compressed, and nothing when `If-None-Match` names what they have. Sorted by rank and name; then those who left, the latest first, 3,000 in all.',
    services: true,
    otherMedia: { 'text/csv': ROSTER_CSV_EXAMPLE },
  })
    .input(WholeRosterInput)
    .output(WholeRosterView)
    .query(async ({ ctx, input }) => {
      const access = await rosterAccess(ctx.app.sql, ctx.actor, input.id, 'read');
      const viewer = rosterViewer(ctx.actor, access);
      return presentWholeRoster(await wholeRoster(ctx.app, access.organizationId, viewer, input));
    }),

  composition: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/composition',
    summary: 'Classes, roles and armor types of a guild’s members',
    description:
      'The role follows the active specialization, or is `unknown`. `activeSince` counts only members whose last known login is within that many days.',
    services: true,
  })
    .input(CompositionInput)
    .output(CompositionView)
    .query(async ({ ctx, input }) => {
      const organizationId = await guildRoster(ctx.app.sql, ctx.actor, input.id, 'read');
      return getComposition(ctx.app, organizationId, input);
    }),

  history: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/roster/history',
    summary: 'Roster changes seen by syncs, latest first',
    description:
      'For those who see the roster. Joins, returns within 90 days, leaves and changes as a sync found them, which is later than they happened in the game. 400 for standalone organizations, which have no roster.',
    services: true,
  })
    .input(RosterHistoryInput)
    .output(RosterHistoryView)
    .query(async ({ ctx, input }) => {
      const organizationId = await guildRoster(ctx.app.sql, ctx.actor, input.id, 'read');
      return listRosterHistory(ctx.app, organizationId, input);
    }),

  transfers: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/roster/transfers',
    summary: 'Possible transfers: leavers and joiners that may be one character',
    description:
      'A realm transfer or faction change gives a character a new identity on the platform: the roster shows one character leaving and another joining, with the same name and class. An officer decides whether they are the same.',
  })
    .input(TransferListInput)
    .output(TransferListView)
    .query(async ({ ctx, input }) => {
      const organizationId = await guildRoster(ctx.app.sql, ctx.actor, input.id, 'update');
      return listTransfers(ctx.app, organizationId, input);
    }),

  decideTransfer: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/roster/transfers/{transferId}',
    summary: 'Confirm or reject a transfer',
    description: 'Confirming gives the joiner the leaver’s history and joining date.',
    refusals: { 409: `It has already been decided (\`already_decided\`); ${ARCHIVED}` },
  })
    .input(DecideTransferInput)
    .output(TransferView)
    .mutation(({ ctx, input }) => decideTransfer(ctx.app, ctx.actor, input)),

  predecessors: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/predecessors',
    summary: 'Former guilds that this one may continue',
    description:
      'Needs canManageGuild, here and in the former guild. A transferred or newly founded guild has another id on the platform. Lists guilds that the platform no longer has, of which at least half of the members who had signed in are here.',
  })
    .input(PredecessorsInput)
    .output(z.array(PredecessorView))
    .query(({ ctx, input }) => listPredecessors(ctx.app, ctx.actor, input)),

  decidePredecessor: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/predecessors/{predecessorId}',
    summary: 'Confirm or reject that this guild continues a former one',
    description:
      'Confirming gives the former organization the id of this guild on the platform, and deletes this organization: roles, events, history, Discord and feeds of the former one go on. Absences and calendar addresses of this one go over to it. Rejecting leaves both.',
    refusals: {
      409: `People have made something in this guild, which the message names (\`guild_in_use\`); ${ARCHIVED}`,
    },
  })
    .input(DecidePredecessorInput)
    .output(PredecessorDecided)
    .mutation(({ ctx, input }) => decidePredecessor(ctx.app, ctx.actor, input)),

  rejectClaim: rest(authenticatedProcedure, {
    route: 'DELETE /organizations/{id}/roster/{memberId}/claim',
    summary: 'Reject an unverified claim to a character',
    description:
      'Needs canManageRoster. The claimed character no longer represents a roster entry until the person’s own game-platform account lists it. Only claims that are not `verified` can be rejected, and those of members who left that are held while a transfer is undecided.',
    refusals: {
      409: `The person’s account on the game platform lists the character (\`claim_is_proven\`); ${ARCHIVED}`,
    },
  })
    .input(RejectClaimInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(rejectClaim(ctx.app, ctx.actor, input))),

  syncActive: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/roster/sync/active',
    summary: 'The most recent roster sync, running or finished, or null',
    description:
      'For those who see the roster. Null before the first sync; compare `finishedAt` to learn whether it still runs.',
  })
    .input(z.object({ id: OrganizationRef }))
    .output(SyncSessionView.nullable())
    .query(async ({ ctx, input }) => {
      const organizationId = await guildRoster(ctx.app.sql, ctx.actor, input.id, 'read');
      return newestSyncSession(ctx.app.sql, 'roster', organizationId);
    }),

  syncSession: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/roster/sync/{sessionId}',
    summary: 'One roster sync of a guild',
    description:
      'For those who see the roster. Progress while it runs, and the reason when it failed or is held. A sync of another guild is 404 (`sync_session_not_found`).',
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

  sync: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/roster/sync',
    summary: 'Sync the roster from the game platform',
    description:
      'Starts a background job: the roster is readable after about a second, last logins follow. 429 within a minute of a successful sync.',
    restStatus: 201,
    location: './{sessionId}',
    refusals: {
      400: 'No game-platform account is linked (`gameplatform_not_linked`), or the organization is not a guild of the game (`not_a_synced_guild`)',
      409: `A sync is already running (\`roster_sync_in_progress\`); ${ARCHIVED}`,
    },
  })
    .input(z.strictObject({ id: OrganizationRef }))
    .output(SyncStarted)
    .mutation(({ ctx, input }) => startRosterSync(ctx.app, ctx.actor, input)),

  syncAll: restRoutes('Administration')(adminProcedure, {
    route: 'POST /jobs/sync-rosters',
    summary: 'Sync the rosters of all guilds',
    description:
      'Guilds with the most recently active users come first. Guilds that are already queued are counted and not queued again; with `force: false`, those synced within the hour are skipped and counted too. Archived guilds are never synced.',
    restStatus: 201,
  })
    .input(SyncRostersInput)
    .output(RostersQueued)
    .mutation(({ ctx, input }) => syncRosters(ctx.app, ctx.actor, input)),
});
