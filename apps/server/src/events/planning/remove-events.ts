import { query, statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { lockSubjects } from '../../images/image-subject.ts';
import { imageFilesJob } from '../../images/images.jobs.ts';
import type { EventRow } from '../event/event.access.ts';

const PICTURES = query({
  id: 'uuid',
})`delete from image where purpose = 'event' and subject_id = any($1::uuid[]) returning id`;
const REMOVE = statement`delete from event where id = any($1::uuid[])`;

/** Deletes events with all that belongs to them. Requires the locks of their pictures, then of the events. */
export async function removeEvents(tx: UnitOfWork, events: EventRow[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  const pictures = await tx.sql.many(PICTURES, [ids]);
  await tx.sql.run(REMOVE, [ids]);
  await removeFiles(tx, pictures);
}

const WITH_PICTURES = query({ id: 'uuid' })`
  select distinct i.subject_id as id from image i join event e on i.purpose = 'event' and e.id = i.subject_id
  where e.organization_id = $1 order by 1`;
const LOCK_ALL = statement`select from event where organization_id = $1 order by id for update`;

/**
 * Locks all events before the organization, because changes of an event lock the event first. Event pictures are locked
 * earlier still, but only for events that have one: PostgreSQL has no room for one lock per event of a large guild.
 */
export async function lockEventsOf(tx: UnitOfWork, organizationId: string): Promise<void> {
  const pictured = await tx.sql.many(WITH_PICTURES, [organizationId]);
  await lockSubjects(
    tx,
    'event',
    pictured.map(({ id }) => id),
  );
  await tx.sql.run(LOCK_ALL, [organizationId]);
}

const OF_ORGANIZATION = query({ id: 'uuid' })`
  delete from image where purpose = 'event' and subject_id in (select id from event where organization_id = $1) returning id`;

/** Erases the pictures of all events of an organization that is about to be deleted. */
export async function erasePictures(tx: UnitOfWork, organizationId: string): Promise<void> {
  await removeFiles(tx, await tx.sql.many(OF_ORGANIZATION, [organizationId]));
}

async function removeFiles(tx: UnitOfWork, pictures: { id: string }[]): Promise<void> {
  await tx.enqueueAll(
    imageFilesJob,
    pictures.map(({ id }) => ({ payload: { imageId: id } })),
  );
}

const WITH_SERIES = query({ id: 'uuid' })`
  select id from event where id = $1 or recurring_series_id = (select recurring_series_id from event where id = $1)
  order by id`;

/**
 * Locks the pictures of an event and of its whole series, waiting for uploads and decisions in progress. Call it before
 * locking events, as uploads and decisions do.
 */
export async function lockPictures(tx: UnitOfWork, eventId: string): Promise<void> {
  const events = await tx.sql.many(WITH_SERIES, [eventId]);
  await lockSubjects(
    tx,
    'event',
    events.map(({ id }) => id),
  );
}
