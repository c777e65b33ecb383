/**
 * The REST bridge: calls the procedure whose route of the API document the request matches (`api-routes.ts`), with the
 * parameters of path and query and the fields of the body as one input.
 */
import { type AnyTRPCRouter, callTRPCProcedure, getTRPCErrorFromUnknown, type TRPCProcedureType } from '@trpc/server';
import type { Request, RequestHandler, Response } from 'express';
import { asAppError, badRequest, notJson } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { sendJson, setEntityTag } from './compression.ts';
import { errorBody, requestIdOf } from './error-response.ts';
import { decodeSegment } from './request-path.ts';
import { logProcedureError, type Meta, type RequestContext } from './trpc.ts';

type Route = {
  procedure: string;
  type: TRPCProcedureType;
  meta: Meta;
  /** Positions of the parameters in the path. */
  parameters: [position: number, name: string][];
};

export function restBridge(
  router: AnyTRPCRouter,
  log: Logger,
  createContext: (res: Response) => RequestContext,
): RequestHandler {
  const routes = routesOf(router);
  return async (req, res, next) => {
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    const route = routes.get(`${method} ${res.locals.apiPath}`);
    if (!route || prefersOtherMedia(route.meta, req, res)) return next();
    req.method = method;
    const { procedure: path, type, meta } = route;
    const input = inputOf(route, req);
    try {
      const lacksBody = res.locals.needsBody === true && !hasBody(req);
      const call = { ctx: { ...createContext(res), lacksBody }, getRawInput: async () => input, path, type };
      const answer = await callTRPCProcedure({ router, ...call, signal: undefined, batchIndex: 0 });
      if (meta.location) res.setHeader('Location', locationOf(meta.location, req, answer));
      send(req, res, res.locals.restStatus ?? meta.restStatus ?? 200, answer);
    } catch (thrown) {
      const error = getTRPCErrorFromUnknown(thrown);
      const requestId = requestIdOf(res);
      logProcedureError(log, { error, path, requestId });
      const refusal = asAppError(error);
      send(req, res, refusal?.status ?? 500, errorBody(refusal, requestId));
    }
  };
}

function routesOf(router: AnyTRPCRouter): Map<string, Route> {
  const procedures: [string, { _def: { type: TRPCProcedureType; meta?: Meta } }][] = Object.entries(
    router._def.procedures,
  );
  return new Map(
    procedures.flatMap(([procedure, { _def }]): [string, Route][] => {
      const { type, meta = {} } = _def;
      if (!meta.openapi) return [];
      const { method, path } = meta.openapi;
      const parameters = path.split('/').flatMap((segment, position): Route['parameters'] => {
        const [, name] = /^\{(.+)\}$/.exec(segment) ?? [];
        return name ? [[position, name]] : [];
      });
      return [[`${method} ${path}`, { procedure, type, meta, parameters }]];
    }),
  );
}

/** Another route answers a client that prefers a file or a text to JSON. */
function prefersOtherMedia({ otherMedia }: Meta, req: Request, res: Response): boolean {
  if (!otherMedia) return false;
  res.vary('Accept');
  const preferred = req.accepts(['application/json', ...Object.keys(otherMedia)]);
  return preferred !== false && preferred !== 'application/json';
}

/** A repeated parameter becomes a list, which no schema takes. */
function inputOf({ meta, parameters }: Route, req: Request): Record<string, unknown> {
  const segments = req.path.split('/');
  const path = parameters.map(([position, name]) => [name, decodeSegment(segments[position] ?? '')]);
  return { ...bodyOf(req, meta), ...queryOf(req.url), ...Object.fromEntries(path) };
}

/** A PATCH changes the fields it names, which is what a merge patch does. */
export const JSON_TYPES = ['application/json', 'application/merge-patch+json'];

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A DELETE takes no more of its body than its procedure names. */
function bodyOf(req: Request, { fromBody }: Meta): Record<string, unknown> {
  if (req.method === 'GET' || (req.method === 'DELETE' && !fromBody)) return {};
  if (!hasBody(req)) return {};
  if (!req.is(JSON_TYPES)) throw notJson();
  const { body } = req;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest('invalid_input', 'The body must be a JSON object, such as {"name": "value"}.');
  }
  return fromBody ? Object.fromEntries(Object.entries(body).filter(([name]) => fromBody.includes(name))) : body;
}

function queryOf(url: string): Record<string, unknown> {
  const start = url.indexOf('?');
  if (start === -1) return {};
  const query = new URLSearchParams(url.slice(start));
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

function send(req: Request, res: Response, status: number, answer: unknown): void {
  const text = JSON.stringify(answer);
  res.statusCode = status;
  setEntityTag(req, res, text);
  sendJson(req, res, text);
}

/** `.` stands for the requested address; `{name}` for a field of the answer. */
function locationOf(template: string, req: Request, answer: unknown): string {
  const fields: Record<string, unknown> = { ...(answer as object) };
  const path = template.replace(/^\./, req.path).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fields[name]));
  return `/api/v1${path}`;
}
