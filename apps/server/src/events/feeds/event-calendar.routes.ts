/** An event as a calendar file, for a client that prefers it to JSON. */
import { EventRefInput } from '@guildhall/contracts/event.ts';
import type { AppContext } from '../../core/services/context.ts';
import { textRoute } from '../../identity/sessions/require-actor.ts';
import { eventCalendar } from './calendar.queries.ts';
import { calendarText } from './calendar-text.ts';

export const eventCalendarRoutes = (ctx: AppContext) =>
  textRoute(ctx, '/events/:id', EventRefInput, async (actor, { id }, res) => {
    const text = calendarText(await eventCalendar(ctx, actor, id), ctx.config.baseUrl);
    res.attachment('event.ics').type('text/calendar').send(text);
  });
