import type { LogoView } from '@guildhall/contracts/guild.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { lockToChange } from './change-picture.ts';
import { logo, tellLogo } from './logo.ts';

const TOGGLE = statement`
  update organization set use_custom_logo = not use_custom_logo
  where id = $1 and custom_logo_url is not null and synced_logo_url is not null`;

/** Switches between the synced logo and the organization's own. Throws CONFLICT without both. */
export async function toggleLogo(ctx: AppContext, actor: Actor, ref: string): Promise<LogoView> {
  return ctx.transact(async (tx) => {
    const { id } = await logo.authorize(tx.sql, actor, ref);
    const seen = await lockToChange(tx, actor, logo, id);
    if ((await tx.sql.run(TOGGLE, [id])) === 0) {
      throw conflict('logo_not_available', 'There is no second logo to switch to. Upload one first.');
    }
    tellLogo(tx, id);
    return logo.view(ctx, tx.sql, seen);
  });
}
