import type { ImagePurpose } from '@guildhall/contracts/image.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';

/** The owner and purpose of a picture: a user's avatar, an organization's logo, an event's picture. */
export type ImageSubject = { purpose: ImagePurpose; subjectId: string };

const LOCKS: Record<ImagePurpose, string> = {
  avatar: 'select from person where id = $1 for no key update',
  logo: 'select from organization where id = $1 for no key update',
  event: 'select from event where id = $1 for no key update',
};

/** The lock under which a subject's pictures change: that of its own row. */
export async function lockSubject({ sql }: UnitOfWork, { purpose, subjectId }: ImageSubject): Promise<void> {
  await sql(LOCKS[purpose], [subjectId]);
}
