import {
  CompareReputationsInput,
  FoundFaction,
  GuildEncountersInput,
  GuildEncountersView,
  GuildReputationsInput,
  GuildReputationsView,
  ReputationMatrixView,
  SearchFactionsInput,
} from '@guildhall/contracts/comparison.ts';
import { GearAuditView, GuildGearInput, GuildVaultView } from '@guildhall/contracts/gear.ts';
import { z } from 'zod';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { compareGuildEncounters } from './encounters.queries.ts';
import { auditGuildGear, guildVault } from './guild-gear.queries.ts';
import { compareGuildReputations, compareReputations } from './reputations.queries.ts';
import { searchFactions } from './search-factions.ts';

const ofCharacters = restRoutes('Characters');
const ofRoster = restRoutes('Roster');
const ofGuild = (...route: Parameters<typeof ofRoster.get>) =>
  authenticatedProcedure.meta({ services: true, openapi: ofRoster.get(...route) });

const SHARED =
  'For members. Leaves out characters of members who do not share with their guilds, and lists each person’s characters together.';

export const comparisonsRouter = router({
  reputations: authenticatedProcedure
    .meta({
      refusals: { 404: 'There is no such expansion (`expansion_not_found`)' },
      openapi: ofCharacters.get(
        '/characters/reputations',
        'Compare the reputations of the caller’s characters in one expansion',
        'Lists factions that at least one of them has met.',
      ),
    })
    .input(CompareReputationsInput)
    .output(ReputationMatrixView)
    .query(({ ctx, input }) => compareReputations(ctx.app, ctx.actor, input)),

  searchFactions: authenticatedProcedure
    .meta({
      openapi: ofCharacters.get(
        '/characters/reputations/search-factions',
        'Factions by name, the best match first',
        'At most 20, each with its expansion, which the reputation routes take as a parameter.',
      ),
    })
    .input(SearchFactionsInput)
    .output(z.array(FoundFaction))
    .query(({ ctx, input }) => searchFactions(ctx.app, input)),

  guildReputations: ofGuild(
    '/organizations/{id}/reputations',
    'Compare the reputations of the members in one expansion',
    SHARED,
  )
    .input(GuildReputationsInput)
    .output(GuildReputationsView)
    .query(({ ctx, input }) => compareGuildReputations(ctx.app, ctx.actor, input)),

  guildEncounters: ofGuild(
    '/organizations/{id}/encounters',
    'Compare the members’ encounters in raids and dungeons of one expansion',
    SHARED,
  )
    .input(GuildEncountersInput)
    .output(GuildEncountersView)
    .query(({ ctx, input }) => compareGuildEncounters(ctx.app, ctx.actor, input)),

  gearAudit: ofGuild(
    '/organizations/{id}/audit',
    'Gear of the members: item levels and missing enchantments and gems',
    `${SHARED} The audit log has the actions in the organization.`,
  )
    .input(GuildGearInput)
    .output(GearAuditView)
    .query(({ ctx, input }) => auditGuildGear(ctx.app, ctx.actor, input)),

  vault: ofGuild(
    '/organizations/{id}/vault',
    'Keystone runs of the members this week, and the vault slots they unlock',
    `${SHARED} Counts the runs that the platform lists for the week.`,
  )
    .input(GuildGearInput)
    .output(GuildVaultView)
    .query(({ ctx, input }) => guildVault(ctx.app, ctx.actor, input)),
});
