/**
 * The recurring holidays of the game as data: when they begin, how many days they cover, and their names. A holiday
 * whose dates the makers set by hand has the published dates; its rule covers the other years.
 */
import { MONDAY, SUNDAY, THURSDAY } from './calendar-days.ts';

export type Beginning =
  | { on: 'date'; month: number; date: number }
  /** The first such weekday on or after a date. */
  | { on: 'weekday'; weekday: number; fromMonth: number; fromDate: number }
  /** The n-th such weekday of a month, shifted by `offset` days. */
  | { on: 'nth-weekday'; weekday: number; nth: number; month: number; offset: number }
  | { on: 'each-month'; weekday: number }
  | { on: 'easter'; offset: number }
  | { on: 'lunar-new-year'; offset: number; published: Record<number, string> };

export type HolidayRule = { key: string; begins: Beginning; days: number; names: Record<string, string> };

/** English, German, Spanish, French, Portuguese, Russian, as the game writes them. */
function named(en: string, de: string, es: string, fr: string, pt: string, ru: string): Record<string, string> {
  return { en_US: en, de_DE: de, es_ES: es, fr_FR: fr, pt_BR: pt, ru_RU: ru };
}

export const holidayRules: readonly HolidayRule[] = [
  {
    key: 'darkmoon-faire',
    // From Sunday to Saturday.
    begins: { on: 'each-month', weekday: SUNDAY },
    days: 7,
    names: named(
      'Darkmoon Faire',
      'Dunkelmond-Jahrmarkt',
      'Feria de la Luna Negra',
      'Foire de Sombrelune',
      'Feira de Negraluna',
      'Ярмарка Новолуния',
    ),
  },
  {
    key: 'lunar-festival',
    // The eve of the lunar new year, unless other dates were published, which follow no rule.
    begins: {
      on: 'lunar-new-year',
      offset: -1,
      published: { 2022: '2022-01-30', 2023: '2023-01-20', 2024: '2024-02-03', 2025: '2025-01-28' },
    },
    days: 15,
    names: named('Lunar Festival', 'Mondfest', 'Festival Lunar', 'Fête lunaire', 'Festival da Lua', 'Лунный фестиваль'),
  },
  {
    key: 'love-is-in-the-air',
    begins: { on: 'weekday', weekday: MONDAY, fromMonth: 2, fromDate: 2 },
    days: 15,
    names: named(
      'Love is in the Air',
      'Liebe liegt in der Luft',
      'Amor en el aire',
      "De l'amour dans l'air",
      'O Amor Está no Ar',
      'Любовная лихорадка',
    ),
  },
  {
    key: 'noblegarden',
    begins: { on: 'easter', offset: 1 },
    days: 8,
    names: named('Noblegarden', 'Nobelgarten', 'Jardín Noble', 'Le Jardin des nobles', 'Jardinova', 'Сад чудес'),
  },
  {
    key: 'childrens-week',
    // When 1 May was a Friday, the published dates began on 27 April.
    begins: { on: 'weekday', weekday: MONDAY, fromMonth: 4, fromDate: 27 },
    days: 8,
    names: named(
      "Children's Week",
      'Kinderwoche',
      'Semana de los Niños',
      'La semaine des enfants',
      'Semana das Crianças',
      'Детская неделя',
    ),
  },
  {
    key: 'midsummer-fire-festival',
    begins: { on: 'date', month: 6, date: 21 },
    days: 15,
    names: named(
      'Midsummer Fire Festival',
      'Sonnenwendfest',
      'Festival de Fuego del Solsticio de Verano',
      "Fête du Feu du solstice d'été",
      'Festival do Fogo do Solstício',
      'Огненный солнцеворот',
    ),
  },
  {
    key: 'pirates-day',
    begins: { on: 'date', month: 9, date: 19 },
    days: 1,
    names: named(
      "Pirates' Day",
      'Piratentag',
      'Día de los Piratas',
      'Jour des pirates',
      'Dia dos Piratas',
      'День пирата',
    ),
  },
  {
    key: 'brewfest',
    begins: { on: 'date', month: 9, date: 20 },
    days: 17,
    names: named(
      'Brewfest',
      'Braufest',
      'Fiesta de la Cerveza',
      'Fête des Brasseurs',
      'CervaFest',
      'Хмельной фестиваль',
    ),
  },
  {
    key: 'hallows-end',
    begins: { on: 'date', month: 10, date: 18 },
    days: 15,
    names: named("Hallow's End", 'Schlotternächte', 'Halloween', 'Sanssaint', 'Noturnália', 'Тыквовин'),
  },
  {
    key: 'day-of-the-dead',
    begins: { on: 'date', month: 11, date: 1 },
    days: 2,
    names: named(
      'Day of the Dead',
      'Tag der Toten',
      'Festividad de los Muertos',
      'Jour des morts',
      'Dia dos Mortos',
      'День мертвых',
    ),
  },
  {
    key: 'pilgrims-bounty',
    // The Monday of Thanksgiving week.
    begins: { on: 'nth-weekday', weekday: THURSDAY, nth: 4, month: 11, offset: -3 },
    days: 8,
    names: named(
      "Pilgrim's Bounty",
      'Pilgerfreudenfest',
      'Generosidad del Peregrino',
      'Bienfaits du pèlerin',
      'Festa da Fartura',
      'Пиршество странников',
    ),
  },
  {
    key: 'winter-veil',
    // Runs into the next year.
    begins: { on: 'date', month: 12, date: 16 },
    days: 18,
    names: named(
      'Feast of Winter Veil',
      'Winterhauchfest',
      'Festival del Festín del Invierno',
      "Fête du Voile d'hiver",
      'Festa do Véu de Inverno',
      'Зимний Покров',
    ),
  },
];
