/** A file that an officer brings in: a text with more than a body of JSON may hold, in whatever encoding it was saved. */
import { ImportFileAddress, ImportSource, ImportView, StartImportFileInput } from '@guildhall/contracts/import.ts';
import { decodeText } from '@guildhall/guild-tools/decode-text.ts';
import { Router } from 'express';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { invalidInput } from '../core/errors.ts';
import { refusalResponse } from '../core/http/refusal-responses.ts';
import { receiveUpload, uploadOf } from '../core/http/uploads.ts';
import type { AppContext } from '../core/services/context.ts';
import { requireActor } from '../identity/sessions/require-actor.ts';
import { authorizedAccess, refuseArchived } from '../membership/rights/organization.access.ts';
import { rightOver } from './import.access.ts';
import { orUnreadable } from './read-source.ts';
import { startImport } from './start-import.ts';

const FIELD = 'file';

export const importFileRoutes = (ctx: AppContext) =>
  Router().post('/organizations/:id/imports/file', async (req, res) => {
    const actor = await requireActor(ctx, res);
    // Authorized before reading the body: without the right, nothing is received.
    const right = rightOver(ImportSource.safeParse(req.query.source).data ?? 'table');
    refuseArchived(await authorizedAccess(ctx.sql, actor, req.params.id, ...right));
    const input = StartImportFileInput.safeParse({ ...req.query, id: req.params.id });
    if (!input.success) throw invalidInput(input.error);
    const change = async (bytes: Buffer) =>
      startImport(ctx, actor, { ...input.data, text: await orUnreadable(() => decodeText(bytes)) });
    res.status(202).json(ImportView.parse(await receiveUpload(ctx, actor, req, { field: FIELD, change })));
  });

export const importFilePaths: ZodOpenApiPathsObject = {
  '/organizations/{id}/imports/file': {
    post: {
      operationId: 'imports-startFile',
      tags: ['Imports'],
      summary: 'Bring in a file',
      description:
        'Needs canManageRoster, for `loot` and `points` canManageLoot. The same as a text, for files of up to 5 MB and 20,000 rows: UTF-8, UTF-16 with a byte order mark, or Windows-1252. A text that shows another encoding is refused.',
      requestParams: {
        path: ImportFileAddress.pick({ id: true }),
        query: ImportFileAddress.omit({ id: true }),
      },
      ...uploadOf(FIELD),
      responses: {
        202: {
          description: 'The import, which a job matches',
          content: { 'application/json': { schema: ImportView } },
        },
        400: refusalResponse(
          'Not one file in the field `file` (`invalid_upload`), or a wrong parameter (`invalid_input`)',
        ),
        401: refusalResponse('Not signed in'),
        403: refusalResponse('Signed in, but without permission'),
        404: refusalResponse('There is no such organization, or no such event'),
        409: refusalResponse('Another import is at work (`import_running`), or the organization is archived'),
        413: refusalResponse('The file is larger than 5 MB (`file_too_large`)'),
        415: refusalResponse('The body is not multipart/form-data'),
        422: refusalResponse('The file cannot be read (`import_unreadable`, with line and field)'),
        429: refusalResponse('Too many uploads or imports; wait for the seconds in `Retry-After`'),
        500: refusalResponse('An error in the service; quote the request id when you report it'),
        503: refusalResponse('Too many uploads run at once (`busy`)'),
      },
    },
  },
};
