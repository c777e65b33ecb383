/** Local dates and times, and instants in requests. */
import { z } from 'zod';

const DATE = /^(20\d\d)-(\d\d)-(\d\d)$/;
const DATE_TIME = /^(20\d\d-\d\d-\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::00)?$/;

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (!day) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** A calendar day in the time zone of its context. */
export const LocalDate = z
  .string()
  .max(10)
  .refine(isDate, 'must be an existing day from 2000 to 2099, written like 2026-12-01')
  .meta({ override: { type: 'string', format: 'date', examples: ['2026-12-01'] } });

/** Wall-clock time to the minute. */
export const LocalDateTime = z
  .string()
  .max(19)
  .refine(
    (text) => isDate(DATE_TIME.exec(text)?.[1] ?? ''),
    'must be an existing day from 2000 to 2099 with a time, written like 2026-12-01T20:00',
  )
  .transform((text) => text.slice(0, 16))
  .meta({
    override: {
      type: 'string',
      pattern: '^20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:00)?$',
      examples: ['2026-12-01T20:00'],
      description: 'Wall-clock time without an offset',
    },
  });

/** An instant in a request, to the minute: with an offset or `Z`, in this century. */
export const MinuteInput = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((text) => /^20\d\d-/.test(text), 'must be from 2000 to 2099')
  .refine((text) => Date.parse(text) % 60_000 === 0, 'must be a full minute, without seconds')
  .transform((text) => new Date(text).toISOString())
  .meta({ override: { type: 'string', format: 'date-time', examples: ['2026-12-01T19:00:00Z'] } });

const instant = z.iso.datetime({ offset: true });

/** A day, or an instant with an offset or `Z`. */
export const DayOrInstant = z
  .string()
  .max(40)
  .refine(
    (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? isDay(text) : instant.safeParse(text).success),
    'must be a day such as 2026-09-01, or an instant such as 2026-09-01T18:00:00Z',
  );

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
