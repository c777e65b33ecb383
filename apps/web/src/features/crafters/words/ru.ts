import { numbersIn, pluralIn } from '../../../i18n/plural.ts';
import type { CraftersWords } from './en.ts';

const number = numbersIn('ru');
const plural = pluralIn('ru');

export const words: CraftersWords = {
  title: 'Кто изготовит',
  lead: 'Введите, что нужно, на любом языке игры. Самые активные — впереди, со всеми твинками.',
  search: 'Что вам нужно?',
  searchHint: 'Зелье, кольцо, накладки …',
  professions: 'Профессии',
  tooShort: 'Для начала хватит трёх букв.',
  truncated: 'Подходит много рецептов; показаны новейшие или самые похожие. Уточните запрос.',
  results: 'Мастера',
  found: (count) => plural(count, { one: '# мастер', few: '# мастера', many: '# мастеров', other: '# мастера' }),
  people: (count) => plural(count, { one: '# умеет', few: '# умеют', many: '# умеют', other: '# умеют' }),
  coverage: (known, all) => `известно о ${number(known)} из ${number(all)} персонажей`,
  nobody: 'Этого здесь никто не изготовит',
  nobodyHint: 'Попробуйте другое слово или его часть. Кто ничем не делится, того не найти.',
  none: 'Профессии пока неизвестны',
  noneHint: 'Они появятся вместе с персонажами тех, кто ими делится.',
  more: 'Показать ещё',
  knows: (count) => plural(count, { one: '# рецепт', few: '# рецепта', many: '# рецептов', other: '# рецепта' }),
  stale: 'прежние данные: игра не ответила',
  neverPlayed: 'ещё не было',
  copyWhisper: (name) => `Скопировать шёпот для ${name}`,
  whisperFor: (recipe) => `Привет! Можешь изготовить «${recipe}»?`,
  whisper: (profession) => `Привет! Мне нужна помощь: ${profession}. Есть минутка?`,
  copied: 'Скопировано. Вставьте в игре.',
  sharing: {
    label: 'Мои гильдии видят, что умеют мои персонажи',
    hint: 'Вместе с этим — экипировка, рейды и репутация. Без этого вас здесь не найти.',
    on: 'Теперь гильдии это видят.',
    off: 'Гильдии этого больше не видят.',
  },
  csv: {
    hint: 'Скачать показанное как CSV',
    recipe: 'Рецепт',
    character: 'Персонаж',
    person: 'Человек',
    profession: 'Профессия',
    skill: 'Навык',
    played: 'Последний вход',
  },
};
