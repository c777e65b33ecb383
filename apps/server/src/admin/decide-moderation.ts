import type { ModerationDecisionInput, ModerationDecisionView } from '@guildhall/contracts/image.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { showEventImage } from '../events/picture/show-event-image.ts';
import { decideImage } from '../images/decide-image.ts';
import { notify } from '../notifications/notify.ts';
import { writeAdminLog } from '../people/admin-log.ts';
import { showAvatar } from '../pictures/show-avatar.ts';
import { showLogo } from '../pictures/show-logo.ts';

/** Approves or rejects an uploaded picture. */
export async function decideModeration(
  ctx: AppContext,
  actor: Actor,
  input: ModerationDecisionInput,
): Promise<ModerationDecisionView> {
  return ctx.transact(async (tx) => {
    const image = await decideImage(tx, actor, input);
    if (image.status === 'approved' && image.purpose === 'avatar') await showAvatar(tx, image);
    if (image.status === 'approved' && image.purpose === 'event') {
      // Members read the event's log, so it names no administrator; the admin log does.
      await showEventImage(tx, image, { actorId: null, why: 'The picture was looked at and may be shown.' });
    }
    if (image.status === 'approved' && image.purpose === 'logo') {
      await showLogo(tx, image);
    }
    const { id, status, version, reason, decidedAt, purpose, uploadedBy } = image;
    if (status === 'rejected' && uploadedBy) {
      await notify(tx, [{ userId: uploadedBy.id, kind: 'picture_refused', details: { purpose } }]);
    }
    const action = status === 'approved' ? 'image_approved' : 'image_rejected';
    await writeAdminLog(tx.sql, actor, { action, details: { imageId: id, purpose } });
    return { id, status, version, reason: reason ?? null, decidedAt: (decidedAt ?? new Date()).toISOString() };
  });
}
