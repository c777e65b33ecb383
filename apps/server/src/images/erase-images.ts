import type { UnitOfWork } from '../core/unit-of-work.ts';
import { imageFilesJob } from './images.jobs.ts';

const ERASE = `delete from image where subject_id = $1 and purpose = 'avatar' returning id`;

/** The pictures of a person who is erased, with their files. What they uploaded for others loses its uploader only. */
export async function eraseImages(tx: UnitOfWork, userId: string): Promise<void> {
  const images = await tx.sql<{ id: string }>(ERASE, [userId]);
  for (const { id } of images) await tx.enqueue(imageFilesJob, { imageId: id });
}
