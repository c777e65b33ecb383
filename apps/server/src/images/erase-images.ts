import { query } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { ImageSubject } from './image-subject.ts';
import { imageFilesJob } from './images.jobs.ts';

const ERASE = query({ id: 'uuid' })`delete from image where subject_id = $1 and purpose = $2 returning id`;

/** Removes the pictures of a deleted person or thing, with their files. */
export async function eraseImages(tx: UnitOfWork, { subjectId, purpose }: ImageSubject): Promise<void> {
  const images = await tx.sql.many(ERASE, [subjectId, purpose]);
  for (const { id } of images) await tx.enqueue(imageFilesJob, { imageId: id });
}
