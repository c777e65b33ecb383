import { Temporal } from 'temporal-polyfill';
import { compactTime, contentLine } from './ical-text.ts';

/**
 * A VTIMEZONE that is right from one instant to another: every change of the clock between them, and the last one before.
 * Written out one by one, because rules of recurrence describe some zones wrongly and those of tomorrow not at all.
 */
export function timeZoneComponent(timeZone: string, from: Date, to: Date): string {
  const observances = changesOf(timeZone, from, to).map(observance);
  return `BEGIN:VTIMEZONE\r\n${contentLine('TZID', timeZone)}${observances.join('')}END:VTIMEZONE\r\n`;
}

type Change = { at: Temporal.ZonedDateTime; before: number; after: number };

const NS_PER_MINUTE = 60_000_000_000;

function changesOf(timeZone: string, from: Date, to: Date): Change[] {
  const first = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone);
  const changes: Change[] = [];
  let at = first.getTimeZoneTransition('previous');
  at ??= first.with({ year: 1970, month: 1, day: 1 }).startOfDay();
  for (let next: Temporal.ZonedDateTime | null = at; next && next.epochMilliseconds <= to.getTime(); ) {
    const after = next.offsetNanoseconds / NS_PER_MINUTE;
    const before = next.subtract({ nanoseconds: 1 }).offsetNanoseconds / NS_PER_MINUTE;
    changes.push({ at: next, before, after });
    next = next.getTimeZoneTransition('next');
  }
  return changes;
}

/** The clock that was changed says when. */
function observance({ at, before, after }: Change): string {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
  const onset = new Date(at.epochMilliseconds + before * 60_000).toISOString();
  return [
    `BEGIN:${kind}\r\n`,
    contentLine('DTSTART', compactTime(onset)),
    contentLine('TZOFFSETFROM', offset(before)),
    contentLine('TZOFFSETTO', offset(after)),
    `END:${kind}\r\n`,
  ].join('');
}

function offset(minutes: number): string {
  const size = Math.abs(Math.round(minutes));
  const digits = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${digits.join('')}`;
}
