/**
 * Moves inputs that the REST bridge does not find: those in the query of a POST, PATCH or PUT with a body, and those in
 * the body of a DELETE. A procedure names them in its meta (`fromQuery`, `fromBody`).
 */
import type { AnyTRPCRouter } from '@trpc/server';
import type { Request } from 'express';
import { AppError } from '../errors.ts';
import { refuseDeepInput } from './rest-input.ts';
import type { Meta } from './trpc.ts';

/** Modifies `query` in place. Throws for a malformed body. */
export type MoveInputs = (req: Request, query: Record<string, unknown[]>) => void;

export function movedInputs(router: AnyTRPCRouter): MoveInputs {
  const procedures: { _def: { meta?: Meta } }[] = Object.values(router._def.procedures);
  const routes = procedures.flatMap(({ _def: { meta } }) =>
    meta?.openapi && (meta.fromQuery || meta.fromBody) ? [{ ...meta, ...shapeOf(meta.openapi) }] : [],
  );
  return (req, query) => {
    const route = routes.find(({ method, path }) => method === req.method && path.test(req.path));
    for (const name of route?.fromQuery ?? []) {
      if (query[name]) req.body = { ...req.body, [name]: query[name][0] };
    }
    if (!route?.fromBody) return;
    const body = objectOf(req);
    for (const name of route.fromBody) {
      delete query[name];
      if (name in body) query[name] = [body[name]];
    }
  };
}

function shapeOf({ method, path }: { method: string; path: string }) {
  return { method, path: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}/?$`) };
}

function objectOf(req: Request): Record<string, unknown> {
  if (req.body === undefined) {
    if (Number(req.headers['content-length'] ?? 0) === 0) return {};
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', undefined, 'Send the body as application/json.');
  }
  if (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body)) {
    throw new AppError('BAD_REQUEST', 'invalid_input', 'The body must be a JSON object, such as {"name": "value"}.');
  }
  refuseDeepInput(req.body);
  return req.body;
}
