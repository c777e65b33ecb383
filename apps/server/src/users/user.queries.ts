import type { UserView } from '@guildhall/contracts/user.ts';
import { Account } from '../auth/account.entity.ts';
import type { AppContext } from '../core/context.ts';
import { User } from './user.entity.ts';
import { presentUser } from './user.presenter.ts';

export async function getUser(ctx: AppContext, userId: string): Promise<UserView> {
  const em = ctx.orm.em.fork({ useContext: true });
  const [user, accounts] = await Promise.all([
    em.findOneOrFail(User, userId),
    em.fork().find(Account, { user: userId }, { orderBy: { createdAt: 'asc' } }),
  ]);
  return presentUser(user, accounts);
}
