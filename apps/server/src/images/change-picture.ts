/** Every change of an avatar, a logo or an event's picture by somebody who may change it. */

import type { ImageStatus } from '@guildhall/contracts/image.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import type { AppContext } from '../core/services/context.ts';
import { imagePath } from '../people/image-path.ts';
import { keepPeople } from '../people/keep-people.ts';
import { logManaged } from '../rights/lock-organization.ts';
import type { PictureSubject, Seen } from './picture-subject.ts';
import { retireImages } from './retire-images.ts';
import { type StoredImage, uploadImage } from './upload-image.ts';

export type ChangedPicture<View> = { url: string; status: ImageStatus; view: View };

/** Sets the picture of a subject whose change was authorized. One that needs a decision first is shown later. */
export async function changePicture<S extends Seen, View>(
  ctx: AppContext,
  actor: Actor,
  subject: PictureSubject<S, View>,
  subjectId: string,
  bytes: Buffer,
): Promise<ChangedPicture<View>> {
  return adoptImage(ctx, actor, subject, await uploadImage(ctx, subject, subjectId, bytes));
}

const INSERT = statement`
  insert into image (id, purpose, subject_id, uploaded_by_id, status, content_hash, sizes) values ($1, $2, $3, $4, $5, $6, $7)`;

/** Gives a stored picture to its subject, in place of the pending one and, if it is approved, of the visible one. */
export function adoptImage<S extends Seen, View>(
  ctx: AppContext,
  actor: Actor,
  subject: PictureSubject<S, View>,
  { id, subjectId, status, contentHash, sizes }: StoredImage,
): Promise<ChangedPicture<View>> {
  return ctx.transact(async (tx) => {
    const seen = await lockToChange(tx, actor, subject, subjectId);
    await retireImages(tx, { subject, subjectId, shown: status === 'approved', pending: true });
    const { purpose } = subject;
    await tx.sql.run(INSERT, [id, purpose, subjectId, actor.userId, status, contentHash, JSON.stringify(sizes)]);
    const path = imagePath(id, Math.max(...sizes));
    if (status === 'approved') await subject.show(tx, subjectId, path);
    else tx.changed({ type: 'moderation.changed', subjectId: id, audience: 'administrators' });
    await subject.log?.(tx.sql, subjectId, { image: status, actorId: actor.userId });
    return { url: ctx.pictureUrl(path), status, view: await subject.view(ctx, tx.sql, seen) };
  });
}

/** Removes a subject's own picture, both the visible and the pending one. */
export function removePicture<S extends Seen, View>(
  ctx: AppContext,
  actor: Actor,
  subject: PictureSubject<S, View>,
  ref: string,
): Promise<View> {
  return ctx.transact(async (tx) => {
    const { id } = await subject.authorize(tx.sql, actor, ref);
    const seen = await lockToChange(tx, actor, subject, id);
    await retireImages(tx, { subject, subjectId: id, shown: true, pending: true });
    await subject.show(tx, id, null);
    await subject.log?.(tx.sql, id, { image: null, actorId: actor.userId });
    return subject.view(ctx, tx.sql, seen);
  });
}

/** Rights may be lost while a picture is received and moderated, or while the lock is waited for. */
export async function lockToChange<S extends Seen>(
  { sql }: UnitOfWork,
  actor: Actor,
  subject: PictureSubject<S>,
  id: string,
): Promise<S> {
  await subject.lock(sql, id);
  const seen = await subject.authorize(sql, actor, id);
  if (seen.access) {
    await keepPeople(sql, actor.userId);
    await logManaged(sql, actor, seen.access);
  }
  return seen;
}
