import { GuildAchievementsView, GuildRankView, SyncGuildInput, SyncResultsView } from '@guildhall/contracts/guild.ts';
import { OrganizationRef } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { getAchievements, listRanks } from './guilds.queries.ts';
import { syncGuild } from './sync-guild.ts';

const rest = restRoutes('Guilds of the game');

export const guildsRouter = router({
  sync: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/sync',
    summary: 'Sync several parts of a guild at once',
    description:
      'Each part has its own result: the roster is queued; the others are synced at once, or queued if the platform is slow. A queued part may still fail later without a message: it has succeeded once the guild, or `syncedAt` of its achievements, shows it; otherwise try again or wait for the daily sync. Each part can be synced again a minute after its last success.',
    restStatus: 201,
    refusals: { 409: ARCHIVED },
  })
    .input(SyncGuildInput)
    .output(SyncResultsView)
    .mutation(({ ctx, input }) => syncGuild(ctx.app, ctx.actor, input)),

  ranks: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/ranks',
    summary: 'The ranks of a guild',
    description: '400 `not_a_synced_guild` for an organization that is not a guild of the game.',
  })
    .input(z.object({ id: OrganizationRef }))
    .output(z.array(GuildRankView))
    .query(({ ctx, input }) => listRanks(ctx.app, ctx.actor, input.id)),

  achievements: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/achievements',
    summary: 'Achievements of a guild in the game',
    description:
      'Synced daily and on demand; zero and empty until then. 400 `not_a_synced_guild` for an organization that is not a guild of the game.',
  })
    .input(z.object({ id: OrganizationRef }))
    .output(GuildAchievementsView)
    .query(({ ctx, input }) => getAchievements(ctx.app, ctx.actor, input.id)),
});
