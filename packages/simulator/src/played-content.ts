/** What characters of the simulated world fight and achieve: invented, with ids far from those of the game. */
import { type LocalizedName, localized } from './localized.ts';

export type Entry = { id: number; name: LocalizedName };
type Instance = Entry & { category: 'raid' | 'dungeon'; encounters: readonly Entry[] };
type Expansion = Entry & { instances: readonly Instance[] };

/** A name in the languages of the world: English, German, French and Russian differ, the others show English. */
function named(id: number, names: string): Entry {
  const [en = '', de = en, fr = en, ru = en] = names.split('|');
  return { id, name: localized([en, de, en, fr, en, en, ru, en, en, en].join('|')) };
}

function instance(category: Instance['category'], id: number, names: string, bosses: readonly string[]): Instance {
  const encounters = bosses.map((boss, index) => named(id * 10 + index, boss));
  return { ...named(id, names), category, encounters };
}

const furnace = instance(
  'raid',
  90_110,
  'The Drowned Furnace|Die Versunkene Esse|La Forge engloutie|Затонувшее горнило',
  [
    'Tidewarden Ulm|Gezeitenwächter Ulm|Garde-marée Ulm|Хранитель приливов Улм',
    'The Slag Choir|Der Schlackenchor|Le Chœur de scories|Шлаковый хор',
    'Mother Cinder|Mutter Asche|Mère Cendre|Мать Зола',
  ],
);
const hollow = instance('dungeon', 90_120, 'Thornhollow|Dornengrund|Creux-d’épines|Тернистая лощина', [
  'Brindle|Brindel|Brindille|Бриндл',
  'Hexmaid Orsa|Hexenmagd Orsa|Servante Orsa|Ведьма Орса',
]);
const spire = instance(
  'raid',
  90_210,
  'Spire of Quiet Bells|Turm der stillen Glocken|Flèche des cloches muettes|Шпиль тихих колоколов',
  [
    'The Bellringer|Der Glöckner|Le Sonneur|Звонарь',
    'Vael and Vahn|Vael und Vahn|Vael et Vahn|Ваэль и Ван',
    'Archivist Null|Archivar Null|Archiviste Nul|Архивист Нулл',
    'The Last Hour|Die letzte Stunde|La Dernière Heure|Последний час',
  ],
);
const vaults = instance(
  'dungeon',
  90_220,
  'Saltglass Vaults|Salzglasgewölbe|Voûtes de verre-sel|Своды соляного стекла',
  [
    'Gauge|Messer|Jauge|Мерило',
    'The Unpaid|Die Unbezahlten|Les Impayés|Неоплаченные',
    'Cashmaster Brill|Kassenmeister Brill|Trésorier Brill|Казначей Брилл',
  ],
);

/** Not in the order of time, as on the platform. */
export const expansions: readonly Expansion[] = [
  {
    ...named(90_200, 'The Silent Tide|Die stille Flut|La Marée silencieuse|Безмолвный прилив'),
    instances: [spire, vaults],
  },
  {
    ...named(90_100, 'Embers of Dawn|Glut der Dämmerung|Braises de l’aube|Угли рассвета'),
    instances: [furnace, hollow],
  },
];

/** No expansion: the platform lists it as one, with instances that stand under their own too. */
export const currentSeason: Expansion = {
  id: 505,
  name: localized(
    'Current Season|Aktuelle Saison|Temporada actual|Saison actuelle|Stagione attuale|Temporada atual|Текущий сезон|현재 시즌|本季|当前赛季',
  ),
  instances: [spire, vaults],
};

export const achievementCategories: readonly Entry[] = ['Journeys', 'Companies', 'Crafts', 'Depths'].map(
  (name, index) => named(92_100 + index, name),
);
export const achievements: readonly Entry[] = [
  'First Light',
  'A Bell for Every Hour',
  'Salt of the Sea',
  'Friend of Old Wenna',
  'Ten Thousand Steps',
].map((name, index) => named(92_500 + index, name));

/** The battlegrounds of the world. */
export const battlegrounds: readonly Entry[] = ['Gullwing Narrows', 'The Broken Quay'].map((name, index) =>
  named(93_000 + index, name),
);

export const keystoneAffixes: readonly Entry[] = ['Undertow', 'Brittle'].map((name, index) =>
  named(94_000 + index, name),
);
