/** The HTTP surface of a process without the role `web`: probes and metrics. */
import type { RequestListener } from 'node:http';
import type { RequestHandler } from 'express';
import express from 'express';
import { metricsRoute } from '../admin/metrics.route.ts';
import { addressNotFound } from '../core/errors.ts';
import { errorHandler } from '../core/http/error-handler.ts';
import { sendError } from '../core/http/error-response.ts';
import { requestLog } from '../core/http/request-log.ts';
import type { AppContext } from '../core/services/context.ts';
import { probes } from './health/probes.ts';

export const workerRoutes = (ctx: AppContext): RequestHandler[] => [probes(ctx), metricsRoute(ctx)];

export function createWorkerApp(ctx: AppContext): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.use(requestLog(ctx.log, ctx.metrics));
  app.use(workerRoutes(ctx));
  app.use((_req, res) => sendError(res, addressNotFound()));
  app.use(errorHandler(ctx));
  return app;
}
