import { Id } from '@guildhall/contracts/primitives.ts';
import { Router } from 'express';

/** The target of links in mails and calendars: without a web client, it redirects to the API's view of the event. */
export function eventLinks(): Router {
  return Router({ caseSensitive: true }).get('/events/:id', (req, res, next) => {
    const id = Id.safeParse(req.params.id);
    if (id.success) res.redirect(302, `/api/v1/events/${id.data}`);
    else next();
  });
}
