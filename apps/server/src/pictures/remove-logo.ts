import type { LogoView } from '@guildhall/contracts/guild.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { retireImages } from '../images/retire-images.ts';
import { lockOrganization } from '../rights/lock-organization.ts';
import { changeableLogo, findLogo } from './logo.queries.ts';
import { tellLogo } from './show-logo.ts';

const CLEAR = 'update organization set custom_logo_url = null, use_custom_logo = false where id = $1';

/** Removes an organization's own logo, both the visible and the pending one. */
export async function removeLogo(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<LogoView> {
  return ctx.transact(async (tx) => {
    const subjectId = await changeableLogo(tx.sql, actor, id);
    const subject = { purpose: 'logo', subjectId } as const;
    await lockOrganization(tx.sql, subjectId);
    await tx.sql(CLEAR, [subjectId]);
    await retireImages(tx, subject, 'pending', 'approved');
    tellLogo(tx, subjectId);
    return findLogo({ sql: tx.sql, pictureUrl: ctx.pictureUrl }, subjectId);
  });
}
