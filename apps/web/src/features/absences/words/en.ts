import { numbersIn, pluralIn } from '../../../i18n/plural.ts';

const number = numbersIn('en');
const plural = pluralIn('en');

export const words = {
  title: 'Away',
  lead: 'Absences that members have added on their own pages.',
  earlier: 'Earlier',
  later: 'Later',
  today: 'Today',
  none: 'Nobody is away',
  noneHint: 'No absences are announced for these weeks.',
  people: (count: number) => plural(count, { one: '# person away', other: '# people away' }),
  more: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)} are shown.`,
  csv: {
    hint: 'Download this view as CSV',
    person: 'Person',
    from: 'From',
    to: 'To',
    note: 'Note',
  },
};
export type AbsencesWords = typeof words;
