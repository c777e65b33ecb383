/**
 * The REST bridge: trpc-to-openapi behind everything it needs to be told. It answers 415 to a POST without a body, does
 * not decode path parameters (see `rest-input.ts`), answers 200 unless told otherwise, drops the issues of our errors,
 * and answers HEAD with 204 before looking at anything.
 */
import type { AnyTRPCRouter } from '@trpc/server';
import { type Request, type Response, Router } from 'express';
import { createOpenApiExpressMiddleware, type OpenApiRouter } from 'trpc-to-openapi';
import { errorBody, requestIdOf } from './error-response.ts';
import { asAppError } from './errors.ts';
import type { Meta, RequestContext } from './trpc.ts';

export function restBridge(appRouter: AnyTRPCRouter, createContext: (res: Response) => RequestContext): Router {
  const statuses = successStatuses(appRouter);
  const bridge = createOpenApiExpressMiddleware({
    // Its router type is built on its own root types; ours differ only in the context.
    router: appRouter as unknown as OpenApiRouter,
    createContext: ({ res }) => createContext(res),
    responseMeta: ({ errors, paths }) => {
      if (errors[0]) return { status: asAppError(errors[0])?.status ?? 500 };
      return { status: statuses.get(paths?.[0] ?? '') ?? 200 };
    },
    onError: ({ error, req }) => {
      if (req.res) req.res.locals.errorBody = errorBody(asAppError(error), requestIdOf(req.res));
    },
  });

  const router = Router();
  router.use(normalizeRequest);
  router.use((req, res, next) => {
    const end = res.end.bind(res);
    // The bridge builds its own error body; ours takes its place.
    res.end = ((chunk: string) =>
      end(res.locals.errorBody ? JSON.stringify(res.locals.errorBody) : chunk)) as typeof res.end;
    bridge(req, res).catch(next);
  });
  return router;
}

function normalizeRequest(req: Request, _res: Response, next: () => void): void {
  if (req.method === 'HEAD') req.method = 'GET';
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (!hasBody && req.method !== 'GET' && req.method !== 'DELETE') {
    req.headers['content-type'] = 'application/json';
    req.body = {};
  }
  next();
}

function successStatuses(appRouter: AnyTRPCRouter): Map<string, number> {
  const procedures: [string, { _def: { meta?: Meta } }][] = Object.entries(appRouter._def.procedures);
  return new Map(procedures.flatMap(([path, { _def }]) => (_def.meta?.restStatus ? [[path, _def.meta.restStatus]] : [])));
}
