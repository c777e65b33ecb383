import { numbersIn, pluralIn } from '../../../i18n/plural.ts';
import type { AbsencesWords } from './en.ts';

const number = numbersIn('de');
const plural = pluralIn('de');

export const words: AbsencesWords = {
  title: 'Abwesend',
  lead: 'Wer wann abwesend ist. Mitglieder tragen es auf ihren eigenen Seiten ein.',
  earlier: 'Früher',
  later: 'Später',
  today: 'Heute',
  none: 'Alle sind da',
  noneHint: 'Niemand ist in diesen Wochen als abwesend gemeldet.',
  people: (count) => plural(count, { one: '# Person abwesend', other: '# Personen abwesend' }),
  more: (shown, all) => `Gezeigt werden die ersten ${number(shown)} von ${number(all)}.`,
  csv: {
    hint: 'Das Gezeigte als CSV herunterladen',
    person: 'Person',
    from: 'Von',
    to: 'Bis',
    note: 'Notiz',
  },
};
