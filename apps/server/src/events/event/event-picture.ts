import { EventView } from '@guildhall/contracts/event.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import { query } from '../../core/db/statement.ts';
import { badRequest } from '../../core/errors.ts';
import { refusal } from '../../core/http/openapi.ts';
import type { PictureSubject } from '../../images/change-picture.ts';
import { pictureUpload } from '../../images/picture-upload.ts';
import { type EventAccess, editEvent, lockEventIfThere, UNPUBLISHED } from './event.access.ts';
import { viewOf } from './event.queries.ts';
import { tellEvents, writeEventLog } from './tell-changes.ts';

const SHOW = query({ id: 'uuid', organizationId: 'uuid', unpublished: 'bool' })`
  update event e set image_url = $2, version = e.version + 1 where id = $1
  returning id, organization_id as "organizationId", ${UNPUBLISHED} as unpublished`;

/** The picture of an event. Without one, that of its instance is shown. */
export const eventPicture: PictureSubject<EventAccess & { id: string }, EventView> = {
  purpose: 'event',
  shape: { sizes: [1600, 640], fit: 'inside' },
  async authorize(sql, actor, ref) {
    const { data: id } = Id.safeParse(ref);
    if (!id) throw badRequest('invalid_input', 'The id in the address is not a UUID.');
    return { id, ...(await editEvent(sql, actor, id)) };
  },
  lock: lockEventIfThere,
  async show(tx, id, path) {
    await tellEvents(tx, await tx.sql.many(SHOW, [id, path]));
  },
  log: (sql, eventId, { image, actorId, why }) =>
    writeEventLog(sql, [{ eventId, kind: 'image_changed', actorId, changes: { image }, why }]),
  view: viewOf,
};

export const eventPictureUpload = pictureUpload(eventPicture, {
  path: '/events/{id}/image',
  operation: {
    operationId: 'events-setImage',
    tags: ['Events'],
    summary: 'Upload the picture of an event',
    description:
      'JPEG, PNG, WebP or GIF (first frame). It is served as WebP in 1600 and 640 pixels, without its metadata. Where administrators review pictures, only the caller sees it until it is approved.',
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The event',
        schema: { type: 'string', format: 'uuid' },
      },
    ],
  },
  status: 200,
  answered: 'The event with the new imageUrl',
  schema: EventView,
  answer: ({ view }) => view,
  refusals: {
    404: refusal('The event does not exist, or the caller may not see it'),
    409: refusal('The organization is archived (`organization_archived`)'),
  },
});
