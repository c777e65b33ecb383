import {
  CreatePostInput,
  PostInput,
  PostListInput,
  PostListView,
  PostView,
  UpdatePostInput,
} from '@guildhall/contracts/post.ts';
import { Done } from '@guildhall/contracts/primitives.ts';
import { readerOf } from '../../core/actor.ts';
import { repeatableRequest } from '../../core/http/repeated-requests.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { answerDone, authenticatedProcedure, optionalProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { createPost, deletePost, updatePost } from './manage-posts.ts';
import { getPost, listPosts } from './post.queries.ts';

const rest = restRoutes('Posts');
const archived = { 409: ARCHIVED };

export const postsRouter = router({
  list: rest(optionalProcedure, {
    route: 'GET /organizations/{id}/posts',
    summary: 'The posts of a guild that the caller may read, by page',
    description:
      'Pinned posts first, then the newest. All callers see public posts, even without an account; members see guild posts, and holders of canViewOfficerData officer posts.',
    services: true,
  })
    .input(PostListInput)
    .output(PostListView)
    .query(({ ctx, input }) => listPosts(ctx.app, readerOf(ctx.actor), input)),

  create: rest(authenticatedProcedure, {
    route: 'POST /organizations/{id}/posts',
    summary: 'Write a post',
    description: 'Needs canManageContent, and canViewOfficerData for officer posts.',
    restStatus: 201,
    location: '/posts/{id}',
    repeatable: true,
    refusals: archived,
  })
    .input(CreatePostInput)
    .output(PostView)
    .mutation(({ ctx, input }) => createPost(ctx.app, ctx.actor, input, repeatableRequest(ctx, 'posts.create', input))),

  get: rest(optionalProcedure, {
    route: 'GET /posts/{id}',
    summary: 'One post',
    description: 'Public posts need no account. A post that the caller may not read is 404.',
    services: true,
  })
    .input(PostInput)
    .output(PostView)
    .query(({ ctx, input }) => getPost(ctx.app.sql, readerOf(ctx.actor), input.id)),

  update: rest(authenticatedProcedure, {
    route: 'PATCH /posts/{id}',
    summary: 'Change a post',
    description:
      'Needs canManageContent. Omitted fields stay as they are. With `version`, the change is refused if another officer has changed the post in the meantime.',
    refusals: { 409: `${ARCHIVED}, or the post has changed since the version that was sent (\`post_changed\`)` },
  })
    .input(UpdatePostInput)
    .output(PostView)
    .mutation(({ ctx, input }) => updatePost(ctx.app, ctx.actor, input)),

  delete: rest(authenticatedProcedure, {
    route: 'DELETE /posts/{id}',
    summary: 'Delete a post',
    description: 'Permanent. Needs canManageContent; a post that the caller may not read is 404.',
    refusals: archived,
  })
    .input(PostInput)
    .output(Done)
    .mutation(({ ctx, input }) => answerDone(deletePost(ctx.app, ctx.actor, input.id))),
});
