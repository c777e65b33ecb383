/** Public data about the game. Answers come from memory: no identity is checked, no use counted in the database. */
import {
  EncountersInput,
  EncounterView,
  ExpansionsInput,
  ExpansionView,
  GameRealmView,
  InstancesInput,
  InstanceView,
  PlayableInput,
  PlayableView,
  SpecializationView,
} from '@guildhall/contracts/game-data.ts';
import { EncounterItemsInput, ItemRef } from '@guildhall/contracts/item.ts';
import { z } from 'zod';
import { publicAnswer } from '../../core/http/public-answer.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { openProcedure, router } from '../../core/http/trpc.ts';
import {
  listClasses,
  listEncounters,
  listExpansions,
  listInstances,
  listRaces,
  listRealms,
  listSpecializations,
} from './game-data.queries.ts';
import { listEncounterItems } from './items.ts';

const rest = restRoutes('Game data');
const otherStatus = { 304: 'Not changed since `If-None-Match`' };

export const gameDataRouter = router({
  expansions: rest(openProcedure, {
    route: 'GET /game-data/expansions',
    summary: 'Expansions of the game, oldest first',
    description:
      'Needs no account. Changes with the weekly sync of the journal, so keep the answer and revalidate it with its `ETag`.',
    otherStatus,
  })
    .input(ExpansionsInput)
    .output(z.array(ExpansionView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listExpansions(ctx.app, input))),

  instances: rest(openProcedure, {
    route: 'GET /game-data/instances',
    summary: 'Raids and dungeons, in the order of the journal',
    description: 'Needs no account. All of them, or only raids or dungeons; the id leads to the encounters.',
    otherStatus,
  })
    .input(InstancesInput)
    .output(z.array(InstanceView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listInstances(ctx.app, input))),

  encounters: rest(openProcedure, {
    route: 'GET /game-data/encounters',
    summary: 'Encounters of an instance, in the order of the journal',
    description: 'Needs no account. 404 (`instance_not_found`) for an instance that the journal does not have.',
    refusals: { 404: 'The journal has no such instance (`instance_not_found`)' },
    otherStatus,
  })
    .input(EncountersInput)
    .output(z.array(EncounterView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listEncounters(ctx.app, input))),

  items: rest(openProcedure, {
    route: 'GET /game-data/items',
    summary: 'Items that a boss drops, in the order of the journal',
    description:
      'Needs no account. All that the journal of retail lists for the encounter, at any difficulty. Quality and slot are known of the latest raids, and of what people wish for or were given. 404 (`journal_encounter_not_found`) for an encounter that the journal does not have.',
    refusals: { 404: 'The journal has no such encounter (`journal_encounter_not_found`)' },
    otherStatus,
  })
    .input(EncounterItemsInput)
    .output(z.array(ItemRef))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listEncounterItems(ctx.app, input))),

  classes: rest(openProcedure, {
    route: 'GET /game-data/classes',
    summary: 'Playable classes',
    description: 'Needs no account. Names are in the language asked for, or English where there is no translation.',
    otherStatus,
  })
    .input(PlayableInput)
    .output(z.array(PlayableView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listClasses(ctx.app, input))),

  races: rest(openProcedure, {
    route: 'GET /game-data/races',
    summary: 'Playable races; a race of both factions has an id for each',
    description: 'Needs no account. Names are in the language asked for, or English where there is no translation.',
    otherStatus,
  })
    .input(PlayableInput)
    .output(z.array(PlayableView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listRaces(ctx.app, input))),

  specializations: rest(openProcedure, {
    route: 'GET /game-data/specializations',
    summary: 'Specializations of all classes',
    description: 'Needs no account. Each names its class and the role that it plays.',
    otherStatus,
  })
    .input(PlayableInput)
    .output(z.array(SpecializationView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listSpecializations(ctx.app, input))),

  realms: rest(openProcedure, {
    route: 'GET /game-data/realms',
    summary: 'Realms of this installation’s region, and of other regions where a person has a character',
    description: 'Needs no account. A realm’s `slug` is what other routes take as `realm`.',
    otherStatus,
  })
    .input(PlayableInput)
    .output(z.array(GameRealmView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listRealms(ctx.app, input))),
});
