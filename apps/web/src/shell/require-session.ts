import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { currentSession } from '../api/session.ts';

/** Where to go after signing in: a path of this site, and nothing that a browser could read as another. */
export const isOwnPath = (text: string) => /^\/(?![/\\])/.test(text);

type Arrival = { location: ParsedLocation; cause: 'preload' | 'enter' | 'stay' };

/** For `beforeLoad` of what needs somebody signed in: to the sign-in page, and back to exactly this address. */
export async function requireSession({ location, cause }: Arrival) {
  const session = await currentSession();
  // The router writes a query in its own way; the address of the browser is as it came.
  const href = cause === 'preload' ? location.href : window.location.href;
  const { path, error } = withoutError(href);
  if (!session) throw redirect({ to: '/login', search: { redirect: path, error } });
  return { viewer: session.user };
}

/** A sign-in that failed comes back as `?error=`. */
export function withoutError(href: string): { path: string; error: string | undefined } {
  const { pathname, search, hash } = new URL(href, window.location.origin);
  const error = new URLSearchParams(search).get('error') ?? undefined;
  const rest = search.replace(/(^\?|&)error=[^&]*/, '').replace(/^&/, '?');
  return { path: `${pathname}${error ? rest : search}${hash}`, error };
}
