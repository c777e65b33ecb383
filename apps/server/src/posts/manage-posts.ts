import {
  type CreatePostInput,
  type PostView,
  PostVisibility,
  type UpdatePostInput,
} from '@guildhall/contracts/post.ts';
import type { Actor } from '../core/actor.ts';
import { createCap } from '../core/db/cap.ts';
import { query, statement, text } from '../core/db/statement.ts';
import { conflict } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { uuidv7 } from '../core/uuid.ts';
import { createdEarlier, type Repeatable } from '../people/created-by-key.ts';
import { lockOrganization, logManaged } from '../rights/lock-organization.ts';
import { organizationAccess } from '../rights/organization.access.ts';
import { noSuchPost, postAccess, refuseBeyondOwnSight, tellPost, writerOf } from './post.access.ts';
import { findPost, getPost } from './post.queries.ts';

const INSERT = statement`
  insert into post (id, organization_id, author_id, title, body, visibility, pinned) values ($1, $2, $3, $4, $5, $6, $7)`;

const refuseTooMany = createCap({
  of: 'post where organization_id = $1',
  most: 1_000,
  reason: 'too_many_posts',
  message: 'This organization has 1,000 posts. Delete old ones first.',
});

/** Throws FORBIDDEN for a caller who may not write in the guild, or not for these readers, and CONFLICT. */
export async function createPost(ctx: AppContext, actor: Actor, input: CreatePostInput, request: Repeatable) {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await organizationAccess(sql, actor, input.id);
    const writer = writerOf(actor, access);
    refuseBeyondOwnSight(writer, input.visibility);
    await logManaged(sql, actor, access);
    const { title, body, visibility, pinned } = input;
    const id = uuidv7();
    const earlier = await createdEarlier(sql, actor, request, [id]);
    if (earlier) return getPost(sql, actor, earlier[0] ?? '');
    await lockOrganization(sql, access.organizationId);
    await refuseTooMany(sql, access.organizationId);
    await sql.run(INSERT, [id, writer.access.organizationId, actor.userId, title, body, visibility, pinned]);
    tellPost(tx, { id, organizationId: access.organizationId }, [visibility]);
    return findPost(sql, id);
  });
}

/** Waits for a concurrent change of the same post, and then sees it. */
const LOCK = query({ version: 'int', visibility: text(PostVisibility.options) })`
  select version, visibility from post where id = $1 for update`;

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
    await sql.run(UPDATE, [id, title, body, visibility, pinned, actor.userId]);
    const post = await findPost(sql, id);
    if (post.version !== current?.version) tellPost(tx, post, [post.visibility, current?.visibility ?? 'guild']);
    return post;
  });
}

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
