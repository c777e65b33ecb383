import { createRoute, notFound } from '@tanstack/react-router';
import { queryClient } from '../../api/client.ts';
import { currentSession } from '../../api/session.ts';
import { appRoute, guildQuery, guildRoute, shellRoute } from '../../shell/routes.tsx';
import { flag, integer, oneOf } from '../../shell/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { postQuery, postsQuery, TEXT_TYPES, textsQuery, versionsQuery } from './contents.queries.ts';
import { contentsWords } from './contents.words.ts';

const session = () => currentSession().catch(() => null);

/** Public posts need no session. */
const postsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/g/$guild/posts',
  validateSearch: (search: Record<string, unknown>): { page?: number | undefined } => ({ page: integer(search.page) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ params, deps }) => {
    await Promise.all([
      contentsWords.load(),
      session(),
      queryClient.ensureQueryData(guildQuery(params.guild)),
      queryClient.prefetchQuery(postsQuery(params.guild, deps.page ?? 1)),
    ]);
  },
  component: lazyPart(() => import('./posts-page.tsx'), 'PostsPage'),
});

const loadPost = async (id: string) => {
  const [post] = await Promise.all([queryClient.ensureQueryData(postQuery(id)), contentsWords.load(), session()]);
  await queryClient.ensureQueryData(guildQuery(post.organizationId));
  return { guild: post.organizationId };
};

const postRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/posts/$post',
  loader: ({ params }) => loadPost(params.post),
  component: lazyPart(() => import('./post-page.tsx'), 'PostPage'),
});

const editPostRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/posts/$post/edit',
  loader: ({ params }) => loadPost(params.post),
  component: lazyPart(() => import('./post-form-page.tsx'), 'EditPostPage'),
});

const newPostRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/posts/new',
  loader: ({ params }) =>
    Promise.all([contentsWords.load(), queryClient.ensureQueryData(guildQuery(params.guild))]).then(() => null),
  component: lazyPart(() => import('./post-form-page.tsx'), 'NewPostPage'),
});

type TextSearch = { version?: number | undefined; page?: number | undefined; edit?: true | undefined };

const textRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/texts/$type',
  validateSearch: (search: Record<string, unknown>): TextSearch => ({
    version: integer(search.version),
    page: integer(search.page),
    edit: flag(search.edit),
  }),
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: async ({ params, deps }) => {
    const type = oneOf(params.type, TEXT_TYPES);
    if (!type) throw notFound();
    await Promise.all([
      contentsWords.load(),
      queryClient.ensureQueryData(guildQuery(params.guild)),
      queryClient.prefetchQuery(textsQuery(params.guild)),
      queryClient.prefetchQuery(versionsQuery(params.guild, type, deps.page ?? 1)),
    ]);
  },
  component: lazyPart(() => import('./text-page.tsx'), 'TextPage'),
});

export const publicContentRoutes = [postsRoute, postRoute] as const;
export const contentRoutes = [editPostRoute] as const;
export const guildContentRoutes = [newPostRoute, textRoute] as const;
