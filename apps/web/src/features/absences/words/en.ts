import { numbersIn, pluralIn } from '../../../i18n/plural.ts';

const number = numbersIn('en');
const plural = pluralIn('en');

export const words = {
  title: 'Away',
  lead: 'Absences that members have announced on their own pages.',
  earlier: 'Earlier',
  later: 'Later',
  today: 'Today',
  none: 'Everybody is there',
  noneHint: 'Nobody has said to be away in these weeks.',
  people: (count: number) => plural(count, { one: '# person away', other: '# people away' }),
  more: (shown: number, all: number) => `The first ${number(shown)} of ${number(all)} are shown.`,
  csv: {
    hint: 'Download what is shown as CSV',
    person: 'Person',
    from: 'From',
    to: 'To',
    note: 'Note',
  },
};
export type AbsencesWords = typeof words;
