import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { logManaged } from '../rights/lock-organization.ts';
import { noSuchPost, postAccess, writerOf } from './post.access.ts';

/** Removes a post for good. Throws NOT_FOUND for one that the caller may not read, FORBIDDEN for one that is not theirs to manage. */
export async function deletePost(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await ctx.transact(async ({ sql }) => {
    const { access } = writerOf(actor, await postAccess(sql, actor, id));
    await logManaged(sql, actor, access);
    if ((await sql('delete from post where id = $1 returning id', [id])).length === 0) throw noSuchPost();
  });
}
