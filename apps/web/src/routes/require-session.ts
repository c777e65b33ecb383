import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { currentSession } from '../api/session.ts';

type Arrival = { location: ParsedLocation; cause: 'preload' | 'enter' | 'stay' };

/**
 * For `beforeLoad` of pages that need a session: redirects to the sign-in page, and from there back to this exact
 * address.
 */
export async function requireSession({ location, cause }: Arrival) {
  const session = await currentSession();
  // The router rewrites the query; the browser's address is unchanged.
  const href = cause === 'preload' ? location.href : window.location.href;
  const { path, error } = withoutError(href);
  if (!session) throw redirect({ to: '/login', search: { redirect: path, error } });
  return { viewer: session.user };
}

/** A failed sign-in returns with `?error=`. */
export function withoutError(href: string): { path: string; error: string | undefined } {
  const { pathname, search, hash } = new URL(href, window.location.origin);
  const error = new URLSearchParams(search).get('error') ?? undefined;
  const rest = search.replace(/(^\?|&)error=[^&]*/, '').replace(/^&/, '?');
  return { path: `${pathname}${error ? rest : search}${hash}`, error };
}
