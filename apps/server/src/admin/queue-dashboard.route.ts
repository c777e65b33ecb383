/** `/admin/queues`: the dashboard of the job queues in a browser, for administrators. */
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Actor } from '../core/actor.ts';
import { forbidden, unauthenticated } from '../core/errors.ts';
import { actorOf, refuseBot } from '../core/http/trpc.ts';
import type { AppContext } from '../core/services/context.ts';
import { DASHBOARD_PATH } from '../core/services/queue-dashboard.ts';
import { writeAdminLog } from '../identity/people/admin-log.ts';
import { authenticate, authenticationOf } from '../identity/sessions/authenticate.ts';

/** The dashboard's pages carry data and start-up code in inline scripts. Blocks the font they request from Google. */
const POLICY = `default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;
  font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`;

export function queueDashboard(ctx: AppContext): Router {
  const router = Router({ caseSensitive: true });
  const body = express.raw({ type: () => true, limit: '256kb' });
  router.use(DASHBOARD_PATH, authenticate(ctx), administratorOnly, body, async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      const details = { path: req.path, method: req.method };
      await ctx.transact(({ sql }) =>
        writeAdminLog(sql, res.locals.administrator, { action: 'dashboard_used', details }),
      );
    }
    const answer = await ctx.queueDashboard.answer(requestOf(ctx, req));
    res.status(answer.status);
    for (const [name, value] of answer.headers) res.append(name, value);
    res.setHeader('Content-Security-Policy', POLICY.replace(/\s+/g, ' '));
    res.setHeader('Cache-Control', 'no-store');
    res.end(Buffer.from(await answer.arrayBuffer()));
  });
  return router;
}

const administratorOnly: RequestHandler = async (req, res: Response, next) => {
  const actor: Actor | null = actorOf(await authenticationOf(res));
  if (!actor && req.method === 'GET' && req.accepts(['json', 'html']) === 'html') {
    res.redirect(302, `/login?${new URLSearchParams({ redirect: DASHBOARD_PATH })}`);
    return;
  }
  if (!actor) throw unauthenticated();
  refuseBot(actor);
  if (!actor.isAdmin) throw forbidden('Only administrators of this service can do this.', 'admin_only');
  res.locals.administrator = actor;
  next();
};

/** Drops the cookie, which the dashboard does not need. */
function requestOf({ config }: AppContext, req: Request): globalThis.Request {
  const headers = new Headers();
  for (const name of ['accept', 'content-type', 'origin', 'referer', 'user-agent']) {
    const value = req.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const bodyless = req.method === 'GET' || req.method === 'HEAD' || !Buffer.isBuffer(req.body);
  return new globalThis.Request(new URL(req.originalUrl, config.baseUrl), {
    method: req.method,
    headers,
    ...(bodyless ? {} : { body: new Uint8Array(req.body) }),
  });
}
