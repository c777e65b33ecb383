/** The HTTP surface, in reading order. */
import type { RequestListener } from 'node:http';
import type { AnyTRPCRouter } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import cors from 'cors';
import express, { type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import { withDeadline } from '../core/db/database.ts';
import { addressNotFound } from '../core/errors.ts';
import { committedDocument, installedDocument } from '../core/http/api-document.ts';
import { apiRoutes } from '../core/http/api-routes.ts';
import { compressResponses, sendInOnePiece } from '../core/http/compression.ts';
import { errorHandler } from '../core/http/error-handler.ts';
import { requestIdOf, sendError } from '../core/http/error-response.ts';
import type { Document } from '../core/http/openapi.ts';
import { requestLog } from '../core/http/request-log.ts';
import { originForm, refuseAmbiguousPaths } from '../core/http/request-path.ts';
import { JSON_TYPES, restBridge } from '../core/http/rest.ts';
import { countOpen, logProcedureError, type RequestContext } from '../core/http/trpc.ts';
import { asyncApiDocument } from '../core/realtime/asyncapi.ts';
import type { AppContext } from '../core/services/context.ts';
import { guildAddresses } from '../guilds/organizations/guild-addresses.ts';
import { keepPostsUncached } from '../guilds/posts/keep-posts-uncached.ts';
import { authenticate, authenticationOf } from '../identity/sessions/authenticate.ts';
import { repairMailedLinks } from '../identity/sign-in/mailed-links.ts';
import { devMail } from './pages/dev-mail.ts';
import { docs } from './pages/docs.ts';
import { landingPage } from './pages/landing-page.ts';
import { serveWebClient, type WebClient } from './pages/web-client.ts';
import { appRouter } from './router.ts';
import { expressRoutes, rememberedRoutes, signedRoutes, siteRoutes } from './routes.ts';

const BODY_LIMIT = 256 * 1024;
const MAX_BATCH = 20;

type Api = { procedures: AnyTRPCRouter; document: () => Document };

const OWN_API: Api = { procedures: appRouter, document: committedDocument };

/** Parsing the document takes longer than the rest of `createApp`, and a process of tests serves hundreds of apps. */
const routesOf = new WeakMap<Api['document'], RequestHandler>();

/** Without a web client, plain pages are served at its addresses. `api` lets tests replace the API. */
export function createApp(ctx: AppContext, web?: WebClient, { procedures, document } = OWN_API): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('trust proxy', ctx.config.trustProxyHops);

  app.use(requestLog(ctx.log, ctx.metrics));
  app.use((_req, _res, next) => withDeadline(ctx.config.databasePatienceMs, next));
  app.use(securityHeaders(ctx.config.baseUrl.startsWith('https://')));
  app.use(repairMailedLinks);
  app.use(refuseAmbiguousPaths);
  app.use(guildAddresses);
  app.use(keepPostsUncached);
  app.use(cors({ origin: ctx.config.corsOrigins, credentials: true, maxAge: 600, exposedHeaders: EXPOSED_HEADERS }));
  app.use(signedRoutes(ctx));
  const installed = () => installedDocument(document(), ctx.config);
  const live = () => asyncApiDocument(ctx.config.baseUrl);
  app.use(countedPages(ctx), docs({ '/api/v1/openapi.json': installed, '/api/v1/asyncapi.json': live }));
  app.use(['/api/v1', '/trpc'], compressResponses);
  const routes = routesOf.get(document) ?? apiRoutes(document());
  routesOf.set(document, routes);
  app.use('/api/v1', personal, routes);
  app.use(rememberedRoutes(ctx, procedures));
  app.use('/trpc', personal, sendInOnePiece);
  app.use(['/api/v1', '/trpc'], authenticate(ctx));
  const requestContext = (surface: RequestContext['surface'], res: Response): RequestContext => ({
    app: ctx,
    authenticate: () => authenticationOf(res),
    requestId: requestIdOf(res),
    surface,
    res,
  });
  app.use(
    '/trpc',
    createExpressMiddleware({
      router: procedures,
      createContext: ({ res }) => requestContext('trpc', res),
      onError: ({ error, path, req }) => {
        if (error.code === 'METHOD_NOT_SUPPORTED') req.res?.setHeader('Allow', req.method === 'GET' ? 'POST' : 'GET');
        logProcedureError(ctx.log, { error, path, requestId: req.res ? requestIdOf(req.res) : '' });
      },
      // tRPC sets no content type when it rejects a whole request.
      responseMeta: ({ info }) => ({
        headers: { vary: ['Authorization'], ...(info ? {} : { 'content-type': 'application/json' }) },
      }),
      maxBodySize: BODY_LIMIT,
      maxBatchSize: MAX_BATCH,
    }),
  );
  app.use(
    '/api/v1',
    express.json({ limit: BODY_LIMIT, strict: false, type: JSON_TYPES }),
    restBridge(procedures, ctx.log, (res) => requestContext('rest', res)),
    expressRoutes(ctx),
  );

  if (web) app.use(serveWebClient(ctx, web));
  app.use(siteRoutes(ctx));
  app.use(landingPage(ctx));
  app.use(devMail(ctx));

  app.use((_req, res) => sendError(res, addressNotFound()));
  app.use(errorHandler(ctx));
  return (req, res) => {
    req.url = originForm(req.url);
    app(req, res);
  };
}

/** An API is neither rendered nor framed; its few pages set a policy of their own. */
function securityHeaders(https: boolean): express.RequestHandler {
  const directives = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] };
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: https,
  });
}

const EXPOSED_HEADERS = [
  'X-Request-Id',
  'WWW-Authenticate',
  'Retry-After',
  'Idempotent-Replayed',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** Counts requests outside the API: probes, pages, their scripts and styles. */
function countedPages(ctx: AppContext): express.RequestHandler {
  return async (req, res, next) => {
    if (!/^\/(api\/v1|trpc)\/(?!openapi\.json$)/.test(req.path)) await countOpen(ctx, res);
    next();
  };
}

/** Forbids caching of personal answers; reference data overrides this. */
function personal(_req: express.Request, res: Response, next: () => void): void {
  res.setHeader('Cache-Control', 'no-store');
  next();
}
