import { numbersIn, pluralIn } from '../../../../i18n/plural.ts';
import type { DiscordPostsWords } from './en.ts';

const number = numbersIn('ru');
const plural = pluralIn('ru');

export const words: DiscordPostsWords = {
  title: 'События в Discord',
  lead: 'Каждое событие становится сообщением с кнопками в выбранных каналах, и сообщение следует за событием.',
  states: {
    not_configured: 'Здесь не настроен бот Discord. Это должен сделать владелец сервиса.',
    no_server: 'Выберите свой сервер в Discord, чтобы добавить на него бота. Нужно им там управлять.',
    not_confirmed:
      'За ваш сервер Discord больше не ручается никто из управляющих им. Пока его не добавят снова, ничего не публикуется.',
    bot_removed: 'Бота больше нет на сервере Discord. Пока вы не добавите его снова, ничего не публикуется.',
  },
  bindingStates: {
    ok: 'Работает',
    channel_gone: 'Этот канал удалён. Отключите его и выберите другой.',
  },
  lacks: (permissions: string) =>
    `Боту здесь не хватает прав: ${permissions}. Разрешите их в настройках канала в Discord и проверьте снова.`,
  permissions: {
    viewChannel: 'Просматривать канал',
    sendMessages: 'Отправлять сообщения',
    embedLinks: 'Встраивать ссылки',
    readMessageHistory: 'Читать историю сообщений',
  },
  posts: {
    shown: (count: number) => `${number(count)} показано`,
    waiting: (count: number) => `${number(count)} ждут`,
    removed: (count: number) => `${number(count)} удалено вручную`,
    failed: (count: number) => `${number(count)} отклонено Discord`,
  },
  details: { names: 'С именами', counts: 'Только числа' },
  types: { raid: 'Рейды', dungeon: 'Подземелья', social: 'Встречи', pvp: 'PvP', other: 'Другое' },
  daysAhead: (days: number) =>
    plural(days, { one: 'за # день', few: 'за # дня', many: 'за # дней', other: 'за # дня' }),
  install: 'Добавить в Discord',
  connected: 'Сервер подключён.',
  installAgain: 'Добавить бота снова',
  mayCreateEvents: 'Разрешить боту создавать события',
  installErrors: {
    state_mismatch: 'Вы вернулись в другом браузере или слишком поздно. Начните заново.',
    access_denied: 'В Discord не выбран сервер. Начните заново.',
    provider_unavailable: 'Discord сейчас не отвечает. Попробуйте позже.',
    other_chat_account: 'Вы выбирали с другой учётной записью Discord, а не с той, что связана с вашим профилем.',
    bot_not_added: 'Бота нет на сервере. Начните заново и оставьте его там.',
    not_chat_server_manager: 'Вы не управляете этим сервером в Discord. Попросите того, кто управляет.',
    not_allowed: 'Вы больше не можете изменять эту гильдию.',
  },
  check: 'Проверить снова',
  checked: 'Discord только что опрошен.',
  none: 'Каналов пока нет',
  noneHint: 'Выберите, где появляются события.',
  add: 'Добавить канал',
  repost: 'Опубликовать удалённые снова',
  reposted: (count: number) => `Опубликовано снова: ${number(count)}`,
  test: 'Отправить проверку',
  tested: 'Проверка отправлена в канал.',
  change: 'Изменить',
  save: 'Сохранить',
  saved: 'Сохранено.',
  disconnect: 'Отключить',
  disconnectConsequence: 'Сообщения о будущих событиях удалятся. О прошедших — останутся.',
  disconnected: 'Канал отключён.',
  channel: 'Канал',
  choose: 'Выберите канал',
  bound: 'уже подключён',
  lacking: 'бот не может там писать',
  what: 'Что публикуется',
  leadDays: 'За сколько дней',
  leadDaysHint: 'Более далёкие события ждут своего дня.',
  evenIfPublic: 'Показывать имена, хотя канал видит весь сервер',
  mirrors: 'Показывать ближайшие события и как события сервера',
  mirrorsHint: 'Их видят все на сервере над каналами: ближайшие 25 на четыре недели вперёд.',
  mirrored: 'и как события сервера',
  mirrorProblems: {
    lacks_permission:
      'Событий сервера не хватает: боту нельзя создавать события. Разрешите это его роли в Discord и проверьте снова.',
    too_many: 'Событий сервера не хватает: на сервере их уже 100, больше нельзя. Бот попробует снова через день.',
  },
  mentions: 'Упоминать участников',
  mentionsHint: 'В ответе на сообщение, кроме тех, кто отключил напоминания.',
  mentionHours: { never: 'Никогда', 24: 'За день', 1: 'За час' },
  mentioned: { 24: 'упоминания за день', 1: 'упоминания за час' },
  disconnectQuestion: (channel: string) => `Отключить #${channel}?`,
};
