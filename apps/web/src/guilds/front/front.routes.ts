/** `/`: the week of people who are signed in, and for others the page that says what this is. */

import { createRoute, redirect } from '@tanstack/react-router';
import { createElement } from 'react';
import { currentSession, useViewer, wasSignedIn } from '../../api/session.ts';
import { signupsWords } from '../../events/signups/signups.words.ts';
import { prefetchWeek, weekSearch } from '../../events/week/week.queries.ts';
import { weekWords } from '../../events/week/week.words.ts';
import { withoutError } from '../../routes/require-session.ts';
import { shellRoute } from '../../routes/routes.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const Week = lazyPart(async () => {
  const words = Promise.all([weekWords.load(), signupsWords.load()]);
  const { WeekPage } = await import('../../events/week/week-page.tsx');
  await words;
  return { WeekPage };
}, 'WeekPage');
const Front = lazyPart(async () => {
  const { FrontPage, prepare } = await import('./front-page.tsx');
  await prepare();
  return { FrontPage };
}, 'FrontPage');

const Page = () => createElement(useViewer() ? Week : Front);

const frontRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  validateSearch: weekSearch,
  beforeLoad: async () => {
    const viewer = (await currentSession())?.user;
    const { path, error } = withoutError(window.location.href);
    if (!viewer && error) throw redirect({ to: '/login', search: { redirect: path, error } });
    // New people see the introduction, unless they followed a link to another page.
    if (viewer?.onboardingCompletedAt === null) throw redirect({ to: '/welcome' });
    return { viewer };
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { viewer }, deps }) => {
    if (viewer) return prefetchWeek(deps.week, viewer);
    await Front.preload();
  },
  component: Object.assign(Page, { preload: () => (wasSignedIn() ? Week : Front).preload() }),
});

export const frontRoutes = [frontRoute] as const;
