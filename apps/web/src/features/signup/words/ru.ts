import { pluralIn } from '../../../i18n/plural.ts';
import type { SignupWords } from './en.ts';

const plural = pluralIn('ru');

export const words: SignupWords = {
  question: (title) => `Ваш ответ: ${title}`,
  in: 'Иду',
  maybe: 'Возможно',
  maybeShort: 'Может',
  no: 'Нет',
  place: (position) => `Место ${position}`,
  waiting: (position) => `Вы в очереди, место ${position}. Когда кто-то откажется, вы продвинетесь сами.`,
  comesAs: 'кто:',
  whoComes: (title) => `Кто придёт? ${title}`,
  character: 'Персонаж',
  role: 'Роль',
  also: 'Готов играть и за',
  alsoHint: 'Вы получите первую из ваших ролей, в которой есть место, а ждать будете все.',
  choice: (place) => `выбор ${place}`,
  full: 'мест нет, очередь',
  note: 'Заметка',
  noteHint: 'Её прочтут все, кто видит событие.',
  signUp: 'Записаться',
  noCharacter: 'Здесь нет вашего персонажа',
  noCharacterHint: 'Загрузите персонажей или приведите одного в эту гильдию.',
  noRole: (name) => `${name} не может играть ни одну роль этого события.`,
  gaveUp: (title) => `Вы освободили место: ${title}.`,
  takeBack: 'Отозвать ответ',
  takeBackWhole: 'Отозвать мой ответ',
  tookBack: (title) => `Вы отозвали ответ: ${title}.`,
  days: {
    away: 'Отсутствие',
    today: 'Сегодня',
    nothing: 'Ничего не запланировано',
    reset: (time) => `Сброс ${time}`,
    people: (count) =>
      plural(count, { one: '# участник', few: '# участника', many: '# участников', other: '# участника' }),
  },
  states: {
    signed_up: 'Вы идёте',
    tentative: 'Вы ответили «возможно»',
    declined: 'Вы отказались',
    waitlist: 'Вы ждёте места',
    unanswered: 'Вы не ответили',
    closed: 'Запись закрыта',
    archived: 'Гильдия в архиве',
    cancelled: 'Отменено',
    draft: 'Ещё не опубликовано',
  },
  attendance: {
    present: 'Вы были',
    late: 'Вы опоздали',
    benched: 'Вы были в запасе',
    excused: 'Вы предупредили',
    no_show: 'Вас не было',
  },
};
