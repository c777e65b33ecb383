import type { ImagePurpose } from '@guildhall/contracts/image.ts';
import { statement } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';

/** The owner and purpose of a picture: a user's avatar, an organization's logo, an event's picture. */
export type ImageSubject = { purpose: ImagePurpose; subjectId: string };

const LOCK = statement`
  select pg_advisory_xact_lock(hashtextextended('image:' || $1 || ':' || id, 0)) from unnest($2::text[]) id`;

/** Makes uploads and decisions about one subject's pictures take turns. Call it before locking any row. */
export function lockSubject(tx: UnitOfWork, { purpose, subjectId }: ImageSubject): Promise<void> {
  return lockSubjects(tx, purpose, [subjectId]);
}

/** The same for several subjects, always locked in the same order. */
export async function lockSubjects({ sql }: UnitOfWork, purpose: ImagePurpose, subjectIds: string[]): Promise<void> {
  await sql.run(LOCK, [purpose, subjectIds]);
}
