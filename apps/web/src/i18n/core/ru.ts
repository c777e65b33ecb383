import { pluralIn } from '../plural.ts';
import type { CoreWords } from './en.ts';

const plural = pluralIn('ru');

export const words: CoreWords = {
  ui: {
    close: 'Закрыть',
    cancel: 'Отмена',
    undo: 'Вернуть',
    tryAgain: 'Повторить',
    loading: 'Загрузка',
    nothingFound: 'Ничего не найдено',
    requestId: 'Запрос',
    typeToConfirm: (name) => `Введите «${name}» для подтверждения`,
  },
  roles: { tank: 'танк', healer: 'лекарь', melee: 'ближний бой', ranged: 'дальний бой', flex: 'любая роль' },
  time: {
    asOf: (ago) => `данные: ${ago}`,
    next: (soon) => `обновление ${soon}`,
    neverFetched: 'данных ещё нет',
    guildTime: (time, zone) => `${time} по времени гильдии, ${zone}`,
  },
  failure: {
    titles: {
      refused: 'Не получилось',
      forbidden: 'Вам это недоступно',
      missing: 'Здесь ничего нет',
      conflict: 'Что-то мешает',
      limited: 'Чуть помедленнее',
      fault: 'У нас что-то сломалось',
      offline: 'Нет связи',
    },
    advice: {
      waitSeconds: (seconds) =>
        plural(seconds, {
          one: 'Повторите через # секунду.',
          few: 'Повторите через # секунды.',
          many: 'Повторите через # секунд.',
          other: 'Повторите через # секунды.',
        }),
      offline: 'Проверьте сеть. Всё вернётся само.',
      fault: 'Повторите попытку. Если не поможет, сообщите номер ниже.',
    },
  },
  shell: {
    skip: 'К содержанию',
    main: 'Главное меню',
    mine: 'Моё',
    week: 'Моя неделя',
    weekTab: 'Неделя',
    events: 'События',
    roster: 'Состав',
    characters: 'Персонажи',
    guildHome: 'Зал гильдии',
    more: 'Ещё',
    switchGuild: 'Сменить гильдию',
    noGuild: 'Гильдии пока нет',
    find: 'Найти что угодно',
    findHint: 'Страницы, гильдии, персонажи',
    pages: 'Страницы',
    guilds: 'Гильдии',
    actions: 'Действия',
    results: (count) =>
      plural(count, { one: '# результат', few: '# результата', many: '# результатов', other: '# результата' }),
    shortcuts: 'Сочетания клавиш',
    shortcutSearch: 'Искать на этой странице',
    account: 'Ваша учётная запись',
    theme: 'Тема',
    themes: { dark: 'Тёмная', light: 'Светлая', system: 'Как в системе' },
    language: 'Язык',
    signIn: 'Войти',
    signOut: 'Выйти',
    signedOut: 'Сеанс завершён. Войдите, чтобы продолжить.',
    offline: 'Нет связи. Показаны прежние данные.',
    reconnecting: 'Восстанавливаем связь…',
    newVersion: 'Вышла новая версия.',
    reload: 'Обновить',
    lost: 'Такой страницы нет',
    lostHint: 'Возможно, адрес устарел или содержит опечатку.',
    toWeek: 'К моей неделе',
  },
};
