import { Done, NoInput } from '@guildhall/contracts/primitives.ts';
import { SyncSessionView, SyncStarted } from '@guildhall/contracts/sync-session.ts';
import { z } from 'zod';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { adminProcedure, answerDone, router } from '../../core/http/trpc.ts';
import { newestJournalSync } from '../../core/syncs/sync-session.ts';
import { startCatalogueSync, startJournalSync } from './start-syncs.ts';

const rest = restRoutes('Administration');

export const journalRouter = router({
  sync: rest(adminProcedure, {
    route: 'POST /admin/sync-instances',
    summary: 'Sync expansions, instances and encounters from the game platform',
    description: 'Starts a background job; follow it by its session. It also runs every week after the reset.',
    restStatus: 201,
    refusals: { 409: 'A sync is already running (`journal_sync_in_progress`)' },
  })
    .input(z.strictObject({}))
    .output(SyncStarted)
    .mutation(({ ctx }) => startJournalSync(ctx.app, ctx.actor)),

  syncCatalogue: rest(adminProcedure, {
    route: 'POST /admin/sync-catalogue',
    summary: 'Sync classes, realms, professions, recipes and factions from the game platform',
    description:
      'Queues a background job; `GET /admin/sync-status` shows its progress. It also runs every week after the reset.',
    restStatus: 201,
    refusals: { 409: 'One is waiting or under way (`sync_in_progress`)' },
  })
    .input(z.strictObject({}))
    .output(Done)
    .mutation(({ ctx }) => answerDone(startCatalogueSync(ctx.app, ctx.actor))),

  syncActive: rest(adminProcedure, {
    route: 'GET /admin/sync-instances/active',
    summary: 'The running journal sync, or else the last one; null before the first',
    description: 'With progress while it runs and the reason when it failed. `POST /admin/sync-instances` starts one.',
  })
    .input(NoInput)
    .output(SyncSessionView.nullable())
    .query(({ ctx }) => newestJournalSync(ctx.app.sql)),
});
