import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { eraseImages } from '../../images/image-files.ts';
import { type EventRow, lockEventToEdit } from '../event/event.access.ts';
import { tellEvents } from '../event/tell-changes.ts';

/** Deletes drafts and cancelled events; a published event has to be cancelled first, so that people learn of it. */
export async function deleteEvent(ctx: AppContext, actor: Actor, input: { id: string }): Promise<void> {
  await ctx.transact(async (tx) => {
    const { event } = await lockEventToEdit(tx.sql, actor, input.id);
    if (event.status === 'completed') {
      throw conflict('invalid_transition', 'This event is completed, so it stays as a record.');
    }
    if (event.status === 'published') {
      throw conflict(
        'invalid_transition',
        'Cancel this event first, so that people learn of it. Then it can be deleted.',
      );
    }
    await tellEvents(tx, [event]);
    await removeEvents(tx, [event]);
  });
}

const REMOVE = statement`delete from event where id = any($1::uuid[])`;

/** Deletes events with all that belongs to them. Requires the locks of the events. */
export async function removeEvents(tx: UnitOfWork, events: EventRow[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  await eraseImages(tx, 'event', ids);
  await tx.sql.run(REMOVE, [ids]);
}

const LOCK_ALL = statement`select from event where organization_id = $1 order by id for update`;

/** Locks all events before the organization, because changes of an event lock the event first. */
export async function lockEventsOf(tx: UnitOfWork, organizationId: string): Promise<void> {
  await tx.sql.run(LOCK_ALL, [organizationId]);
}

const OF_ORGANIZATION = query({ id: 'uuid' })`select id from event where organization_id = $1`;

/** Erases the pictures of all events of an organization that is about to be deleted. */
export async function erasePictures(tx: UnitOfWork, organizationId: string): Promise<void> {
  const events = await tx.sql.many(OF_ORGANIZATION, [organizationId]);
  await eraseImages(
    tx,
    'event',
    events.map(({ id }) => id),
  );
}
