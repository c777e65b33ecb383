import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { lockSubjects } from '../../images/image-subject.ts';
import { imageFilesJob } from '../../images/images.jobs.ts';
import type { EventRow } from '../event/event.access.ts';

const PICTURES = `delete from image where purpose = 'event' and subject_id = any($1::uuid[]) returning id`;
const REMOVE = 'delete from event where id = any($1::uuid[])';

/** With everything that belongs to them. The caller holds their locks, and before these took those of their pictures. */
export async function removeEvents(tx: UnitOfWork, events: EventRow[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  const pictures = await tx.sql<{ id: string }>(PICTURES, [ids]);
  await tx.sql(REMOVE, [ids]);
  await removeFiles(tx, pictures);
}

const WITH_PICTURES = `
  select distinct i.subject_id as id from image i join event e on i.purpose = 'event' and e.id = i.subject_id
  where e.organization_id = $1 order by 1`;
const LOCK_ALL = 'select from event where organization_id = $1 order by id for update';

/**
 * Before the organization is locked, because whoever changes one of its events locks that first; and its picture before
 * that, if it has one: a lock for each of very many events is more than PostgreSQL has room for.
 */
export async function lockEventsOf(tx: UnitOfWork, organizationId: string): Promise<void> {
  const pictured = await tx.sql<{ id: string }>(WITH_PICTURES, [organizationId]);
  await lockSubjects(
    tx,
    'event',
    pictured.map(({ id }) => id),
  );
  await tx.sql(LOCK_ALL, [organizationId]);
}

const OF_ORGANIZATION = `
  delete from image where purpose = 'event' and subject_id in (select id from event where organization_id = $1) returning id`;

/** Of all events of an organization that is about to be deleted with them. */
export async function erasePictures(tx: UnitOfWork, organizationId: string): Promise<void> {
  await removeFiles(tx, await tx.sql<{ id: string }>(OF_ORGANIZATION, [organizationId]));
}

async function removeFiles(tx: UnitOfWork, pictures: { id: string }[]): Promise<void> {
  await tx.enqueueAll(
    imageFilesJob,
    pictures.map(({ id }) => ({ payload: { imageId: id } })),
  );
}

const WITH_SERIES = `
  select id from event where id = $1 or recurring_series_id = (select recurring_series_id from event where id = $1)
  order by id`;

/**
 * Of an event and of all in its series: whoever uploads a picture of one, or decides about it, is waited for. Comes before
 * the events are locked, as they do.
 */
export async function lockPictures(tx: UnitOfWork, eventId: string): Promise<void> {
  const events = await tx.sql<{ id: string }>(WITH_SERIES, [eventId]);
  await lockSubjects(
    tx,
    'event',
    events.map(({ id }) => id),
  );
}
