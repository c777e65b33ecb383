import { numbersIn, pluralIn } from '../../../i18n/plural.ts';
import type { AbsencesWords } from './en.ts';

const number = numbersIn('pt-BR');
const plural = pluralIn('pt-BR');

export const words: AbsencesWords = {
  title: 'Ausências',
  lead: 'Quem avisou que estará fora, e quando. Os membros informam em suas próprias páginas.',
  earlier: 'Antes',
  later: 'Depois',
  today: 'Hoje',
  none: 'Todos estão aqui',
  noneHint: 'Ninguém avisou ausência nestas semanas.',
  people: (count) => plural(count, { one: '# pessoa ausente', other: '# pessoas ausentes' }),
  more: (shown, all) => `São mostradas as primeiras ${number(shown)} de ${number(all)}.`,
  csv: {
    hint: 'Baixar o que é mostrado em CSV',
    person: 'Pessoa',
    from: 'De',
    to: 'Até',
    note: 'Nota',
  },
};
