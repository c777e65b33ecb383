import { pluralIn } from '../../../i18n/plural.ts';
import type { WeekWords } from './en.ts';

const plural = pluralIn('ru');

export const words: WeekWords = {
  thisWeek: 'Эта неделя',
  weekOf: 'Неделя',
  before: 'Неделя раньше',
  after: 'Неделя позже',
  nextEvent: 'Следующее событие',
  running: 'Идёт сейчас',
  startsIn: (span) => `через ${span}`,
  at: (day, from, to) => `${day}, с ${from} до ${to}`,
  answerBy: (when) => `Ответьте до ${when}`,
  ledBy: (name) => `ведёт ${name}`,
  noEvent: 'Впереди ничего нет',
  noEventHint: 'Когда одна из ваших гильдий что-то запланирует, оно появится здесь, и вы ответите одним касанием.',
  toEvents: 'Запланировать',
  needsYou: 'Ждёт вас',
  answer: 'Ответить',
  decide: 'Решить',
  transfers: (count) =>
    plural(count, {
      one: '# перенос ждёт решения',
      few: '# переноса ждут решения',
      many: '# переносов ждут решения',
      other: '# переноса ждут решения',
    }),
  pictures: (count) =>
    plural(count, {
      one: '# картинка ждёт проверки',
      few: '# картинки ждут проверки',
      many: '# картинок ждут проверки',
      other: '# картинки ждут проверки',
    }),
  more: (count) => plural(count, { one: 'и ещё #', few: 'и ещё #', many: 'и ещё #', other: 'и ещё #' }),
  allAnswered: 'На всё есть ответ',
  restAnswered: 'На остальное ответ есть',
  news: 'Новости',
  noNews: 'Новостей пока нет',
  noNewsHint: 'Здесь появится то, что пишут офицеры ваших гильдий.',
  characters: 'Ваши персонажи',
  allCharacters: 'Все',
  noCharacters: 'Персонажей пока нет',
  fetch: 'Загрузить персонажей',
  neverRead: 'ещё не загружен',
  welcome: 'У вас здесь пока нет гильдии',
  ways: {
    characters: 'Загрузите персонажей',
    charactersHint: 'С ними придут ваши гильдии, с составом и званиями, как в игре.',
    invite: 'Примите приглашение',
    inviteHint: 'Офицер пришлёт вам код или ссылку.',
    code: 'Код приглашения',
    join: 'Вступить',
    found: 'Создайте сообщество',
    foundHint: 'Для людей из разных гильдий или без гильдии.',
    name: 'Название',
    create: 'Создать',
  },
};
