import type { OpenApiMethod } from 'trpc-to-openapi';
import type { Meta } from './trpc.ts';

type Path = `/${string}`;
type Route = Omit<Meta, 'openapi'> & { route: `${OpenApiMethod} ${Path}`; summary: string; description: string };
type Builder = { _def: { meta?: Meta }; meta(meta: Meta): unknown };

/** Gives procedures their REST routes: method and path, a title for the API reference, and what it says beyond that. */
export const restRoutes =
  (...tags: string[]) =>
  <Procedure extends Builder>(procedure: Procedure, { route, summary, description, ...meta }: Route): Procedure => {
    // A route has these two parts.
    const [method, path] = route.split(' ') as [OpenApiMethod, Path];
    const protect = procedure._def.meta?.signedIn === true;
    // With its meta, the procedure is of the same type.
    return procedure.meta({ ...meta, openapi: { method, path, tags, summary, description, protect } }) as Procedure;
  };
