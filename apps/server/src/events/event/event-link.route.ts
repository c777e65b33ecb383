import { Id } from '@guildhall/contracts/primitives.ts';
import { Router } from 'express';

/** Where mails and calendars lead, until the web client shows the event there: to what the API says of it. */
export function eventLinks(): Router {
  return Router({ caseSensitive: true }).get('/events/:id', (req, res, next) => {
    const id = Id.safeParse(req.params.id);
    if (id.success) res.redirect(302, `/api/v1/events/${id.data}`);
    else next();
  });
}
