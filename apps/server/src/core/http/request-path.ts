/**
 * Refuses a path that two programs could read differently, before anything routes by it: a proxy in front of the
 * service may guard a prefix and must see the same route as we do.
 */
import type { RequestHandler } from 'express';
import { badRequest } from '../errors.ts';

const MAX_LENGTH = 8_000;

/** The path and query of a request target without its origin; anything else becomes a refused path. */
export function originForm(target = ''): string {
  if (target.startsWith('/')) return target;
  return /^https?:\/\/[\w.:[\]-]+(\/.*)$/i.exec(target)?.[1] ?? '//';
}

export const pathOfTarget = (target: string): string => target.split('?', 1)[0] ?? '';

export const refuseAmbiguousPaths: RequestHandler = (req, res, next) => {
  const path = pathOfTarget(req.url);
  const problem = req.url.length > MAX_LENGTH ? 'The address is longer than 8,000 characters.' : problemOf(path);
  if (path === '/trpc' || path.startsWith('/trpc/')) res.locals.surface = 'trpc';
  if (problem) throw badRequest('invalid_input', problem);
  next();
};

function problemOf(path: string): string | undefined {
  if (!/^[\x21-\x7e]*$/.test(path) || /[#\\]/.test(path)) {
    return 'The path contains a character that has to be percent-encoded.';
  }
  const segments = path.slice(1).split('/');
  if (segments.slice(0, -1).includes('')) return 'The path contains an empty segment. Remove the extra slash.';
  for (const segment of segments) {
    const decoded = decode(segment);
    if (decoded === undefined) return 'The path has a malformed % sequence.';
    if (isDotted(decoded)) return 'The path contains "." or ".." as a segment. Send the path that it stands for.';
  }
  return undefined;
}

/** Also detects dots after a second decoding, which a careless proxy may do. */
function isDotted(segment: string): boolean {
  if (segment.split(/[/\\]/).some((part) => part === '.' || part === '..')) return true;
  const again = segment.includes('%') ? decode(segment) : undefined;
  return again !== undefined && again !== segment && isDotted(again);
}

/** A path parameter; a malformed one has been refused before. */
export const decodeSegment = (segment: string): string => decode(segment) ?? segment;

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
