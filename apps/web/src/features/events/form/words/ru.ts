import { pluralIn } from '../../../../i18n/plural.ts';
import type { FormWords } from './en.ts';

const plural = pluralIn('ru');

export const words: FormWords = {
  newTitle: 'Новое событие',
  editTitle: (title) => `Изменить: ${title}`,
  lead: (guild) => `Для гильдии ${guild}`,
  what: 'Что',
  title: 'Название',
  type: 'Вид',
  instance: 'Рейд или подземелье',
  instanceHint: 'Даёт событию картинку.',
  instancePlaceholder: 'Введите несколько букв',
  description: 'Описание',
  when: 'Когда',
  day: 'День',
  time: 'Время',
  inZone: (zone) => `По часам гильдии, ${zone}`,
  inEventZone: (zone) => `Время события, ${zone}`,
  yours: (when) => `Для вас: ${when}`,
  duration: 'Длительность',
  hours: (count) => plural(count, { one: '# час', few: '# часа', many: '# часов', other: '# часа' }),
  deadline: 'Ответы до',
  deadlines: { start: 'начала', h1: 'за 1 час', h3: 'за 3 часа', h12: 'за 12 часов', d1: 'за 1 день', d2: 'за 2 дня' },
  repeat: 'Повторять',
  repeatOn: 'Каждую неделю в',
  repeatUntil: 'Последний день',
  dates: (count) => plural(count, { one: '# дата', few: '# даты', many: '# дат', other: '# даты' }),
  clockChange: 'часы переводятся',
  leaveOut: 'Снимите отметку с того, что не состоится.',
  tooMany: (most) => `В серии не больше ${most} дат.`,
  places: 'Места',
  presets: 'Заготовки',
  preset: (size) => `${size} игроков`,
  noPlaces: 'Без мест участвуют все, кто записался.',
  fewer: (role) => `Меньше: ${role}`,
  more: (role) => `Больше: ${role}`,
  total: (count) => plural(count, { one: '# место', few: '# места', many: '# мест', other: '# места' }),
  anyRole: 'Любой класс может взять любую роль',
  anyRoleHint: 'Иначе роль, недоступная классу, не принимается.',
  scope: 'Круг',
  scopes: { guild: 'Событие гильдии', group: 'Событие группы' },
  scopeHint: 'События гильдии создают те, кто управляет событиями; события группы — любой участник.',
  beginWith: 'Начать с',
  blank: 'пустой формы',
  lastWeeks: (title) => `Как на прошлой неделе: ${title}`,
  series: {
    which: 'Какие события',
    extents: {
      this: 'только это событие',
      following: 'это и следующие',
      upcoming: 'все предстоящие события серии',
    },
    edit: (count) =>
      plural(count, {
        one: 'Изменится # событие:',
        few: 'Изменятся # события:',
        many: 'Изменятся # событий:',
        other: 'Изменятся # события:',
      }),
    cancel: (count) =>
      plural(count, {
        one: 'Будет отменено # событие:',
        few: 'Будут отменены # события:',
        many: 'Будут отменены # событий:',
        other: 'Будут отменены # события:',
      }),
    delete: (count) =>
      plural(count, {
        one: 'Будет удалено # событие:',
        few: 'Будут удалены # события:',
        many: 'Будут удалены # событий:',
        other: 'Будут удалены # события:',
      }),
    more: (count) => plural(count, { one: 'и ещё #', few: 'и ещё #', many: 'и ещё #', other: 'и ещё #' }),
    answers: (signups, records) => {
      const people = plural(signups, { one: '# запись', few: '# записи', many: '# записей', other: '# записи' });
      return records === 0
        ? `${people}.`
        : `${people}, ${plural(records, { one: '# отметка о присутствии', few: '# отметки о присутствии', many: '# отметок о присутствии', other: '# отметки о присутствии' })}.`;
    },
    kept: (count) =>
      plural(count, {
        one: '# событие серии останется без изменений.',
        few: '# события серии останутся без изменений.',
        many: '# событий серии останутся без изменений.',
        other: '# события серии останутся без изменений.',
      }),
  },
  wrong: {
    title: 'Название — одна строка не длиннее 120 символов.',
    description: 'В описании не больше 10 000 символов.',
    localStart: 'Выберите существующие день и время.',
    durationMinutes: 'Событие длится от 5 минут до 24 часов.',
    signupDeadline: 'Срок ответа не может быть позже начала.',
    slots: 'У каждой роли от 1 до 500 мест.',
    journalInstanceId: 'Этот рейд или подземелье здесь неизвестны.',
    recurringDates: 'Одна из дат не подходит.',
    other: 'В форме что-то не так.',
  },
  create: 'Создать событие',
  createDraft: 'Сохранить черновик',
  save: 'Сохранить',
  created: 'Событие запланировано.',
  saved: 'Сохранено.',
  needed: 'Заполните это поле.',
  inPast: 'Это время уже прошло.',
  conflictTitle: 'Кто-то изменил это событие тем временем',
  conflict: 'Ваш ввод сохранён здесь. Сейчас событие такое:',
  saveMine: 'Всё равно сохранить моё',
  takeTheirs: 'Взять их вариант',
};
