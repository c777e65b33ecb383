/** Converts ends and deadlines of an input into lengths of time. */
import { badRequest } from '../../core/errors.ts';

const MAX_MINUTES = 7 * 24 * 60;

/** Minutes from the start to the end. Throws BAD_REQUEST. */
export function minutesOf(startsAt: Date, endsAt: string | undefined): number {
  const minutes = Math.round((Date.parse(endsAt ?? '') - startsAt.getTime()) / 60_000);
  if (!(minutes > 0)) throw invalid('endsAt', 'The end must be after the start.');
  if (minutes > MAX_MINUTES) throw invalid('endsAt', 'An event can last at most a week.');
  return minutes;
}

/** Minutes from the closing of sign-ups to the start; null when both coincide. Throws BAD_REQUEST. */
export function closingMinutes(startsAt: Date, deadline: string | null | undefined): number | null {
  if (deadline === null || deadline === undefined) return null;
  const minutes = Math.ceil((startsAt.getTime() - Date.parse(deadline)) / 60_000);
  if (minutes < 0) throw invalid('signupDeadline', 'Sign-ups must close before the start, or at the start.');
  if (minutes > 366 * 24 * 60) throw invalid('signupDeadline', 'Sign-ups can close at most a year before the start.');
  return minutes;
}

const invalid = (path: string, message: string) =>
  badRequest('invalid_input', message, { issues: [{ path, message }] });
