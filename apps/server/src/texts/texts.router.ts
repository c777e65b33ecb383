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
      openapi: {
        method: 'GET',
        path: '/organizations/{id}/text-content',
        tags,
        protect: false,
        summary: 'The texts of an organization by type',
        description:
          'Members read all. Others, without an account too, read `description` and `recruitment` of an organization that shows itself to everybody; texts that the caller may not read are null.',
      },
    })
    .input(TextContentInput)
    .output(TextContentView)
    .query(({ ctx, input }) => getTexts(ctx.app, readerOf(ctx.actor), input.id)),

  update: authenticatedProcedure
    .meta({
      refusals: {
        409: `A text is not the expected version any more (\`text_changed\`); ${ARCHIVED}. Nothing was saved`,
      },
      openapi: {
        method: 'PATCH',
        path: '/organizations/{id}/text-content',
        tags,
        summary: 'Change texts',
        description:
          'Fields that are left out stay, null clears. Each change is a version; an unchanged text makes none.',
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
        summary: 'Versions of a text with their authors, the latest first',
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
        summary: 'Go back to an old version of a text',
        description: 'It becomes the newest version; those in between stay.',
      },
    })
    .input(RestoreTextInput)
    .output(TextContentView)
    .mutation(({ ctx, input }) => restoreText(ctx.app, ctx.actor, input)),
});
