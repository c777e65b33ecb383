import { addDays, day, easterSunday, lunarNewYear, weekdayFrom } from './calendar-days.ts';
import { type Beginning, holidayRules } from './holiday-rules.ts';

/** Days as ISO text; `endsAt` is the last one. */
export type HolidayEntry = {
  key: string;
  year: number;
  startsAt: string;
  endsAt: string;
  names: Record<string, string>;
};

export function holidaysOfYear(year: number): HolidayEntry[] {
  return holidayRules.flatMap(({ key, begins, days, names }) =>
    beginningsIn(year, begins).map((startsAt) => ({ key, year, startsAt, endsAt: addDays(startsAt, days - 1), names })),
  );
}

function beginningsIn(year: number, begins: Beginning): string[] {
  switch (begins.on) {
    case 'date':
      return [day(year, begins.month, begins.date)];
    case 'weekday':
      return [weekdayFrom(day(year, begins.fromMonth, begins.fromDate), begins.weekday)];
    case 'nth-weekday': {
      const { month, weekday, nth, offset } = begins;
      return [addDays(weekdayFrom(day(year, month, 1), weekday), (nth - 1) * 7 + offset)];
    }
    case 'each-month':
      return Array.from({ length: 12 }, (_, month) => weekdayFrom(day(year, month + 1, 1), begins.weekday));
    case 'easter':
      return [addDays(easterSunday(year), begins.offset)];
    case 'lunar-new-year':
      return [begins.published[year] ?? addDays(lunarNewYear(year), begins.offset)];
  }
}
