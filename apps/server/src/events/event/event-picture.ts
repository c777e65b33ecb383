import { EventView } from '@guildhall/contracts/event.ts';
import { Id } from '@guildhall/contracts/primitives.ts';
import { query } from '../../core/db/statement.ts';
import { badRequest } from '../../core/errors.ts';
import { refusalResponse } from '../../core/http/refusal-responses.ts';
import type { PictureSubject } from '../../pictures/images/change-picture.ts';
import { pictureUpload } from '../../pictures/images/picture-upload.ts';
import { type EventAccess, loadEventToEdit, lockEventIfThere, UNPUBLISHED } from './event.access.ts';
import { eventView } from './event.queries.ts';
import { GuildEvent } from './guild-event.entity.ts';
import { publishEventChanges, writeEventLog } from './publish-changes.ts';

const SHOWN = query({ id: 'uuid', organizationId: 'uuid', unpublished: 'bool' })`
  select id, organization_id as "organizationId", ${UNPUBLISHED} as unpublished from event e where id = $1`;

/** The picture of an event. Without one, that of its instance is shown. */
export const eventPicture: PictureSubject<EventAccess & { id: string }, EventView> = {
  purpose: 'event',
  shape: { sizes: [1600, 640], fit: 'inside' },
  async authorize(sql, actor, ref) {
    const { data: id } = Id.safeParse(ref);
    if (!id) throw badRequest('invalid_input', 'The id in the address is not a UUID.');
    return { id, ...(await loadEventToEdit(sql, actor, id)) };
  },
  lock: lockEventIfThere,
  async show(tx, id, path) {
    const event = await tx.em.findOneOrFail(GuildEvent, id, { fields: ['imageUrl', 'version'] });
    event.imageUrl = path;
    event.version += 1;
    await publishEventChanges(tx, await tx.sql.many(SHOWN, [id]));
  },
  log: (sql, eventId, { image, actorId, why }) =>
    writeEventLog(sql, [{ eventId, kind: 'image_changed', actorId, changes: { image }, why }]),
  view: eventView,
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
    404: refusalResponse('The event does not exist, or the caller may not see it'),
    409: refusalResponse('The organization is archived (`organization_archived`)'),
  },
});
