import { createRoute } from '@tanstack/react-router';
import { appRoute, guildRoute, shellRoute } from '../../routes/routes.ts';
import { flag, integer } from '../../routes/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const loaders = () => import('./load-contents.ts');

/** Public posts need no session. */
const postsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/g/$guild/posts',
  validateSearch: (search: Record<string, unknown>): { page?: number | undefined } => ({ page: integer(search.page) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ params, deps }) => (await loaders()).loadPosts(params.guild, deps.page),
  component: lazyPart(() => import('./posts-page.tsx'), 'PostsPage'),
});

const postRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/posts/$post',
  loader: async ({ params }) => (await loaders()).loadPost(params.post),
  component: lazyPart(() => import('./post-page.tsx'), 'PostPage'),
});

const editPostRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/posts/$post/edit',
  loader: async ({ params }) => (await loaders()).loadPost(params.post),
  component: lazyPart(() => import('./post-form-page.tsx'), 'EditPostPage'),
});

const newPostRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/posts/new',
  loader: async ({ params }) => (await loaders()).loadNewPost(params.guild),
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
  loader: async ({ params, deps }) => (await loaders()).loadText(params.guild, params.type, deps.page),
  component: lazyPart(() => import('./text-page.tsx'), 'TextPage'),
});

export const publicContentRoutes = [postsRoute, postRoute] as const;
export const contentRoutes = [editPostRoute] as const;
export const guildContentRoutes = [newPostRoute, textRoute] as const;
