import { numbersIn, pluralIn } from '../../../i18n/plural.ts';
import type { AbsencesWords } from './en.ts';

const number = numbersIn('fr');
const plural = pluralIn('fr');

export const words: AbsencesWords = {
  title: 'Absences',
  lead: 'Qui a annoncé son absence, et quand. Les membres l’indiquent sur leurs propres pages.',
  earlier: 'Plus tôt',
  later: 'Plus tard',
  today: 'Aujourd’hui',
  none: 'Tout le monde est là',
  noneHint: 'Personne n’a annoncé d’absence sur ces semaines.',
  people: (count) => plural(count, { one: '# personne absente', other: '# personnes absentes' }),
  more: (shown, all) => `Les ${number(shown)} premières sur ${number(all)} sont affichées.`,
  csv: {
    hint: 'Télécharger ce qui est affiché en CSV',
    person: 'Personne',
    from: 'Du',
    to: 'Au',
    note: 'Note',
  },
};
