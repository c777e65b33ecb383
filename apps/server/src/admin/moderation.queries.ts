import type { ModerationQueueInput, ModerationQueueView, WaitingImageView } from '@guildhall/contracts/image.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import { instantOf } from '../core/db/sql.ts';
import type { AppContext } from '../core/services/context.ts';
import { imagePath } from '../people/image-path.ts';
import { personOf } from '../people/person-of.ts';

type WaitingRow = Omit<WaitingImageView, 'imageUrl' | 'uploadedBy'> & {
  sizes: number[];
  uploaderId: string | null;
  uploaderName: string | null;
};

const WAITING = `
  select i.id, i.purpose, i.subject_id as "subjectId", i.sizes, i.version, i.created_at as "createdAt",
    u.id as "uploaderId", u.display_name as "uploaderName"
  from image i left join person u on u.id = i.uploaded_by_id
  where i.status = 'pending' order by i.created_at, i.id limit $1 offset $2`;

const COUNT = `select count(*)::int as total from image where status = 'pending'`;

/** Lists pictures that await a decision, oldest first. */
export async function listWaitingImages(ctx: AppContext, input: ModerationQueueInput): Promise<ModerationQueueView> {
  const { page, pageSize } = input;
  const [rows, [count]] = await Promise.all([
    ctx.sql<WaitingRow>(WAITING, [pageSize, (page - 1) * pageSize]),
    ctx.sql<{ total: number }>(COUNT),
  ]);
  return {
    images: rows.map((row) => presentWaiting(ctx, row)),
    pagination: paginationOf(page, pageSize, count?.total ?? 0),
  };
}

function presentWaiting({ pictureUrl }: AppContext, row: WaitingRow): WaitingImageView {
  const { id, purpose, subjectId, sizes, version, uploaderId, uploaderName } = row;
  return {
    id,
    purpose,
    subjectId,
    imageUrl: pictureUrl(imagePath(id, Math.max(...sizes))),
    uploadedBy: personOf(uploaderId, uploaderName),
    version,
    createdAt: instantOf(row.createdAt),
  };
}
