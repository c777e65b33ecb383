import { createRoute } from '@tanstack/react-router';
import { loadOnce } from '../../api/load-once.ts';
import { appRoute, guildRoute } from '../../routes/routes.ts';
import { text } from '../../routes/search-params.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const page = loadOnce(() => import('./event-form-page.tsx'));

const newEventRoute = createRoute({
  getParentRoute: () => guildRoute,
  path: '/events/new',
  validateSearch: (search): { from?: string | undefined } => ({ from: text(search.from) }),
  loaderDeps: ({ search: { from } }) => ({ from }),
  loader: ({ params, deps }) => page().then(({ loadNewEvent }) => loadNewEvent(params.guild, deps.from)),
  component: lazyPart(page, 'NewEventPage'),
});

const editEventRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/events/$event/edit',
  validateSearch: (search): { apply?: string | undefined } => ({ apply: text(search.apply) }),
  loader: ({ params }) => page().then(({ loadEditedEvent }) => loadEditedEvent(params.event)),
  component: lazyPart(page, 'EditEventPage'),
});

export const eventFormRoutes = [editEventRoute] as const;
export const guildEventFormRoutes = [newEventRoute] as const;
