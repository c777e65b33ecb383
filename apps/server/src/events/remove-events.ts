import type { UnitOfWork } from '../core/unit-of-work.ts';
import { imageFilesJob } from '../images/images.jobs.ts';
import type { EventRow } from './event.access.ts';

const PICTURES = `delete from image where purpose = 'event' and subject_id = any($1::uuid[]) returning id`;
const REMOVE = 'delete from event where id = any($1::uuid[])';

/** With everything that belongs to them. The caller holds their locks. */
export async function removeEvents(tx: UnitOfWork, events: EventRow[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  const pictures = await tx.sql<{ id: string }>(PICTURES, [ids]);
  await tx.sql(REMOVE, [ids]);
  for (const { id } of pictures) await tx.enqueue(imageFilesJob, { imageId: id });
}
