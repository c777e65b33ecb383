import { GuildAchievementsView, GuildRankView, SyncGuildInput, SyncResultsView } from '@guildhall/contracts/guild.ts';
import { OrganizationRef } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { getAchievements, listRanks } from './guilds.queries.ts';
import { syncGuild } from './sync-guild.ts';

const tags = ['Guilds of the game'];

export const guildsRouter = router({
  sync: authenticatedProcedure
    .meta({
      restStatus: 201,
      refusals: { 409: ARCHIVED },
      openapi: {
        method: 'POST',
        path: '/organizations/{id}/sync',
        tags,
        summary: 'Sync several things of a guild at once',
        description:
          'Each type has its own result: the roster is queued, the others are done at once, or queued when the platform is slow. A queued part may still fail later without a message: it has succeeded when the guild, or `syncedAt` of its achievements, shows it; else ask again, or wait for the daily sync. Once a minute for each type, counted from its last success.',
      },
    })
    .input(SyncGuildInput)
    .output(SyncResultsView)
    .mutation(({ ctx, input }) => syncGuild(ctx.app, ctx.actor, input)),

  ranks: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/ranks',
        tags,
        summary: 'The ranks of a guild',
        description: '400 `not_a_synced_guild` for an organization that is no guild of the game.',
      },
    })
    .input(z.object({ id: OrganizationRef }))
    .output(z.array(GuildRankView))
    .query(({ ctx, input }) => listRanks(ctx.app, ctx.actor, input.id)),

  achievements: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/achievements',
        tags,
        summary: 'Achievements of a guild in the game',
        description:
          'Synced daily and on demand; all zero and empty before. 400 `not_a_synced_guild` for an organization that is no guild of the game.',
      },
    })
    .input(z.object({ id: OrganizationRef }))
    .output(GuildAchievementsView)
    .query(({ ctx, input }) => getAchievements(ctx.app, ctx.actor, input.id)),
});
