import type { ImagePurpose } from '@guildhall/contracts/image.ts';
import type { UnitOfWork } from '../core/unit-of-work.ts';

/** Whose picture it is, and what for: the avatar of a user, the logo of an organization. */
export type ImageSubject = { purpose: ImagePurpose; subjectId: string };

/** Uploads and decisions about the pictures of one subject take turns. Comes before any row is locked. */
export async function lockSubject({ sql }: UnitOfWork, { purpose, subjectId }: ImageSubject): Promise<void> {
  await sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`image:${purpose}:${subjectId}`]);
}
