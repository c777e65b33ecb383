import type { LogoUploadedView } from '@guildhall/contracts/guild.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { adoptImage } from '../images/adopt-image.ts';
import { uploadImage } from '../images/upload-image.ts';
import { imagePath } from '../people/image-path.ts';
import { lockOrganization } from '../rights/lock-organization.ts';
import { changeableLogo, findLogo } from './logo.queries.ts';
import { showLogo } from './show-logo.ts';

type Input = { id: string; bytes: Buffer };

/** Sets an organization's own logo. One that needs a decision first replaces the old one later. */
export async function setLogo(ctx: AppContext, actor: Actor, { id, bytes }: Input): Promise<LogoUploadedView> {
  const subjectId = await changeableLogo(ctx.sql, actor, id);
  const stored = await uploadImage(ctx, { purpose: 'logo', subjectId }, bytes);
  return ctx.transact(async (tx) => {
    await lockOrganization(tx.sql, subjectId);
    // Checked again, because rights may be lost during moderation.
    await changeableLogo(tx.sql, actor, subjectId);
    const image = await adoptImage(tx, actor, stored);
    if (image.status === 'approved') await showLogo(tx, image);
    return {
      url: ctx.pictureUrl(imagePath(stored.id, Math.max(...stored.sizes))),
      status: stored.status,
      ...(await findLogo({ sql: tx.sql, pictureUrl: ctx.pictureUrl }, subjectId)),
    };
  });
}
