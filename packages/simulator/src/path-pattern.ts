/** A whole path in which `*` matches anything, or a regular expression that matches part of it. */
export type PathPattern = string | RegExp;

const apiPrefix = /^\/battlenet\/api\/[^/]+/;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function expressionOf(pattern: PathPattern): RegExp {
  if (typeof pattern !== 'string') return pattern;
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i');
}

/**
 * Compiles a pattern into a predicate on paths. A path is tried whole and after `/battlenet/api/{region}`, and both
 * also percent-decoded, so that a pattern may spell names as people do.
 */
export function pathMatcher(pattern: PathPattern): (path: string) => boolean {
  const expression = expressionOf(pattern);
  return (path) => {
    const apiPath = path.replace(apiPrefix, '');
    // search() keeps no position between calls, whatever the expression's flags.
    return [path, apiPath, decoded(path), decoded(apiPath)].some((candidate) => candidate.search(expression) >= 0);
  };
}
