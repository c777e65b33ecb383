import type { OpenApiMethod } from 'trpc-to-openapi';

type Path = `/${string}`;

/** The REST routes of procedures: method and path, a title for the API reference, and what it says beyond that. */
export function restRoutes(...tags: string[]) {
  const route =
    (method: OpenApiMethod) =>
    (path: Path, summary: string, description?: string, more: { protect?: boolean } = {}) => ({
      ...{ method, path, tags, summary },
      ...(description === undefined ? {} : { description }),
      ...more,
    });
  return { get: route('GET'), post: route('POST'), put: route('PUT'), patch: route('PATCH'), delete: route('DELETE') };
}
