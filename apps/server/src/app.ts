/** The HTTP surface, in reading order. */
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import cors from 'cors';
import express, { type ErrorRequestHandler, type Express, type Response } from 'express';
import helmet from 'helmet';
import { authenticate, authenticationOf } from './auth/authenticate.ts';
import { authRoutes } from './auth/auth.routes.ts';
import type { AppContext } from './core/context.ts';
import { requestIdOf, sendError } from './core/error-response.ts';
import { AppError } from './core/errors.ts';
import { requestLog } from './core/request-log.ts';
import { restBridge } from './core/rest.ts';
import type { RequestContext } from './core/trpc.ts';
import { docs } from './docs.ts';
import { probes } from './health/probes.ts';
import { landingPage } from './landing-page.ts';
import { appRouter } from './router.ts';

const BODY_LIMIT = '256kb';
const BODY_LIMIT_BYTES = 256 * 1024;
const MAX_BATCH = 20;

export function createApp(ctx: AppContext): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', ctx.config.trustProxyHops);

  app.use(requestLog(ctx.log));
  app.use(securityHeaders(ctx.config.baseUrl.startsWith('https://')));
  app.use(cors({ origin: ctx.config.corsOrigins, credentials: true, maxAge: 600, exposedHeaders: EXPOSED_HEADERS }));
  app.use(probes(ctx));
  app.use(landingPage(ctx));
  app.use(docs(ctx));

  app.use(['/api/v1', '/trpc'], personal, authenticate(ctx));
  app.use('/api/v1', authRoutes(ctx));
  app.use(express.json({ limit: BODY_LIMIT }));
  const requestContext = (surface: RequestContext['surface'], res: Response): RequestContext => ({
    app: ctx,
    authentication: authenticationOf(res),
    requestId: requestIdOf(res),
    surface,
    res,
  });
  app.use(
    '/trpc',
    createExpressMiddleware({
      router: appRouter,
      createContext: ({ res }) => requestContext('trpc', res),
      maxBodySize: BODY_LIMIT_BYTES,
      maxBatchSize: MAX_BATCH,
    }),
  );
  app.use('/api/v1', restBridge(appRouter, (res) => requestContext('rest', res)));

  app.use((_req, res) => sendError(res, new AppError('NOT_FOUND', undefined, 'There is nothing at this address.')));
  app.use(lastResort(ctx));
  return app;
}

/** An API shows nothing and is framed nowhere; its few pages set a policy of their own. */
function securityHeaders(https: boolean): express.RequestHandler {
  const directives = { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] };
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: https,
  });
}

const EXPOSED_HEADERS = ['X-Request-Id', 'Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

/** Answers about a person are nobody's to keep; reference data say otherwise themselves. */
function personal(_req: express.Request, res: Response, next: () => void): void {
  res.setHeader('Cache-Control', 'no-store');
  next();
}

type ParserError = Error & { type?: string; status?: number };

/** What the middleware before the procedures refuses, and what nobody expected. */
function lastResort(ctx: AppContext): ErrorRequestHandler {
  return (error: ParserError, _req, res, _next) => {
    const refusal = parserRefusal(error);
    if (!refusal) ctx.log.error({ err: error, requestId: requestIdOf(res) }, 'unexpected error');
    if (res.headersSent) res.destroy();
    else sendError(res, refusal ?? error);
  };
}

function parserRefusal(error: ParserError): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error.type === 'entity.parse.failed') return new AppError('BAD_REQUEST', 'malformed_json', 'The body is not valid JSON.');
  if (error.status === 413) return new AppError('PAYLOAD_TOO_LARGE', undefined, 'The request is too large.');
  if (error.status === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', undefined, 'Send application/json.');
  if (error.status && error.status < 500) return new AppError('BAD_REQUEST', 'invalid_input', 'The request is not valid.');
  return undefined;
}
