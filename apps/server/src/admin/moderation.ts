import {
  ImagePurpose,
  type ModerationDecisionInput,
  type ModerationQueueInput,
  type ModerationQueueView,
} from '@guildhall/contracts/image.ts';
import type { Actor } from '../core/actor.ts';
import { readPage } from '../core/db/read-page.ts';
import { json, object, query, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { imagePath } from '../core/services/picture-url.ts';
import { eventPicture } from '../events/event/event-picture.ts';
import { writeAdminLog } from '../identity/people/admin-log.ts';
import { notify } from '../membership/notifications/notify.ts';
import { avatar } from '../pictures/images/avatar.ts';
import type { PictureSubject } from '../pictures/images/change-picture.ts';
import { decideImage } from '../pictures/images/decide-image.ts';
import { logo } from '../pictures/images/logo.ts';

const WAITING = query({
  id: 'uuid',
  createdAt: 'instant',
  version: 'int',
  purpose: text(ImagePurpose.options),
  subjectId: 'uuid',
  sizes: json<number[]>(),
  uploadedBy: object({ id: 'uuid', displayName: 'text' }).orNull,
})`
  select i.id, i.purpose, i.subject_id as "subjectId", i.sizes, i.version, i.created_at as "createdAt",
    case when u.id is not null then jsonb_build_object('id', u.id, 'displayName', u.display_name) end as "uploadedBy"
  from image i left join person u on u.id = i.uploaded_by_id
  where i.status = 'pending' order by i.created_at, i.id limit $1 offset $2`;

const COUNT = query({ total: 'int' })`select count(*)::int as total from image where status = 'pending'`;

/** Lists pictures that await a decision, oldest first. */
export async function listWaitingImages(ctx: AppContext, input: ModerationQueueInput): Promise<ModerationQueueView> {
  const { rows, pagination } = await readPage(ctx.sql, WAITING, COUNT, [], input);
  const images = rows.map(({ sizes, ...row }) => {
    return { ...row, imageUrl: ctx.pictureUrl(imagePath(row.id, Math.max(...sizes))) };
  });
  return { images, pagination };
}

const subjects: Record<ImagePurpose, PictureSubject> = { avatar, logo, event: eventPicture };

/** Approves or rejects an uploaded picture. */
export async function decideModeration(ctx: AppContext, actor: Actor, input: ModerationDecisionInput) {
  return ctx.transact(async (tx) => {
    const { id } = input;
    const { image, decidedAt } = await decideImage(tx, actor, input, subjects);
    const { purpose, status, version, reason = null, uploadedBy } = image;
    if (status === 'rejected' && uploadedBy) {
      await notify(tx, [{ userId: uploadedBy.id, kind: 'picture_refused', details: { purpose } }]);
    }
    const action = status === 'approved' ? 'image_approved' : 'image_rejected';
    await writeAdminLog(tx.sql, actor, { action, details: { imageId: id, purpose } });
    return { id, status, version, reason, decidedAt };
  });
}
