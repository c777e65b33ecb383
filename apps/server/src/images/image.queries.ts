import type { ImageStatus } from '@guildhall/contracts/image.ts';
import type { Sql } from '../core/sql.ts';

export type ImageRow = { status: ImageStatus; uploadedById: string | null; sizes: number[]; contentHash: string };

const IMAGE = `
  select status, uploaded_by_id as "uploadedById", sizes, content_hash as "contentHash" from image where id = $1`;

export async function findImage(sql: Sql, id: string): Promise<ImageRow | undefined> {
  return (await sql<ImageRow>(IMAGE, [id]))[0];
}
