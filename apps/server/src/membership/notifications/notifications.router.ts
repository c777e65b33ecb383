import {
  NotificationsInput,
  NotificationsView,
  ReadNotificationInput,
  UnreadView,
} from '@guildhall/contracts/notification.ts';
import { NoInput } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { countUnread, listNotifications, readNotifications } from './notifications.queries.ts';

const rest = restRoutes('Notifications');
const PATH = '/auth/me/notifications';

export const notificationsRouter = router({
  list: rest(authenticatedProcedure, {
    route: `GET ${PATH}`,
    summary: 'The inbox of the caller, newest first',
    description:
      'Moved up from a waitlist, moved or removed by an officer, kept answers that count or were refused, events moved or cancelled, attendance that a log proposes, new events for people who ask for them, roles given or taken, claims rejected, transfers to decide, pictures refused. The newest 200 are kept, for 90 days. A socket hears `notification.changed` when there is a new one.',
  })
    .input(NotificationsInput)
    .output(NotificationsView)
    .query(({ ctx, input }) => listNotifications(ctx.app, ctx.actor, input)),

  unread: rest(authenticatedProcedure, {
    route: `GET ${PATH}/unread`,
    summary: 'How many notifications are not read',
    description: 'Cheap enough for a badge. Instead of polling it, listen for `notification.changed` on the socket.',
  })
    .input(NoInput)
    .output(UnreadView)
    .query(({ ctx }) => countUnread(ctx.app, ctx.actor)),

  readAll: rest(authenticatedProcedure, {
    route: `POST ${PATH}/read`,
    summary: 'Mark all notifications as read',
    description: 'Counts what arrived until now; the answer has the number that is then unread.',
  })
    .input(z.strictObject({}))
    .output(UnreadView)
    .mutation(({ ctx }) => readNotifications(ctx.app, ctx.actor, null)),

  read: rest(authenticatedProcedure, {
    route: `POST ${PATH}/{id}/read`,
    summary: 'Mark a notification as read',
    description: 'Answers the same for one that does not exist.',
  })
    .input(ReadNotificationInput)
    .output(UnreadView)
    .mutation(({ ctx, input }) => readNotifications(ctx.app, ctx.actor, input.id)),
});
