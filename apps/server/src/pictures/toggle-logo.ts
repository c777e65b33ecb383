import type { LogoView } from '@guildhall/contracts/guild.ts';
import type { Actor } from '../core/actor.ts';
import { statement } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { changeableLogo, findLogo } from './logo.queries.ts';
import { tellLogo } from './show-logo.ts';

const TOGGLE = statement`
  update organization set use_custom_logo = not use_custom_logo
  where id = $1 and custom_logo_url is not null and synced_logo_url is not null`;

/** Switches between the synced logo and the organization's own. Throws CONFLICT without both. */
export async function toggleLogo(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<LogoView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const organizationId = await changeableLogo(sql, actor, id);
    if ((await sql.run(TOGGLE, [organizationId])) === 0) {
      throw conflict('logo_not_available', 'There is no second logo to switch to. Upload one first.');
    }
    tellLogo(tx, organizationId);
    return findLogo({ sql, pictureUrl: ctx.pictureUrl }, organizationId);
  });
}
