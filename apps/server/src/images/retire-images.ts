/** What becomes of pictures that another one takes the place of, or that their owner no longer wants. */
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { ImageSubject } from './image-subject.ts';
import { imageFilesJob } from './images.jobs.ts';

/** Kept for a while: who decides about it a moment later learns that it was replaced. */
const WITHDRAW = `
  update image set status = 'withdrawn', version = version + 1
  where subject_id = $1 and purpose = $2 and status = 'pending' returning id`;

const REMOVE = `
  delete from image where subject_id = $1 and purpose = $2 and status = 'approved' returning id`;

/** The picture that waits for a decision, if there is one. */
export async function withdrawPending(tx: UnitOfWork, { subjectId, purpose }: ImageSubject): Promise<void> {
  await removeFiles(tx, await tx.sql<{ id: string }>(WITHDRAW, [subjectId, purpose]));
}

/** The picture that is shown, to make room for the next one or for none. */
export async function removeShown(tx: UnitOfWork, { subjectId, purpose }: ImageSubject): Promise<void> {
  await removeFiles(tx, await tx.sql<{ id: string }>(REMOVE, [subjectId, purpose]));
}

async function removeFiles(tx: UnitOfWork, images: { id: string }[]): Promise<void> {
  for (const { id } of images) await tx.enqueue(imageFilesJob, { imageId: id });
}
