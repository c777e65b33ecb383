import {
  RestoreTextInput,
  TextContentInput,
  TextContentView,
  TextVersionsInput,
  TextVersionsView,
  UpdateTextContentInput,
} from '@guildhall/contracts/text.ts';
import { readerOf } from '../core/actor.ts';
import { restRoutes } from '../core/http/rest-routes.ts';
import { authenticatedProcedure, optionalProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { restoreText, updateTexts } from './save-texts.ts';
import { getTexts, listTextVersions } from './texts.queries.ts';

const rest = restRoutes('Texts');

export const textsRouter = router({
  get: optionalProcedure
    .meta({
      services: true,
      openapi: rest.get(
        '/organizations/{id}/text-content',
        'The texts of an organization by type',
        'Members see all texts. Everybody else, even without an account, sees `description` and `recruitment` of a public organization; texts that the caller may not see are null.',
        { protect: false },
      ),
    })
    .input(TextContentInput)
    .output(TextContentView)
    .query(({ ctx, input }) => getTexts(ctx.app, readerOf(ctx.actor), input.id)),

  update: authenticatedProcedure
    .meta({
      refusals: {
        409: `A text has a newer version than expected (\`text_changed\`); ${ARCHIVED}. Nothing was saved`,
      },
      openapi: rest.patch(
        '/organizations/{id}/text-content',
        'Change texts',
        'Omitted fields stay as they are, null clears a text. Each change creates a version; an unchanged text does not.',
      ),
    })
    .input(UpdateTextContentInput)
    .output(TextContentView)
    .mutation(({ ctx, input }) => updateTexts(ctx.app, ctx.actor, input)),

  versions: authenticatedProcedure
    .meta({
      openapi: rest.get(
        '/organizations/{id}/text-content/{type}/versions',
        'Versions of a text with their authors, latest first',
        'Members only.',
      ),
    })
    .input(TextVersionsInput)
    .output(TextVersionsView)
    .query(({ ctx, input }) => listTextVersions(ctx.app, ctx.actor, input)),

  restore: authenticatedProcedure
    .meta({
      refusals: { 409: ARCHIVED },
      openapi: rest.post(
        '/organizations/{id}/text-content/{type}/versions/{version}/restore',
        'Restore an old version of a text',
        'Saves it as the newest version; the versions in between stay.',
      ),
    })
    .input(RestoreTextInput)
    .output(TextContentView)
    .mutation(({ ctx, input }) => restoreText(ctx.app, ctx.actor, input)),
});
