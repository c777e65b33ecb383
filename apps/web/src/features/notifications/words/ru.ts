import { pluralIn } from '../../../i18n/plural.ts';
import type { NotificationsWords } from './en.ts';

const plural = pluralIn('ru');

export const words: NotificationsWords = {
  title: 'Уведомления',
  lead: 'Что случилось, пока вы не смотрели.',
  bell: (count) =>
    count === 0
      ? 'Уведомления'
      : plural(count, {
          one: 'Уведомления, # новое',
          few: 'Уведомления, # новых',
          many: 'Уведомления, # новых',
          other: 'Уведомления, # нового',
        }),
  all: 'Все',
  unread: 'Непрочитанные',
  show: 'Что показать',
  readAll: 'Отметить всё прочитанным',
  more: 'Показать более старые',
  none: 'Пока ничего',
  noneHint: 'Полученные места, перенесённые события, новые роли — всё это появится здесь.',
  noneUnread: 'Всё прочитано',
  newOne: 'новое',
  open: 'Открыть',
  settings: 'Выбрать, что сюда приходит',
  happened: {
    waitlist_promoted: (title) => `У вас есть место: ${title}`,
    place_lost: (title) => `Вы потеряли место: ${title}`,
    moved: (title) => `Офицер переместил вас: ${title}`,
    event_new: (title) => `Новое событие: ${title}`,
    event_moved: (title) => `Перенесено: ${title}`,
    event_cancelled: (title) => `Отменено: ${title}`,
    role_granted: (title) => `Теперь у вас роль «${title}»`,
    role_withdrawn: (title) => `У вас больше нет роли «${title}»`,
    claim_rejected: (title) => `Офицер говорит, что ${title} — не ваш персонаж`,
    transfer_waiting: () => 'Перенос персонажа ждёт вашего решения',
    roster_held: () => 'Обновление состава задержано: в ответе игры не хватает участников',
    picture_refused: () => 'Ваша картинка отклонена',
    integration_stopped: (title) => `«${title}» больше не работает`,
    discord_posts_stopped: (title) =>
      title
        ? `События больше не публикуются в #${title} в Discord`
        : 'Бота больше нет на сервере Discord вашей гильдии',
    discord_token_refused: () => 'Discord отклоняет бота этой установки: его токен неверен',
    discord_roles_held: () => 'Многие потеряли бы роль в Discord: проверьте',
    discord_role_stopped: (title: string) => `Роль ${title} больше не выдаётся в Discord`,
  },
  now: {
    signed_up: 'у вас есть место',
    waitlist: 'вы в листе ожидания',
    tentative: 'ваш ответ теперь «возможно»',
    declined: 'вас убрали',
  },
  purposes: { avatar: 'Картинка вашего профиля', logo: 'Логотип гильдии', event: 'Картинка события' },
  moved: (from, to) => `С ${from} на ${to}`,
  and: (count) =>
    plural(count, {
      one: 'и ещё # из серии',
      few: 'и ещё # из серии',
      many: 'и ещё # из серии',
      other: 'и ещё # из серии',
    }),
  kinds: {
    waitlist_promoted: 'Я поднимаюсь из листа ожидания',
    place_lost: 'Я теряю место, или офицер убирает меня',
    moved: 'Офицер перемещает меня',
    event_new: 'Новые события моих гильдий',
    event_moved: 'Моё событие переносят',
    event_cancelled: 'Моё событие отменяют',
    role_granted: 'Мне дают роль',
    role_withdrawn: 'У меня забирают роль',
    claim_rejected: 'Мою заявку на персонажа отклоняют',
    transfer_waiting: 'Перенос персонажа ждёт моего решения',
    roster_held: 'Обновление состава моей гильдии задержано',
    picture_refused: 'Мою картинку отклоняют',
    integration_stopped: 'Интеграция моей гильдии перестала работать',
    discord_posts_stopped: 'События моей гильдии больше не попадают в Discord',
    discord_token_refused: 'Discord отклоняет бота (для администраторов)',
    discord_roles_held: 'Многие потеряли бы роль в Discord',
    discord_role_stopped: 'Роль больше не выдаётся в Discord',
  },
  inbox: 'Во входящих',
  inboxHint: 'Хранятся 90 дней, на всех устройствах.',
  device: 'На этом устройстве',
  deviceHint: 'Пока открыта вкладка Guildhall, новости появляются и вне её.',
  allow: 'Показывать новости на этом устройстве',
  allowed: 'Новости появляются на этом устройстве.',
  stop: 'Прекратить',
  blocked: 'Браузер это блокирует. Разрешите уведомления для этого сайта в его настройках.',
  unknown: 'Браузер не умеет показывать новости вне страницы.',
};
