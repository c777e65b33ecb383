/**
 * Whether a path leads to an interface of the service instead of a page. Opening one may act for the person who does, so
 * it is no place to be sent to by a link of another. Expects the path as `URL` normalizes it.
 */
export function isInterfacePath(pathname: string): boolean {
  return /^\/(?:api|trpc)(?:\/|$)/i.test(decoded(pathname));
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
