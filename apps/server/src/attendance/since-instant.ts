import { Temporal } from 'temporal-polyfill';
import { badRequest } from '../core/errors.ts';

const LONGEST_YEARS = 10;

/** A date means midnight in the zone, an instant itself. Throws BAD_REQUEST for the future and the distant past. */
export function sinceInstant(since: string, timeZone: string): Temporal.ZonedDateTime {
  const zoned =
    since.length > 10
      ? Temporal.Instant.from(since).toZonedDateTimeISO(timeZone)
      : Temporal.PlainDate.from(since).toZonedDateTime(timeZone);
  const now = Temporal.Now.zonedDateTimeISO(timeZone);
  const isFuture = Temporal.ZonedDateTime.compare(zoned, now) > 0;
  const isAncient = Temporal.ZonedDateTime.compare(zoned, now.subtract({ years: LONGEST_YEARS })) < 0;
  if (!isFuture && !isAncient) return zoned;
  const message = isFuture ? 'must not be in the future' : `must not be more than ${LONGEST_YEARS} years ago`;
  throw badRequest('invalid_input', `since ${message}.`, { issues: [{ path: 'since', message }] });
}
