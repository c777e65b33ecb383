import type { ImageStatus } from '@guildhall/contracts/image.ts';
import type { Sql } from '../core/sql.ts';
import type { ImageSubject } from './image-subject.ts';

export type ImageRow = { status: ImageStatus; uploadedById: string | null; sizes: number[]; contentHash: string };

const IMAGE = `
  select status, uploaded_by_id as "uploadedById", sizes, content_hash as "contentHash" from image where id = $1`;

export async function findImage(sql: Sql, id: string): Promise<ImageRow | undefined> {
  return (await sql<ImageRow>(IMAGE, [id]))[0];
}

const PENDING = `
  select id, sizes from image where subject_id = $1 and purpose = $2 and status = 'pending'
  order by created_at desc limit 1`;

/** The picture of a subject that waits for a decision. */
export async function findPendingImage(sql: Sql, { subjectId, purpose }: ImageSubject) {
  return (await sql<{ id: string; sizes: number[] }>(PENDING, [subjectId, purpose]))[0];
}
