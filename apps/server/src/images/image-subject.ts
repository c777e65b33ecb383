import type { ImagePurpose } from '@guildhall/contracts/image.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';

/** Whose picture it is, and what for: the avatar of a user, the logo of an organization, the picture of an event. */
export type ImageSubject = { purpose: ImagePurpose; subjectId: string };

const LOCK = `
  select pg_advisory_xact_lock(hashtextextended('image:' || $1 || ':' || id, 0)) from unnest($2::text[]) id`;

/** Uploads and decisions about the pictures of one subject take turns. Comes before any row is locked. */
export function lockSubject(tx: UnitOfWork, { purpose, subjectId }: ImageSubject): Promise<void> {
  return lockSubjects(tx, purpose, [subjectId]);
}

/** The same for several subjects, which are always given in the same order. */
export async function lockSubjects({ sql }: UnitOfWork, purpose: ImagePurpose, subjectIds: string[]): Promise<void> {
  await sql(LOCK, [purpose, subjectIds]);
}
