/** Written by `pnpm words` from ./calendar/*.json. */
import { readWords } from '../../core/services/words.ts';

export type CalendarWords = {
  cancelled: (values: { title: string }) => string;
  cut: (values: { url: string }) => string;
  leftOut: (values: { shown: number; all: number; url: string }) => string;
};

export const calendarWords = readWords<CalendarWords>(import.meta.dirname, './calendar');
