/** A whole path in which `*` stands for anything, or a regular expression that has to be found in it. */
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
 * Compiles a pattern into a test of paths. A path is tried whole and from behind `/battlenet/api/{region}`, and both ways
 * also percent-decoded, so that a name may be written as it is read.
 */
export function pathMatcher(pattern: PathPattern): (path: string) => boolean {
  const expression = expressionOf(pattern);
  return (path) => {
    const apiPath = path.replace(apiPrefix, '');
    // search() keeps no position between calls, whatever the flags of the expression.
    return [path, apiPath, decoded(path), decoded(apiPath)].some((candidate) => candidate.search(expression) >= 0);
  };
}
