/** Retires pictures that were replaced, or that their owner no longer wants. */
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { ImageSubject } from './image-subject.ts';
import { imageFilesJob } from './images.jobs.ts';

/** The row of a pending one is kept for a while, so that a decision made a moment later learns that it was replaced. */
const RETIRE = `
  with withdrawn as (
    update image set status = 'withdrawn', version = version + 1
    where subject_id = $1 and purpose = $2 and status = 'pending' and 'pending' = any($3) returning id
  ), removed as (
    delete from image where subject_id = $1 and purpose = $2 and status = 'approved' and 'approved' = any($3) returning id
  )
  select id from withdrawn union all select id from removed`;

type Retired = 'pending' | 'approved';

/** Withdraws the subject's pending picture, removes the visible one, or both. */
export async function retireImages(
  tx: UnitOfWork,
  { subjectId, purpose }: ImageSubject,
  ...statuses: [Retired, ...Retired[]]
): Promise<void> {
  const images = await tx.sql<{ id: string }>(RETIRE, [subjectId, purpose, statuses]);
  for (const { id } of images) await tx.enqueue(imageFilesJob, { imageId: id });
}
