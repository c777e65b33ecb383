import type { ImageStatus } from '@guildhall/contracts/image.ts';
import type { Sql } from '../core/db/sql.ts';
import { IS_OPEN } from '../rights/visibility.ts';

export type ImageRow = {
  subjectId: string;
  status: ImageStatus;
  uploadedById: string | null;
  sizes: number[];
  contentHash: string /** The logo of an organization that only its members may see. */;
  membersOnly: boolean;
};

const IMAGE = `
  select i.subject_id as "subjectId", i.status, i.uploaded_by_id as "uploadedById", i.sizes,
    i.content_hash as "contentHash",
    exists (select from organization o where i.purpose = 'logo' and o.id = i.subject_id and not ${IS_OPEN}) as "membersOnly"
  from image i where i.id = $1`;

export async function findImage(sql: Sql, id: string): Promise<ImageRow | undefined> {
  return (await sql<ImageRow>(IMAGE, [id]))[0];
}
