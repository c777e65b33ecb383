import { ImageStatus } from '@guildhall/contracts/image.ts';
import type { Sql } from '../core/db/sql.ts';
import { json, query, type RowOf, text } from '../core/db/statement.ts';
import { IS_OPEN } from '../rights/visibility.ts';

export type ImageRow = RowOf<typeof IMAGE>;

const IMAGE = query({
  subjectId: 'uuid',
  status: text(ImageStatus.options),
  uploadedById: 'uuid?',
  sizes: json<number[]>(),
  contentHash: 'text',
  membersOnly: 'bool',
})`
  select i.subject_id as "subjectId", i.status, i.uploaded_by_id as "uploadedById", i.sizes,
    i.content_hash as "contentHash",
    exists (select from organization o where i.purpose = 'logo' and o.id = i.subject_id and not ${IS_OPEN}) as "membersOnly"
  from image i where i.id = $1`;

export function findImage(sql: Sql, id: string): Promise<ImageRow | null> {
  return sql.maybe(IMAGE, [id]);
}
