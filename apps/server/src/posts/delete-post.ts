import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/services/context.ts';
import { logManaged } from '../rights/lock-organization.ts';
import { noSuchPost, postAccess, writerOf } from './post.access.ts';

/** Deletes a post. Throws NOT_FOUND for one the caller may not read, FORBIDDEN for one they may not manage. */
export async function deletePost(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await ctx.transact(async ({ sql }) => {
    const { access } = writerOf(actor, await postAccess(sql, actor, id));
    await logManaged(sql, actor, access);
    if ((await sql('delete from post where id = $1 returning id', [id])).length === 0) throw noSuchPost();
  });
}
