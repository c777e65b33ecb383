import type { AdminUserView, SetAdminInput } from '@guildhall/contracts/admin.ts';
import type { Actor } from '../core/actor.ts';
import { query, statement } from '../core/db/statement.ts';
import { conflict, forbidden, notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAdminLog } from '../people/admin-log.ts';
import { lockAdministrators } from '../people/lock-administrators.ts';
import { findAdminUser } from './admin-users.queries.ts';

const ADMINISTRATORS = query({ id: 'uuid' })`select id from person where is_admin`;
const SET = statement`update person set is_admin = $2 where id = $1 and is_admin is distinct from $2`;

/** Grants or revokes administrator rights. One administrator always remains. */
export async function setAdmin(ctx: AppContext, actor: Actor, input: SetAdminInput): Promise<AdminUserView> {
  const { userId, isAdmin } = input;
  await ctx.transact(async ({ sql }) => {
    // Two administrators who demote each other take turns: the second is the last one, or no administrator any more.
    await lockAdministrators(sql);
    const admins = await sql.many(ADMINISTRATORS);
    const others = admins.filter(({ id }) => id !== userId);
    if (!admins.some(({ id }) => id === actor.userId)) {
      throw forbidden('Only administrators of this service can do this.', 'admin_only');
    }
    if (!isAdmin && others.length === 0) {
      throw conflict('last_admin', 'This is the last administrator. Name another one first.');
    }
    if ((await sql.run(SET, [userId, isAdmin])) === 0) return;
    const action = isAdmin ? 'admin_granted' : 'admin_withdrawn';
    await writeAdminLog(sql, actor, { action, personId: userId });
  });
  const user = await findAdminUser(ctx, userId);
  if (!user) throw notFound('user_not_found', 'There is no person with this id.');
  return user;
}
