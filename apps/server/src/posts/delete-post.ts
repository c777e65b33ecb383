import type { PostVisibility } from '@guildhall/contracts/post.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { logManaged } from '../rights/lock-organization.ts';
import { noSuchPost, postAccess, tellPost, writerOf } from './post.access.ts';

const DELETE = 'delete from post where id = $1 returning visibility';

/** Removes a post for good. Throws NOT_FOUND for one that the caller may not read, FORBIDDEN for one that is not theirs to manage. */
export async function deletePost(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const { access } = writerOf(actor, await postAccess(tx.sql, actor, id));
    await logManaged(tx.sql, actor, access);
    const [deleted] = await tx.sql<{ visibility: PostVisibility }>(DELETE, [id]);
    if (!deleted) throw noSuchPost();
    tellPost(tx, { id, ...access }, [deleted.visibility]);
  });
}
