import {
  ActiveBuildView,
  CharacterChange,
  CharacterRef,
  DataPatchView,
  EnrichmentQueued,
  RenderView,
  SpecializationsView,
  StatisticsView,
} from '@guildhall/contracts/character-build.ts';
import { ProfessionsView, RecipesView } from '@guildhall/contracts/character-crafts.ts';
import {
  AchievementsView,
  EncountersView,
  LocalizedCharacterInput,
  PvpView,
  ReputationsInput,
  ReputationsView,
} from '@guildhall/contracts/character-progress.ts';
import { EquipmentView, KeystoneView, VaultView } from '@guildhall/contracts/gear.ts';
import { PublicCharacterInput, PublicCharacterView } from '@guildhall/contracts/public-character.ts';
import { EXAMPLE_PROFILE, SimcProfileInput, SimcProfileView } from '@guildhall/contracts/simc-profile.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, publicProcedure, router } from '../../core/http/trpc.ts';
import { requestEnrichment } from '../enrichment/queue-enrichment.ts';
import { getEncounters } from './encounters.ts';
import { getEquipment } from './gear.ts';
import { getMythicKeystone } from './mythic-keystone.ts';
import { getProfessions, getRecipes } from './professions.ts';
import { getPublicCharacter } from './public-character.ts';
import { getReputations } from './reputations.ts';
import { getSimcProfile } from './simc-profile.ts';
import { getActiveBuild, getSpecializations } from './specializations.ts';
import { getAchievements, getDataPatch, getPvp, getRender, getStatistics } from './stored-sections.ts';
import { getVault } from './vault.ts';

const rest = restRoutes('Characters');

