import {
  AddRaiderCharacterInput,
  AddRaiderInput,
  ChangeRaiderInput,
  MergeRaiderInput,
  RaiderChangeListInput,
  RaiderChangeListView,
  RaiderInput,
  RaiderListInput,
  RaiderListView,
  RaiderMovedView,
  RaiderView,
  SplitRaiderInput,
  UndoRaiderChangeInput,
} from '@guildhall/contracts/raider.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../membership/rights/archived-refusal.ts';
import {
  addRaiderCharacter,
  createRaider,
  mergeRaider,
  releaseRaider,
  splitCharacters,
  undoChange,
  updateRaider,
} from './manage-raiders.ts';
import { listRaiderChanges, listRaiders } from './raiders.queries.ts';

const rest = restRoutes('Raiders');
const gone = 'There is no such raider (`raider_not_found`)';

export const raidersRouter = router({
  list: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/raiders',
    summary: 'The people of an organization, with and without an account',
    description:
      'Answers and attendance belong to a raider: a member with or without an account, or a guest. A raider appears on first use. Needs canViewRoster; notes, and names without proof, are for people with canManageRoster.',
    services: true,
  })
    .input(RaiderListInput)
    .output(RaiderListView)
    .query(({ ctx, input }) => listRaiders(ctx.app, ctx.actor, input)),

  create: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/raiders',
    summary: 'Add a raider without an account',
    description: 'Needs canManageRoster. A character that a person has proved makes the raider theirs.',
    restStatus: 201,
    refusals: {
      404: 'There is no such organization, or no such character in its roster (`member_not_found`)',
      409: `The character belongs to another raider (\`raider_character_taken\`), or there are too many raiders (\`too_many_raiders\`); ${ARCHIVED}`,
    },
  })
    .input(AddRaiderInput)
    .output(RaiderView)
    .mutation(({ ctx, input }) => createRaider(ctx.app, ctx.actor, input)),

  changes: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/raider-changes',
    summary: 'Merges, splits and releases of the last 30 days, which can be undone',
    description: 'Needs canManageRoster. A proof of a character can merge raiders too; `by` is null then.',
  })
    .input(RaiderChangeListInput)
    .output(RaiderChangeListView)
    .query(({ ctx, input }) => listRaiderChanges(ctx.app, ctx.actor, input)),

  undo: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/raider-changes/{changeId}/undo',
    summary: 'Undo a merge, a split or a release',
    description:
      'Needs canManageRoster. Gives back what was moved and not moved again since. A slot in an event that another participant has by now is not taken back: that answer returns as a tentative one.',
    refusals: {
      404: 'There is no such change, or it is older than 30 days (`raider_change_not_found`)',
      409: `It has been undone (\`raider_change_passed\`); ${ARCHIVED}`,
    },
  })
    .input(UndoRaiderChangeInput)
    .output(RaiderMovedView)
    .mutation(({ ctx, input }) => undoChange(ctx.app, ctx.actor, input)),

  update: rest(authenticatedProcedure, {
    route: 'PATCH /raiders/{id}',
    summary: 'Change a raider',
    description: 'Needs canManageRoster. The name of a raider with an account is the person’s.',
    refusals: { 404: gone, 409: `The raider has an account (\`raider_has_account\`); ${ARCHIVED}` },
  })
    .input(ChangeRaiderInput)
    .output(RaiderView)
    .mutation(({ ctx, input }) => updateRaider(ctx.app, ctx.actor, input)),

  addCharacter: rest(authenticatedProcedure, {
    route: 'POST /raiders/{id}/characters',
    summary: 'Say that a character is this raider’s',
    description: 'Needs canManageRoster. A character that a person has proved makes the raider theirs.',
    refusals: {
      404: `${gone}, or no such character in the roster (\`member_not_found\`)`,
      409: `The character belongs to another raider (\`raider_character_taken\`); ${ARCHIVED}`,
    },
  })
    .input(AddRaiderCharacterInput)
    .output(RaiderView)
    .mutation(({ ctx, input }) => addRaiderCharacter(ctx.app, ctx.actor, input)),

  merge: rest(authenticatedProcedure, {
    route: 'POST /raiders/{id}/merge',
    summary: 'Merge two raiders into one',
    description:
      'Needs canManageRoster. The raider with an account takes in the other, whichever is named first. Where both answered, its own answer stays, and takes over attendance. Can be undone for 30 days.',
    refusals: { 404: gone, 409: `Both have an account (\`raiders_of_two_people\`); ${ARCHIVED}` },
  })
    .input(MergeRaiderInput)
    .output(RaiderMovedView)
    .mutation(({ ctx, input }) => mergeRaider(ctx.app, ctx.actor, input)),

  split: rest(authenticatedProcedure, {
    route: 'POST /raiders/{id}/split',
    summary: 'Make a raider of some characters of another',
    description: 'Needs canManageRoster. Answers that name them follow. Can be undone for 30 days.',
    refusals: { 404: `${gone}, or it has no such character (\`character_not_found\`)`, 409: ARCHIVED },
  })
    .input(SplitRaiderInput)
    .output(RaiderMovedView)
    .mutation(({ ctx, input }) => splitCharacters(ctx.app, ctx.actor, input)),

  release: rest(authenticatedProcedure, {
    route: 'POST /raiders/{id}/release',
    summary: 'Free the name under which a raider without an account answers on the chat platform',
    description: 'Needs canManageRoster. The answers stay. Can be undone for 30 days.',
    refusals: { 404: gone, 409: ARCHIVED },
  })
    .input(RaiderInput)
    .output(RaiderMovedView)
    .mutation(({ ctx, input }) => releaseRaider(ctx.app, ctx.actor, input)),
});
