import type { AdminUserView, SetAdminInput } from '@guildhall/contracts/admin.ts';
import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import { conflict, forbidden, notFound } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { writeAdminLog } from '../identity/people/admin-log.ts';
import { lockAdministrators } from '../identity/people/lock-administrators.ts';
import { User } from '../identity/people/user.entity.ts';
import { findAdminUser } from './admin-users.queries.ts';

const ADMINISTRATORS = query({ id: 'uuid' })`select id from person where is_admin`;

/** Grants or revokes administrator rights. One administrator always remains. */
export async function setAdmin(ctx: AppContext, actor: Actor, input: SetAdminInput): Promise<AdminUserView> {
  const { userId, isAdmin } = input;
  await ctx.transact(async ({ em, sql }) => {
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
    const person = await em.findOne(User, { id: userId, erasingAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!person || person.isAdmin === isAdmin) return;
    person.isAdmin = isAdmin;
    const action = isAdmin ? 'admin_granted' : 'admin_withdrawn';
    await writeAdminLog(sql, actor, { action, personId: userId });
  });
  const user = await findAdminUser(ctx, userId);
  if (!user) throw notFound('user_not_found', 'There is no person with this id.');
  return user;
}
