import { numbersIn, pluralIn } from '../../../i18n/plural.ts';
import type { AbsencesWords } from './en.ts';

const number = numbersIn('es');
const plural = pluralIn('es');

export const words: AbsencesWords = {
  title: 'Ausencias',
  lead: 'Quién ha avisado de que estará fuera, y cuándo. Los miembros lo anotan en sus páginas.',
  earlier: 'Antes',
  later: 'Después',
  today: 'Hoy',
  none: 'Están todos',
  noneHint: 'Nadie ha avisado de ausencias en estas semanas.',
  people: (count) => plural(count, { one: '# persona ausente', other: '# personas ausentes' }),
  more: (shown, all) => `Se muestran las primeras ${number(shown)} de ${number(all)}.`,
  csv: {
    hint: 'Descargar lo mostrado como CSV',
    person: 'Persona',
    from: 'Desde',
    to: 'Hasta',
    note: 'Nota',
  },
};
