import type { CreatePostInput, PostView, UpdatePostInput } from '@guildhall/contracts/post.ts';
import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import { createCap } from '../../core/db/cap.ts';
import { conflict } from '../../core/errors.ts';
import { given } from '../../core/given.ts';
import { createdEarlier, type RepeatableRequest } from '../../core/http/repeated-requests.ts';
import type { AppContext } from '../../core/services/context.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { User } from '../../identity/people/user.entity.ts';
import { lockOrganization, logManaged, organizationAccess } from '../../membership/rights/organization.access.ts';
import { noSuchPost, postAccess, postWriter, publishPostChanged, refuseOtherAudience } from './post.access.ts';
import { Post } from './post.entity.ts';
import { findPost, getPost } from './post.queries.ts';

const refuseTooMany = createCap({
  of: 'post where organization_id = $1',
  most: 1_000,
  reason: 'too_many_posts',
  message: 'This organization has 1,000 posts. Delete old ones first.',
});

/** Throws FORBIDDEN for a caller who may not write in the guild, or not for these readers, and CONFLICT. */
export async function createPost(ctx: AppContext, actor: Actor, input: CreatePostInput, request: RepeatableRequest) {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await organizationAccess(sql, actor, input.id);
    const writer = postWriter(actor, access);
    refuseOtherAudience(writer, input.visibility);
    await logManaged(sql, actor, access);
    const { title, body, visibility, pinned } = input;
    const id = uuidv7();
    const earlier = await createdEarlier(sql, actor, request, [id]);
    if (earlier) return getPost(sql, actor, earlier[0] ?? '');
    await lockOrganization(sql, access.organizationId);
    await refuseTooMany(sql, access.organizationId);
    const { organizationId } = access;
    tx.em.create(Post, { id, organization: organizationId, author: actor.userId, title, body, visibility, pinned });
    publishPostChanged(tx, { id, organizationId }, [visibility]);
    return findPost(sql, id);
  });
}

const FIELDS = ['title', 'body', 'visibility', 'pinned'] as const;

/** Changes the fields named in the input. Throws CONFLICT when the post is no longer in the version that was read. */
export async function updatePost(ctx: AppContext, actor: Actor, input: UpdatePostInput): Promise<PostView> {
  const { id, version, ...changes } = input;
  return ctx.transact(async (tx) => {
    const { em, sql } = tx;
    // Waits for a concurrent change of the same post, and then sees it.
    const post = await em.findOne(Post, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const writer = postWriter(actor, await postAccess(sql, actor, id));
    if (!post) throw noSuchPost();
    if (changes.visibility) refuseOtherAudience(writer, changes.visibility);
    await logManaged(sql, actor, writer.access);
    if (version !== undefined && post.version !== version) {
      throw conflict(
        'post_changed',
        'This post has changed since you read it. Read it again, then repeat your change.',
      );
    }
    const before = { ...post };
    em.assign(post, given(changes));
    // An edit without a difference leaves the post's editor as it was.
    if (FIELDS.some((field) => post[field] !== before[field])) {
      post.editor = em.getReference(User, actor.userId);
      publishPostChanged(tx, { id, organizationId: writer.access.organizationId }, [
        post.visibility,
        before.visibility,
      ]);
    }
    return findPost(sql, id);
  });
}

/** Deletes a post. Throws NOT_FOUND for one the caller may not read, FORBIDDEN for one they may not manage. */
export async function deletePost(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await ctx.transact(async (tx) => {
    const { access } = postWriter(actor, await postAccess(tx.sql, actor, id));
    await logManaged(tx.sql, actor, access);
    const post = await tx.em.findOne(Post, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!post) throw noSuchPost();
    tx.em.remove(post);
    publishPostChanged(tx, { id, ...access }, [post.visibility]);
  });
}
