/** Retires pictures that were replaced, or that their owner no longer wants. */

import type { ImagePurpose } from '@guildhall/contracts/image.ts';
import { query, statement } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { imageFilesJob } from './images.jobs.ts';

type Retired = { subject: { purpose: ImagePurpose }; subjectId: string; shown: boolean; pending: boolean };

/** Keeps a pending row for a while, so that a decision made a moment later learns that the picture was replaced. */
const RETIRE = query({ id: 'uuid' })`
  with withdrawn as (
    update image set status = 'withdrawn', version = version + 1
    where subject_id = $1 and purpose = $2 and status = 'pending' and $3 returning id
  ), removed as (
    delete from image where subject_id = $1 and purpose = $2 and status = 'approved' and $4 returning id
  )
  select id from withdrawn union all select id from removed`;

/** Makes room for another picture, or for none. Requires the lock of the subject. */
export async function retireImages(tx: UnitOfWork, { subject, subjectId, shown, pending }: Retired): Promise<void> {
  await removeFiles(tx, await tx.sql.many(RETIRE, [subjectId, subject.purpose, pending, shown]));
}

const ERASE = query({ id: 'uuid' })`delete from image where subject_id = $1 and purpose = $2 returning id`;

/** Removes the pictures of a deleted person or thing, with their files. */
export async function eraseImages(
  tx: UnitOfWork,
  { subjectId, purpose }: { subjectId: string; purpose: ImagePurpose },
): Promise<void> {
  await removeFiles(tx, await tx.sql.many(ERASE, [subjectId, purpose]));
}

async function removeFiles(tx: UnitOfWork, images: { id: string }[]): Promise<void> {
  for (const { id } of images) await tx.enqueue(imageFilesJob, { imageId: id });
}

/** An administrator who still has one open is told that it was replaced; after a month nobody does. */
const PURGE = statement`
  delete from image where status = 'withdrawn' and created_at < now() - interval '30 days'`;

export async function purgeWithdrawn(ctx: AppContext): Promise<void> {
  await ctx.sql.run(PURGE);
}
