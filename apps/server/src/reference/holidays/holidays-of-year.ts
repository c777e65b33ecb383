/**
 * The recurring holidays of the game as data: when they begin, how many days they cover, and their names. A holiday
 * whose dates the makers set by hand has the published dates; its rule covers the other years.
 */
import { addDays, day, easterSunday, lunarNewYear, MONDAY, SUNDAY, THURSDAY, weekdayFrom } from './calendar-days.ts';

/** Days as ISO text; `endsAt` is the last one. */
export const holidaysOfYear = (year: number) =>
  RULES.flatMap(({ key, begins, days, names }) =>
    [begins(year)].flat().map((startsAt) => ({ key, startsAt, endsAt: addDays(startsAt, days - 1), names })),
  );

type HolidayRule = {
  key: string;
  begins: (year: number) => string | string[];
  days: number;
  names: Record<string, string>;
};

/** English, German, Spanish, French, Portuguese, Russian, as the game writes them. */
function named(en: string, de: string, es: string, fr: string, pt: string, ru: string): Record<string, string> {
  return { en_US: en, de_DE: de, es_ES: es, fr_FR: fr, pt_BR: pt, ru_RU: ru };
}

/** Published dates that follow no rule. */
const LUNAR_FESTIVALS: Record<number, string> = {
  2022: '2022-01-30',
  2023: '2023-01-20',
  2024: '2024-02-03',
  2025: '2025-01-28',
};

const RULES: HolidayRule[] = [
  {
    key: 'darkmoon-faire',
    // From Sunday to Saturday.
    begins: (year) => Array.from({ length: 12 }, (_, month) => weekdayFrom(day(year, month + 1, 1), SUNDAY)),
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
    // The eve of the lunar new year.
    begins: (year) => LUNAR_FESTIVALS[year] ?? addDays(lunarNewYear(year), -1),
    days: 15,
    names: named('Lunar Festival', 'Mondfest', 'Festival Lunar', 'Fête lunaire', 'Festival da Lua', 'Лунный фестиваль'),
  },
  {
    key: 'love-is-in-the-air',
    begins: (year) => weekdayFrom(day(year, 2, 2), MONDAY),
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
    begins: (year) => addDays(easterSunday(year), 1),
    days: 8,
    names: named('Noblegarden', 'Nobelgarten', 'Jardín Noble', 'Le Jardin des nobles', 'Jardinova', 'Сад чудес'),
  },
  {
    key: 'childrens-week',
    // When 1 May was a Friday, the published dates began on 27 April.
    begins: (year) => weekdayFrom(day(year, 4, 27), MONDAY),
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
    begins: (year) => day(year, 6, 21),
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
    begins: (year) => day(year, 9, 19),
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
    begins: (year) => day(year, 9, 20),
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
    begins: (year) => day(year, 10, 18),
    days: 15,
    names: named("Hallow's End", 'Schlotternächte', 'Halloween', 'Sanssaint', 'Noturnália', 'Тыквовин'),
  },
  {
    key: 'day-of-the-dead',
    begins: (year) => day(year, 11, 1),
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
    begins: (year) => addDays(weekdayFrom(day(year, 11, 1), THURSDAY), 3 * 7 - 3),
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
    begins: (year) => day(year, 12, 16),
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
