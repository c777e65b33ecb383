import {
  RestoreTextInput,
  TextContentInput,
  TextContentView,
  TextVersionsInput,
  TextVersionsView,
  UpdateTextContentInput,
} from '@guildhall/contracts/text.ts';
import { readerOf } from '../../core/actor.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, optionalProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { restoreText, updateTexts } from './save-texts.ts';
import { getTexts, listTextVersions } from './texts.queries.ts';

const rest = restRoutes('Texts');

export const textsRouter = router({
  get: rest(optionalProcedure, {
    route: 'GET /organizations/{id}/text-content',
    summary: 'The texts of an organization by type',
    description:
      'Members see all texts. Other callers, even without an account, see `description` and `recruitment` of a public organization; texts that the caller may not see are null.',
    services: true,
  })
    .input(TextContentInput)
    .output(TextContentView)
    .query(({ ctx, input }) => getTexts(ctx.app, readerOf(ctx.actor), input.id)),

  update: rest(authenticatedProcedure, {
    route: 'PATCH /organizations/{id}/text-content',
    summary: 'Change texts',
    description:
      'Omitted fields stay as they are, null clears a text. Each change creates a version, of which the latest hundred are kept; an unchanged text does not.',
    refusals: {
      409: `A text has a newer version than expected (\`text_changed\`); ${ARCHIVED}. Nothing was saved`,
    },
  })
    .input(UpdateTextContentInput)
    .output(TextContentView)
    .mutation(({ ctx, input }) => updateTexts(ctx.app, ctx.actor, input)),

  versions: rest(authenticatedProcedure, {
    route: 'GET /organizations/{id}/text-content/{type}/versions',
    summary: 'Versions of a text with their authors, latest first',
    description: 'Members only.',
  })
    .input(TextVersionsInput)
    .output(TextVersionsView)
    .query(({ ctx, input }) => listTextVersions(ctx.app, ctx.actor, input)),

  restore: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/text-content/{type}/versions/{version}/restore',
    summary: 'Restore an old version of a text',
    description: 'Saves it as the newest version; the versions in between stay.',
    refusals: { 409: ARCHIVED },
  })
    .input(RestoreTextInput)
    .output(TextContentView)
    .mutation(({ ctx, input }) => restoreText(ctx.app, ctx.actor, input)),
});
