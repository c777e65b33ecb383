import { PostVisibility } from '@guildhall/contracts/post.ts';
import type { Actor } from '../core/actor.ts';
import { query, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { logManaged } from '../rights/lock-organization.ts';
import { noSuchPost, postAccess, tellPost, writerOf } from './post.access.ts';

const DELETE = query({ visibility: text(PostVisibility.options) })`delete from post where id = $1 returning visibility`;

/** Deletes a post. Throws NOT_FOUND for one the caller may not read, FORBIDDEN for one they may not manage. */
export async function deletePost(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const { access } = writerOf(actor, await postAccess(tx.sql, actor, id));
    await logManaged(tx.sql, actor, access);
    const deleted = await tx.sql.maybe(DELETE, [id]);
    if (!deleted) throw noSuchPost();
    tellPost(tx, { id, ...access }, [deleted.visibility]);
  });
}
