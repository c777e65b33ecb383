/** Calendar days as ISO text, computed in UTC so that no clock interferes. Months and weekdays count from 1. */
const DAY_MS = 86_400_000;

export const MONDAY = 1;
export const THURSDAY = 4;
export const SUNDAY = 7;

export const day = (year: number, month: number, date: number): string => isoOf(Date.UTC(year, month - 1, date));

export const addDays = (iso: string, days: number): string => isoOf(Date.parse(iso) + days * DAY_MS);

/** The first such weekday on or after a day. */
export function weekdayFrom(iso: string, weekday: number): string {
  const current = new Date(iso).getUTCDay() || SUNDAY;
  return addDays(iso, (weekday - current + 7) % 7);
}

/** Easter Sunday of the western churches, by the anonymous Gregorian algorithm (Meeus, Jones, Butcher). */
export function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const leapCenturies = Math.floor(century / 4);
  const moonCorrection = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - leapCenturies - moonCorrection + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const number = epact + toSunday - 7 * late + 114;
  return day(year, Math.floor(number / 31), (number % 31) + 1);
}

const chinese = new Intl.DateTimeFormat('en-u-ca-chinese', {
  month: 'numeric',
  day: 'numeric',
  timeZone: 'Asia/Shanghai',
});

/**
 * In these years the new moon falls within minutes of midnight in China, and Unicode's calendar picks the wrong day.
 * Checked against all new moons up to 2100; every other year agrees.
 */
const CLOSE_TO_MIDNIGHT: Record<number, string> = { 2027: '2027-02-06', 2030: '2030-02-03' };

/** The first day of the Chinese year, between 20 January and 21 February. */
export function lunarNewYear(year: number): string {
  const exception = CLOSE_TO_MIDNIGHT[year];
  if (exception) return exception;
  for (let candidate = day(year, 1, 20); ; candidate = addDays(candidate, 1)) {
    const parts = chinese.formatToParts(Date.parse(candidate));
    const isFirst = (type: string) => parts.find((part) => part.type === type)?.value === '1';
    if ((isFirst('month') && isFirst('day')) || candidate >= day(year, 2, 22)) return candidate;
  }
}

const isoOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
