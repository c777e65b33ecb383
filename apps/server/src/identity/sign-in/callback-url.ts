import { isInterfacePath } from '@guildhall/contracts/page-path.ts';
import { badRequest } from '../../core/errors.ts';

const MAX_LENGTH = 2_000;

/**
 * Where to go after signing in: a page of this service. Refuses anything that a browser could read as another origin,
 * before anything else happens. Absent means `/`.
 */
export function parseCallbackUrl(value: unknown, baseUrl: string): string {
  if (value === undefined || value === '') return '/';
  const refused = badRequest(
    'invalid_callback_url',
    'callbackURL must be the path of a page of this service, not of its API.',
  );
  if (typeof value !== 'string' || value.length > MAX_LENGTH) throw refused;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, and then `/\t/evil` is `//evil`.
  if (!/^\/(?![/\\])/.test(value) || /[\\\u0000-\u0020\u007f]/.test(value) || /%00/i.test(value)) throw refused;
  if (!URL.canParse(value, baseUrl)) throw refused;
  const url = new URL(value, baseUrl);
  if (url.origin !== new URL(baseUrl).origin || url.pathname.startsWith('//')) throw refused;
  if (isInterfacePath(url.pathname)) throw refused;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Back to where the person came from, with the error and possibly an offer that resolves it. */
export function pathWithError(path: string, error: string, merge?: string | null): string {
  const url = new URL(path, 'http://localhost');
  url.searchParams.set('error', error);
  if (merge) url.searchParams.set('merge', merge);
  return `${url.pathname}${url.search}${url.hash}`;
}
