/** The contents of an organization: texts, posts and logos. */
import { uuidv7 } from '../../src/core/uuid.ts';
import { anyPicture } from '../pictures.ts';
import type { AccessRows } from './rows.ts';

async function pictureForm() {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(await anyPicture())], { type: 'image/png' }), 'logo.png');
  return { body };
}

export const contents: AccessRows = {
  'GET /organizations/{id}/text-content': { who: 'everybody', answer: 200 },
  'PATCH /organizations/{id}/text-content': {
    who: 'canManageContent',
    answer: 200,
    request: () => ({ body: { motd: uuidv7() } }),
  },
  'GET /organizations/{id}/text-content/{type}/versions': {
    who: 'member',
    answer: 200,
    request: () => ({ params: { type: 'motd' } }),
  },
  'POST /organizations/{id}/text-content/{type}/versions/{version}/restore': {
    who: 'canManageContent',
    answer: 404,
    request: () => ({ params: { type: 'rules', version: '1' } }),
  },

  'GET /organizations/{id}/posts': { who: 'everybody', answer: 200 },
  'POST /organizations/{id}/posts': {
    who: 'canManageContent',
    answer: 201,
    request: () => ({ body: { title: 'News', body: uuidv7() } }),
  },

  'GET /organizations/{id}/logo': { who: 'everybody', answer: 200 },
  'POST /organizations/{id}/logo': { who: 'canManageGuild', answer: 201, request: pictureForm },
  'DELETE /organizations/{id}/logo': { who: 'canManageGuild', answer: 200 },
  // There is no second one to switch to.
  'PATCH /organizations/{id}/logo/toggle': { who: 'canManageGuild', answer: 409 },
};
