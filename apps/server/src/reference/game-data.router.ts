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
import { z } from 'zod';
import { publicAnswer } from '../core/http/public-answer.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { openProcedure, router } from '../core/http/trpc.ts';
import {
  listClasses,
  listEncounters,
  listExpansions,
  listInstances,
  listRaces,
  listRealms,
  listSpecializations,
} from './game-data.queries.ts';

const rest = restRoutes('Game data');
const otherStatus = { 304: 'Not changed since `If-None-Match`' };
const list = (name: string, summary: string, description: string) => {
  const openapi = rest.get(`/game-data/${name}`, summary, description, { protect: false });
  return openProcedure.meta({ otherStatus, openapi });
};

export const gameDataRouter = router({
  expansions: list(
    'expansions',
    'Expansions of the game, oldest first',
    'For anybody, without signing in. Changes with the weekly sync of the journal, so keep the answer and revalidate it with its `ETag`.',
  )
    .input(ExpansionsInput)
    .output(z.array(ExpansionView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listExpansions(ctx.app, input))),

  instances: list(
    'instances',
    'Raids and dungeons, in the order of the journal',
    'For anybody, without signing in. All of them, or only raids or dungeons; the id leads to the encounters.',
  )
    .input(InstancesInput)
    .output(z.array(InstanceView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listInstances(ctx.app, input))),

  encounters: list(
    'encounters',
    'Encounters of an instance, in the order of the journal',
    'For anybody, without signing in. 404 (`instance_not_found`) for an instance that the journal does not have.',
  )
    .meta({ refusals: { 404: 'The journal has no such instance (`instance_not_found`)' } })
    .input(EncountersInput)
    .output(z.array(EncounterView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listEncounters(ctx.app, input))),

  classes: list(
    'classes',
    'Playable classes',
    'For anybody, without signing in. Names are in the language asked for, or English where there is no translation.',
  )
    .input(PlayableInput)
    .output(z.array(PlayableView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listClasses(ctx.app, input))),

  races: list(
    'races',
    'Playable races; a race of both factions has an id for each',
    'For anybody, without signing in. Names are in the language asked for, or English where there is no translation.',
  )
    .input(PlayableInput)
    .output(z.array(PlayableView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listRaces(ctx.app, input))),

  specializations: list(
    'specializations',
    'Specializations of all classes',
    'For anybody, without signing in. Each names its class and the role that it plays.',
  )
    .input(PlayableInput)
    .output(z.array(SpecializationView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listSpecializations(ctx.app, input))),

  realms: list(
    'realms',
    'Realms of this installation’s region, and of other regions where somebody has a character',
    'For anybody, without signing in. A realm’s `slug` is what other routes take as `realm`.',
  )
    .input(PlayableInput)
    .output(z.array(GameRealmView))
    .query(async ({ ctx, input }) => publicAnswer(ctx, await listRealms(ctx.app, input))),
});
