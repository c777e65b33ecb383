/**
 * The REST bridge: trpc-to-openapi, with corrections for its quirks. It answers 415 to a POST without a body, yet
 * accepts any type that begins like JSON; spreads the body over the parameters whatever it is; drops empty parameters;
 * leaves path parameters undecoded (see `rest-input.ts`); supports neither a query with a body nor a body in a DELETE
 * (`rest-places.ts`); answers 200 unless told otherwise; drops the issues of our errors; and answers HEAD with 204
 * unconditionally.
 */
import type { AnyTRPCRouter } from '@trpc/server';
import { type Request, type Response, Router } from 'express';
import { createOpenApiExpressMiddleware, type OpenApiRouter } from 'trpc-to-openapi';
import { AppError, asAppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { errorBody, requestIdOf } from './error-response.ts';
import { refuseDeepInput } from './rest-input.ts';
import { type MoveInputs, movedInputs } from './rest-places.ts';
import { nameAnswer } from './small-answers.ts';
import { type Meta, noteError, type RequestContext } from './trpc.ts';

export function restBridge(
  appRouter: AnyTRPCRouter,
  log: Logger,
  createContext: (res: Response) => RequestContext,
): Router {
  const metas = metasOf(appRouter);
  const moveInputs = movedInputs(appRouter);
  const bridge = withoutSecondDocument(() =>
    createOpenApiExpressMiddleware({
      // The bridge types its router on its own root types; ours differ only in the context.
      router: appRouter as unknown as OpenApiRouter,
      createContext: ({ res }) => createContext(res),
      responseMeta: ({ errors, paths, ctx, data }) => {
        if (errors[0]) return { status: asAppError(errors[0])?.status ?? 500 };
        const { restStatus = 200, location } = metas.get(paths?.[0] ?? '') ?? {};
        const headers = location && ctx ? { Location: locationOf(location, ctx.res.req, data[0]) } : {};
        return { status: ctx?.res.locals.restStatus ?? restStatus, headers };
      },
      onError: ({ error, path, req }) => {
        if (!req.res) return;
        const requestId = requestIdOf(req.res);
        noteError(log, { error, path, requestId });
        req.res.locals.errorBody = errorBody(asAppError(error), requestId);
      },
    }),
  );

  const router = Router();
  router.use((req, _res, next) => {
    normalizeRequest(req, moveInputs);
    next();
  });
  router.use((req, res, next) => {
    const end = res.end.bind(res);
    // Replaces the bridge's error body with ours. The bridge also knows nothing of ETags.
    res.end = ((chunk: string) => {
      if (res.locals.errorBody) return end(JSON.stringify(res.locals.errorBody));
      nameAnswer(req, res, chunk);
      if (!req.fresh) {
        res.setHeader('Content-Length', Buffer.byteLength(chunk));
        return end(chunk);
      }
      res.statusCode = 304;
      res.removeHeader('Content-Type');
      return end();
    }) as typeof res.end;
    bridge(req, res).catch(next);
  });
  return router;
}

/** Outside production, the library would generate the whole API document once more, only to look for mistakes. */
function withoutSecondDocument<Made>(create: () => Made): Made {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    return create();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/** A PATCH changes the fields it names, which is what a merge patch does. */
export const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

/** Throws for requests that the bridge would misread. */
function normalizeRequest(req: Request, moveInputs: MoveInputs): void {
  if (req.method === 'HEAD') req.method = 'GET';
  const query = parametersOf(req.url);
  if (req.method !== 'GET' && req.method !== 'DELETE') normalizeBody(req);
  moveInputs(req, query);
  // Each value becomes a list of its own; the bridge then keeps empty ones.
  Object.defineProperty(req, 'query', { value: query });
}

function normalizeBody(req: Request): void {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (hasBody && !req.is(JSON_TYPES)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', undefined, 'Send the body as application/json.');
  }
  req.headers['content-type'] = 'application/json';
  if (!hasBody) req.body = {};
  if (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body)) {
    throw new AppError('BAD_REQUEST', 'invalid_input', 'The body must be a JSON object, such as {"name": "value"}.');
  }
  refuseDeepInput(req.body);
}

function parametersOf(url: string): Record<string, string[]> {
  const grouped = Object.groupBy(new URL(url, 'http://localhost').searchParams, ([name]) => name);
  return Object.fromEntries(Object.entries(grouped).map(([name, pairs = []]) => [name, pairs.map(([, text]) => text)]));
}

/** `.` stands for the requested address; `{name}` for a field of the answer. */
function locationOf(template: string, req: Request, answer: unknown): string {
  const fields: Record<string, unknown> = { ...(answer as object) };
  const path = template.replace(/^\./, req.path).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fields[name]));
  return `/api/v1${path}`;
}

function metasOf(appRouter: AnyTRPCRouter): Map<string, Meta> {
  const procedures: [string, { _def: { meta?: Meta } }][] = Object.entries(appRouter._def.procedures);
  return new Map(procedures.map(([path, { _def }]) => [path, _def.meta ?? {}]));
}
