import { type PostView, PostVisibility, type UpdatePostInput } from '@guildhall/contracts/post.ts';
import type { Actor } from '../core/actor.ts';
import { query, statement, text } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { keepPeople } from '../people/keep-people.ts';
import { logManaged } from '../rights/lock-organization.ts';
import { postAccess, refuseBeyondOwnSight, tellPost, writerOf } from './post.access.ts';
import { findPost } from './post.queries.ts';

/** Waits for a concurrent change of the same post, and then sees it. */
const LOCK = query({
  version: 'int',
  visibility: text(PostVisibility.options),
})`select version, visibility from post where id = $1 for update`;

/** An edit without a difference makes nobody the post's editor. */
const UPDATE = statement`
  update post p set title = n.title, body = n.body, visibility = n.visibility, pinned = n.pinned, editor_id = $6,
    version = p.version + 1, updated_at = now()
  from (
    select id, coalesce($2, title) as title, coalesce($3, body) as body, coalesce($4, visibility) as visibility,
      coalesce($5, pinned) as pinned
    from post where id = $1
  ) n
  where p.id = n.id and (p.title, p.body, p.visibility, p.pinned) is distinct from (n.title, n.body, n.visibility, n.pinned)`;

/** Changes the fields named in the input. Throws CONFLICT when the post is no longer in the version that was read. */
export async function updatePost(ctx: AppContext, actor: Actor, input: UpdatePostInput): Promise<PostView> {
  const { id, title, body, visibility, pinned, version } = input;
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    await keepPeople(sql, actor.userId);
    const current = await sql.maybe(LOCK, [id]);
    const writer = writerOf(actor, await postAccess(sql, actor, id));
    if (visibility) refuseBeyondOwnSight(writer, visibility);
    await logManaged(sql, actor, writer.access);
    if (version !== undefined && current?.version !== version) {
      throw conflict(
        'post_changed',
        'Somebody has changed this post since you read it. Read it again, then repeat your change.',
      );
    }
    await sql.run(UPDATE, [id, title ?? null, body ?? null, visibility ?? null, pinned ?? null, actor.userId]);
    const post = await findPost(sql, id);
    if (post.version !== current?.version) tellPost(tx, post, [post.visibility, current?.visibility ?? 'guild']);
    return post;
  });
}
