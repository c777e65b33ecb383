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
import {
  GuildArmoryInput,
  GuildArmoryView,
  GuildRaidsInput,
  GuildRaidsView,
} from '@guildhall/contracts/guild-armory.ts';
import { z } from 'zod';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { compareGuildEncounters } from './encounters.queries.ts';
import { guildArmory } from './guild-armory.queries.ts';
import { auditGuildGear, guildVault } from './guild-gear.queries.ts';
import { guildRaids } from './guild-raids.queries.ts';
import { compareGuildReputations, compareReputations } from './reputations.queries.ts';
import { searchFactions } from './search-factions.ts';

const ofCharacters = restRoutes('Characters');
const ofRoster = restRoutes('Roster');

const SHARED =
  'For members. Leaves out characters of members who do not share with their guilds, and lists each person’s characters together.';

const EVERYONE =
  'For members. Characters that are not signed in come from their public profiles, which are read at most 1,200 times a week for a guild: those of coming events first, then high ranks. They are shown to callers with canViewRoster. Leaves out characters of members who do not share with their guilds.';

export const comparisonsRouter = router({
  reputations: ofCharacters(authenticatedProcedure, {
    route: 'GET /characters/reputations',
    summary: 'Compare the reputations of the caller’s characters in one expansion',
    description: 'Lists factions that at least one of them has met.',
    refusals: { 404: 'There is no such expansion (`expansion_not_found`)' },
  })
    .input(CompareReputationsInput)
    .output(ReputationMatrixView)
    .query(({ ctx, input }) => compareReputations(ctx.app, ctx.actor, input)),

  searchFactions: ofCharacters(authenticatedProcedure, {
    route: 'GET /characters/reputations/search-factions',
    summary: 'Factions by name, the best match first',
    description: 'At most 20, each with its expansion, which the reputation routes take as a parameter.',
  })
    .input(SearchFactionsInput)
    .output(z.array(FoundFaction))
    .query(({ ctx, input }) => searchFactions(ctx.app, input)),

  guildReputations: ofRoster(authenticatedProcedure, {
    route: 'GET /organizations/{id}/reputations',
    summary: 'Compare the reputations of the members in one expansion',
    description: SHARED,
    services: true,
  })
    .input(GuildReputationsInput)
    .output(GuildReputationsView)
    .query(({ ctx, input }) => compareGuildReputations(ctx.app, ctx.actor, input)),

  guildEncounters: ofRoster(authenticatedProcedure, {
    route: 'GET /organizations/{id}/encounters',
    summary: 'Compare the members’ encounters in raids and dungeons of one expansion',
    description: SHARED,
    services: true,
  })
    .input(GuildEncountersInput)
    .output(GuildEncountersView)
    .query(({ ctx, input }) => compareGuildEncounters(ctx.app, ctx.actor, input)),

  gearAudit: ofRoster(authenticatedProcedure, {
    route: 'GET /organizations/{id}/audit',
    summary: 'Gear of the members: item levels and missing enchantments and gems',
    description: `${SHARED} The audit log has the actions in the organization.`,
    services: true,
  })
    .input(GuildGearInput)
    .output(GearAuditView)
    .query(({ ctx, input }) => auditGuildGear(ctx.app, ctx.actor, input)),

  vault: ofRoster(authenticatedProcedure, {
    route: 'GET /organizations/{id}/vault',
    summary: 'Raids, keystones and delves of the members this week, and the vault slots they open',
    description: `${SHARED} Counts what the platform has shown since the reset, in any of its answers, so every count is a least one.`,
    services: true,
  })
    .input(GuildGearInput)
    .output(GuildVaultView)
    .query(({ ctx, input }) => guildVault(ctx.app, ctx.actor, input)),

  guildArmory: ofRoster(authenticatedProcedure, {
    route: 'GET /organizations/{id}/armory',
    summary: 'Gear, vault, keystones and raids of all members who raid, signed in or not',
    description: EVERYONE,
    services: true,
  })
    .input(GuildArmoryInput)
    .output(GuildArmoryView)
    .query(({ ctx, input }) => guildArmory(ctx.app, ctx.actor, input)),

  guildRaids: ofRoster(authenticatedProcedure, {
    route: 'GET /organizations/{id}/armory/raids',
    summary: 'Bosses that all members who raid have defeated, in one expansion, signed in or not',
    description: EVERYONE,
    refusals: { 404: 'There is no such expansion (`expansion_not_found`)' },
    services: true,
  })
    .input(GuildRaidsInput)
    .output(GuildRaidsView)
    .query(({ ctx, input }) => guildRaids(ctx.app, ctx.actor, input)),
});