/** Views of the caller's own characters and of those shared with a guild of theirs; every other character is 404. */
export const characterViewsRouter = router({
  enrich: rest(authenticatedProcedure, {
    route: 'POST /characters/{id}/enrich',
    summary: 'Refresh all data of a character',
    description: 'Queues a background job with priority. Afterwards, the freshness of each section shows the outcome.',
    restStatus: 201,
    refusals: {
      409: 'It is already being refreshed, is archived, or was created manually',
      429: 'It was refreshed less than a minute ago',
    },
  })
    .input(CharacterChange)
    .output(EnrichmentQueued)
    .mutation(({ ctx, input }) => requestEnrichment(ctx.app, ctx.actor, input)),

  atPublicAddress: rest(publicProcedure, {
    route: 'GET /shared-characters/{key}',
    summary: 'A character at its public address',
    description:
      'Needs no account: its person gave it an address that every visitor may open. Gear, raids and keystones, as the game shows them; nothing about the person.',
    refusals: { 404: 'The address never was one, was taken back, or its character is no longer verified' },
  })
    .input(PublicCharacterInput)
    .output(PublicCharacterView)
    .query(({ ctx, input }) => getPublicCharacter(ctx.app, input)),

  render: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/render',
    summary: 'Address of a full-body picture of the character',
    description: 'Given by the platform, or derived from the address of the portrait. 404 if there is neither.',
  })
    .input(CharacterRef)
    .output(RenderView)
    .query(({ ctx, input }) => getRender(ctx.app, ctx.actor, input)),

  equipment: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/equipment',
    summary: 'The equipment of the character, and its gaps',
    description:
      'Slots with item levels, enchantments, gems and sets. `missing` names enchantable slots without an enchantment, empty sockets and empty slots.',
  })
    .input(CharacterRef)
    .output(EquipmentView)
    .query(({ ctx, input }) => getEquipment(ctx.app, ctx.actor, input)),

  mythicKeystone: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/mythic-keystone',
    summary: 'Keystone dungeons: rating, best runs of the season, and this week',
    description:
      'Ratings and best runs belong to the season that stands beside them; those of different seasons do not compare. Empty until the character has been enriched, and in the Classic games.',
  })
    .input(LocalizedCharacterInput)
    .output(KeystoneView)
    .query(({ ctx, input }) => getMythicKeystone(ctx.app, ctx.actor, input)),

  vault: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/vault',
    summary: 'Raids, keystones and delves of the character this week, and the vault slots they open',
    description:
      'Three rows: encounters in raids, keystones, and delves. Counts what the platform has shown since the reset, in any of its answers, so every count is a least one; null where nothing has been read since. In the Classic games nothing is.',
  })
    .input(CharacterRef)
    .output(VaultView)
    .query(({ ctx, input }) => getVault(ctx.app, ctx.actor, input)),

  encounters: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/encounters',
    summary: 'Progress in raids and dungeons, by expansion',
    description:
      'The platform’s “Current Season” is not listed as an expansion; its instances are listed separately. Lists are empty until the character has been enriched.',
  })
    .input(LocalizedCharacterInput)
    .output(EncountersView)
    .query(({ ctx, input }) => getEncounters(ctx.app, ctx.actor, input)),

  activeBuild: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/active-build',
    summary: 'Active specialization with its talents and hero talents',
    description: '`resolvedFrom` names the source. Without a specialization everything is null or empty.',
  })
    .input(LocalizedCharacterInput)
    .output(ActiveBuildView)
    .query(({ ctx, input }) => getActiveBuild(ctx.app, ctx.actor, input)),

  simcProfile: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/simc-profile',
    summary: 'The character as a text for SimulationCraft',
    description:
      'Sent as `text/plain` if `Accept` prefers it. `talentLoadoutCode` replaces the active loadout; an unreadable code or one of another class is 400 with the reason.',
    refusals: { 409: 'SimulationCraft does not support this class' },
    otherMedia: { 'text/plain': EXAMPLE_PROFILE },
  })
    .input(SimcProfileInput)
    .output(SimcProfileView)
    .query(({ ctx, input }) => getSimcProfile(ctx.app, ctx.actor, input)),

  statistics: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/statistics',
    summary: 'Combat statistics',
    description: 'Null until the character has been enriched.',
  })
    .input(CharacterRef)
    .output(StatisticsView)
    .query(({ ctx, input }) => getStatistics(ctx.app, ctx.actor, input)),

  specializations: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/specializations',
    summary: 'Specializations and talent loadouts',
    description: 'Empty until the character has been enriched.',
  })
    .input(LocalizedCharacterInput)
    .output(SpecializationsView)
    .query(({ ctx, input }) => getSpecializations(ctx.app, ctx.actor, input)),

  reputations: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/reputations',
    summary: 'Reputations, by expansion',
    description: '`standing` filters by tier, e.g. EXALTED.',
  })
    .input(ReputationsInput)
    .output(ReputationsView)
    .query(({ ctx, input }) => getReputations(ctx.app, ctx.actor, input)),

  professions: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/professions',
    summary: 'Professions and skill tiers',
    description: 'Empty until the character has been enriched.',
  })
    .input(LocalizedCharacterInput)
    .output(ProfessionsView)
    .query(({ ctx, input }) => getProfessions(ctx.app, ctx.actor, input)),

  recipes: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/recipes',
    summary: 'Known recipes, by profession',
    description: 'Empty until the character has been enriched.',
  })
    .input(LocalizedCharacterInput)
    .output(RecipesView)
    .query(({ ctx, input }) => getRecipes(ctx.app, ctx.actor, input)),

  pvp: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/pvp',
    summary: 'Summary of player-versus-player play',
    description: 'Empty until the character has been enriched.',
  })
    .input(CharacterRef)
    .output(PvpView)
    .query(({ ctx, input }) => getPvp(ctx.app, ctx.actor, input)),

  achievements: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/achievements',
    summary: 'Summary of achievements',
    description: 'Empty until the character has been enriched.',
  })
    .input(CharacterRef)
    .output(AchievementsView)
    .query(({ ctx, input }) => getAchievements(ctx.app, ctx.actor, input)),

  dataPatch: rest(authenticatedProcedure, {
    route: 'GET /characters/{id}/data-patch',
    summary: 'Game version of the character’s data',
    description: '404 until the platform has sent data about the character.',
  })
    .input(CharacterRef)
    .output(DataPatchView)
    .query(({ ctx, input }) => getDataPatch(ctx.app, ctx.actor, input)),
});
