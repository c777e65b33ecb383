import {
  RestoreTextInput,
  TextContentInput,
  TextContentView,
  TextVersionsInput,
  TextVersionsView,
  UpdateTextContentInput,
} from '@guildhall/contracts/text.ts';
import { readerOf } from '../core/actor.ts';
import { authenticatedProcedure, optionalProcedure, router } from '../core/http/trpc.ts';
import { ARCHIVED } from '../rights/archived-refusal.ts';
import { restoreText } from './restore-text.ts';
import { getTexts, listTextVersions } from './texts.queries.ts';
import { updateTexts } from './update-texts.ts';

const tags = ['Texts'];

export const textsRouter = router({
  get: optionalProcedure
    .meta({
      services: true,
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/text-content',
        tags,
        protect: false,
        summary: 'The texts of an organization by type',
        description:
          'Members see all texts. Everybody else, even without an account, sees `description` and `recruitment` of a public organization; texts that the caller may not see are null.',
      },
    })
    .input(TextContentInput)
    .output(TextContentView)
    .query(({ ctx, input }) => getTexts(ctx.app, readerOf(ctx.actor), input.id)),

  update: authenticatedProcedure
    .meta({
      refusals: {
        409: `A text has a newer version than expected (\`text_changed\`); ${ARCHIVED}. Nothing was saved`,
      },
      openapi: {
        method: 'PATCH',
        path: '/organizations/{id}/text-content',
        tags,
        summary: 'Change texts',
        description:
          'Omitted fields stay as they are, null clears a text. Each change creates a version; an unchanged text does not.',
      },
    })
    .input(UpdateTextContentInput)
    .output(TextContentView)
    .mutation(({ ctx, input }) => updateTexts(ctx.app, ctx.actor, input)),

  versions: authenticatedProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/text-content/{type}/versions',
        tags,
        summary: 'Versions of a text with their authors, latest first',
        description: 'Members only.',
      },
    })
    .input(TextVersionsInput)
    .output(TextVersionsView)
    .query(({ ctx, input }) => listTextVersions(ctx.app, ctx.actor, input)),

  restore: authenticatedProcedure
    .meta({
      refusals: { 409: ARCHIVED },
      openapi: {
        method: 'POST',
        path: '/organizations/{id}/text-content/{type}/versions/{version}/restore',
        tags,
        summary: 'Restore an old version of a text',
        description: 'Saves it as the newest version; the versions in between stay.',
      },
    })
    .input(RestoreTextInput)
    .output(TextContentView)
    .mutation(({ ctx, input }) => restoreText(ctx.app, ctx.actor, input)),
});
