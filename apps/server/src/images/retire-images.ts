/** Retires pictures that were replaced, or that their owner no longer wants. */

import { query } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { ImageSubject } from './image-subject.ts';
import { imageFilesJob } from './images.jobs.ts';

/** Keeps the row for a while, so that a decision made a moment later learns that the picture was replaced. */
const WITHDRAW = query({ id: 'uuid' })`
  update image set status = 'withdrawn', version = version + 1
  where subject_id = $1 and purpose = $2 and status = 'pending' returning id`;

const REMOVE = query({ id: 'uuid' })`
  delete from image where subject_id = $1 and purpose = $2 and status = 'approved' returning id`;

export async function withdrawPending(tx: UnitOfWork, { subjectId, purpose }: ImageSubject): Promise<void> {
  await removeFiles(tx, await tx.sql.many(WITHDRAW, [subjectId, purpose]));
}

/** Removes the visible picture, to make room for the next one or for none. */
export async function removeShown(tx: UnitOfWork, { subjectId, purpose }: ImageSubject): Promise<void> {
  await removeFiles(tx, await tx.sql.many(REMOVE, [subjectId, purpose]));
}

async function removeFiles(tx: UnitOfWork, images: { id: string }[]): Promise<void> {
  for (const { id } of images) await tx.enqueue(imageFilesJob, { imageId: id });
}
