/** The HTTP surface, in reading order. */
import type { RequestListener } from 'node:http';
import type { AnyTRPCRouter } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import cors from 'cors';
import express, { type Response } from 'express';
import helmet from 'helmet';
import { authenticate, authenticationOf } from './auth/authenticate.ts';
import type { Config } from './core/config.ts';
import { withPatience } from './core/db/database.ts';
import { notThere } from './core/errors.ts';
import { apiRoutes } from './core/http/api-routes.ts';
import { requestIdOf, sendError } from './core/http/error-response.ts';
import { lastResort } from './core/http/last-resort.ts';
import { openApiDocument } from './core/http/openapi.ts';
import { requestLog } from './core/http/request-log.ts';
import { originForm, refuseAmbiguousPaths } from './core/http/request-path.ts';
import { JSON_TYPES, restBridge } from './core/http/rest.ts';
import { compressed, inOnePiece } from './core/http/small-answers.ts';
import { countOpen, noteError, type RequestContext } from './core/http/trpc.ts';
import { asyncApiDocument } from './core/realtime/asyncapi.ts';
import type { AppContext } from './core/services/context.ts';
import { devMail } from './dev-mail.ts';
import { docs } from './docs.ts';
import { landingPage } from './landing-page.ts';
import { guildAddresses } from './organizations/guild-addresses.ts';
import { postsHeaders } from './posts/posts.headers.ts';
import { appRouter } from './router.ts';
import { apiReference, expressRoutes, rememberedRoutes, signedRoutes, siteRoutes } from './routes.ts';
import { serveWebClient, type WebClient } from './web-client.ts';

const BODY_LIMIT = 256 * 1024;
const MAX_BATCH = 20;

/** The part of `createApp` that takes long and needs no connection. */
export const prepareApp = (config: Config): void => void openApiDocument(appRouter, config, apiReference);

/** Without a web client, plain pages are served at its addresses. `procedures` lets tests replace the API. */
export function createApp(ctx: AppContext, web?: WebClient, procedures: AnyTRPCRouter = appRouter): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.set('trust proxy', ctx.config.trustProxyHops);

  app.use(requestLog(ctx.log, ctx.metrics));
  app.use((_req, _res, next) => withPatience(ctx.config.databasePatienceMs, next));
  app.use(securityHeaders(ctx.config.baseUrl.startsWith('https://')));
  app.use(refuseAmbiguousPaths);
  app.use(guildAddresses);
  app.use(postsHeaders);
  app.use(cors({ origin: ctx.config.corsOrigins, credentials: true, maxAge: 600, exposedHeaders: EXPOSED_HEADERS }));
  app.use(signedRoutes(ctx));
  const document = () => openApiDocument(procedures, ctx.config, apiReference);
  const live = () => asyncApiDocument(ctx.config.baseUrl);
  app.use(countedPages(ctx), docs({ '/api/v1/openapi.json': document, '/api/v1/asyncapi.json': live }));
  app.use(['/api/v1', '/trpc'], compressed);
  app.use('/api/v1', personal, apiRoutes(document()));
  app.use(rememberedRoutes(ctx, procedures));
  app.use('/trpc', personal, inOnePiece);
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
        noteError(ctx.log, { error, path, requestId: req.res ? requestIdOf(req.res) : '' });
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

  app.use((_req, res) => sendError(res, notThere()));
  app.use(lastResort(ctx));
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
