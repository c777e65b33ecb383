import type { ImagePurpose, ModerationDecisionInput, ModerationDecisionView } from '@guildhall/contracts/image.ts';
import type { Actor } from '../core/actor.ts';
import { instantOf } from '../core/db/sql.ts';
import type { AppContext } from '../core/services/context.ts';
import { eventPicture } from '../events/event/event-picture.ts';
import { avatar } from '../images/avatar.ts';
import type { PictureSubject } from '../images/change-picture.ts';
import { decideImage } from '../images/decide-image.ts';
import { logo } from '../images/logo.ts';
import { notify } from '../notifications/notify.ts';
import { writeAdminLog } from '../people/admin-log.ts';

const subjects: Record<ImagePurpose, PictureSubject> = { avatar, logo, event: eventPicture };

/** Approves or rejects an uploaded picture. */
export async function decideModeration(
  ctx: AppContext,
  actor: Actor,
  input: ModerationDecisionInput,
): Promise<ModerationDecisionView> {
  return ctx.transact(async (tx) => {
    const { id } = input;
    const { purpose, status, version, reason, decidedAt, uploadedById } = await decideImage(tx, actor, input, subjects);
    if (status === 'rejected' && uploadedById) {
      await notify(tx, [{ userId: uploadedById, kind: 'picture_refused', details: { purpose } }]);
    }
    const action = status === 'approved' ? 'image_approved' : 'image_rejected';
    await writeAdminLog(tx.sql, actor, { action, details: { imageId: id, purpose } });
    return { id, status, version, reason, decidedAt: instantOf(decidedAt) };
  });
}
