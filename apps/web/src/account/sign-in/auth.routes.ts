import { createRoute, redirect } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { currentSession } from '../../api/session.ts';
import { requireSession } from '../../routes/require-session.ts';
import { plainRoute } from '../../routes/routes.ts';
import { oneOf, text } from '../../routes/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { isOwnPage } from '../../ui/own-page.ts';
import { authWords } from './auth.words.ts';

const loginRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { redirect?: string | undefined; error?: string | undefined } => {
    const wanted = text(search.redirect);
    return { redirect: wanted && isOwnPage(wanted) ? wanted : undefined, error: text(search.error) };
  },
  beforeLoad: async ({ search }) => {
    // Already signed in, so there is nothing to do here.
    if (await currentSession()) throw redirect({ href: search.redirect ?? '/', replace: true });
  },
  loader: () => Promise.all([queryClient.ensureQueryData(api.signIn.ways.queryOptions({})), authWords.load()]),
  component: lazyPart(() => import('./login-page.tsx'), 'LoginPage'),
});

const verifyRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: '/login/verify',
  loader: () => authWords.load(),
  component: lazyPart(() => import('./mailed-link-pages.tsx'), 'VerifyPage'),
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: '/account/verify-email',
  loader: () => authWords.load(),
  component: lazyPart(() => import('./mailed-link-pages.tsx'), 'VerifyEmailPage'),
});

const welcomeRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: '/welcome',
  validateSearch: (search: Record<string, unknown>): { step?: 'main' | 'time' | undefined } => ({
    step: oneOf(search.step, ['main', 'time']),
  }),
  beforeLoad: requireSession,
  loader: () => authWords.load(),
  component: lazyPart(() => import('./welcome-page.tsx'), 'WelcomePage'),
});

/** Works with and without a session: the page leads through signing in, too. */
const linkDiscordRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: '/link/discord',
  validateSearch: (search: Record<string, unknown>): { error?: string | undefined } => ({ error: text(search.error) }),
  loader: () => Promise.all([currentSession(), authWords.load()]),
  component: lazyPart(() => import('./link-discord-page.tsx'), 'LinkDiscordPage'),
});

export const authRoutes = [loginRoute, verifyRoute, verifyEmailRoute, linkDiscordRoute] as const;
export const signedInAuthRoutes = [welcomeRoute] as const;
