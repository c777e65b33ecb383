import { createRoute, redirect } from '@tanstack/react-router';
import { appRoute } from '../../shell/routes.tsx';
import { text } from '../../shell/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { isDay } from '../signup/days.ts';
import { signupWords } from '../signup/signup.words.ts';
import { prefetchWeek } from './week.queries.ts';
import { weekWords } from './week.words.ts';

const weekRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  validateSearch: (search: Record<string, unknown>): { week?: string | undefined } => {
    const week = text(search.week);
    return { week: isDay(week) ? week : undefined };
  },
  // New people see the introduction, unless they followed a link to another page.
  beforeLoad: ({ context }) => {
    if (context.viewer.onboardingCompletedAt === null) throw redirect({ to: '/welcome' });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { viewer }, deps }) => prefetchWeek(deps.week, viewer),
  component: lazyPart(async () => {
    const words = Promise.all([weekWords.load(), signupWords.load()]);
    const { WeekPage } = await import('./week-page.tsx');
    await words;
    return { WeekPage };
  }, 'WeekPage'),
});

export const weekRoutes = [weekRoute] as const;
