import { numbersIn, pluralIn } from '../../../i18n/plural.ts';
import type { AbsencesWords } from './en.ts';

const number = numbersIn('ru');
const plural = pluralIn('ru');

export const words: AbsencesWords = {
  title: 'Отъезды',
  lead: 'Кто и когда будет в отъезде. Участники указывают это на своих страницах.',
  earlier: 'Раньше',
  later: 'Позже',
  today: 'Сегодня',
  none: 'Все на месте',
  noneHint: 'В эти недели никто не сообщал об отъезде.',
  people: (count) =>
    plural(count, {
      one: '# человек в отъезде',
      few: '# человека в отъезде',
      many: '# человек в отъезде',
      other: '# человека в отъезде',
    }),
  more: (shown, all) => `Показаны первые ${number(shown)} из ${number(all)}.`,
  csv: {
    hint: 'Скачать показанное как CSV',
    person: 'Человек',
    from: 'С',
    to: 'По',
    note: 'Заметка',
  },
};
