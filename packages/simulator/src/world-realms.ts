import { localized, untranslated } from './localized.ts';
import type { Realm, Region } from './world-model.ts';

const retail = { gameVersion: 'retail' } as const;

const unitedStates = {
  region: 'us',
  category: untranslated('United States'),
  locale: 'enUS',
  timeZone: 'America/New_York',
} as const;

/** The realm where most of the world's characters live. */
export const highmere: Realm = {
  ...retail,
  ...unitedStates,
  id: 7101,
  slug: 'highmere',
  name: untranslated('Highmere'),
  connectedRealmId: 7101,
};

/** Connected with Highmere. This slug cannot be derived from the name: it has to be read from the realm index. */
export const foretDArgent: Realm = {
  ...retail,
  ...unitedStates,
  id: 7102,
  slug: 'forêt-d-argent',
  name: untranslated("Forêt d'Argent"),
  connectedRealmId: 7101,
};

export const chateauBrume: Realm = {
  ...retail,
  region: 'eu',
  category: untranslated('French'),
  locale: 'frFR',
  timeZone: 'Europe/Paris',
  id: 7302,
  slug: 'château-brume',
  name: untranslated('Château-Brume'),
  connectedRealmId: 7302,
};

export const oldbarrow: Realm = {
  ...unitedStates,
  gameVersion: 'classic-era',
  id: 7901,
  slug: 'oldbarrow',
  name: untranslated('Oldbarrow'),
  connectedRealmId: 7901,
};

/** Has the slug of a retail realm, as happens on the platform: only the game version tells them apart. */
export const oldHighmere: Realm = {
  ...unitedStates,
  gameVersion: 'classic',
  id: 7902,
  slug: 'highmere',
  name: untranslated('Highmere of Old'),
  connectedRealmId: 7902,
};

export const lastlight: Realm = {
  ...unitedStates,
  gameVersion: 'classic-anniversary',
  id: 7903,
  slug: 'last-light',
  name: untranslated('Last Light'),
  connectedRealmId: 7903,
};

export const realms: readonly Realm[] = [
  highmere,
  foretDArgent,
  {
    ...retail,
    region: 'eu',
    category: untranslated('German'),
    locale: 'deDE',
    timeZone: 'Europe/Paris',
    id: 7301,
    slug: 'graufels',
    name: untranslated('Graufels'),
    connectedRealmId: 7301,
  },
  chateauBrume,
  {
    ...retail,
    region: 'eu',
    category: untranslated('Russian'),
    locale: 'ruRU',
    timeZone: 'Europe/Paris',
    id: 7303,
    slug: 'silver-ford',
    name: { ...untranslated('Silver Ford'), ru_RU: 'Серебряный Брод' },
    connectedRealmId: 7303,
  },
  {
    ...retail,
    region: 'kr',
    category: untranslated('한국'),
    locale: 'koKR',
    timeZone: 'Asia/Seoul',
    id: 7501,
    slug: 'moonwell-gate',
    name: { ...untranslated('Moonwell Gate'), ko_KR: '달샘 관문' },
    connectedRealmId: 7501,
  },
  {
    ...retail,
    region: 'tw',
    category: untranslated('繁體中文'),
    locale: 'zhTW',
    timeZone: 'Asia/Taipei',
    id: 7701,
    slug: 'mist-harbor',
    name: { ...untranslated('Mist Harbor'), zh_TW: '霧之港', zh_CN: '雾之港' },
    connectedRealmId: 7701,
  },
  oldbarrow,
  oldHighmere,
  lastlight,
];

/** The platform's own ids and names of its regions. */
export const regionInfo = {
  us: {
    id: 1,
    name: localized(
      'North America|Nordamerika|Norteamérica|Amérique du Nord|Nord America|América do Norte|Северная Америка|북미|北美|北美',
    ),
  },
  kr: {
    id: 2,
    name: localized('Korea|Korea|Corea|Corée|Corea|Coreia|Корея|한국|韓國|韩国'),
  },
  eu: {
    id: 3,
    name: localized('Europe|Europa|Europa|Europe|Europa|Europa|Европа|유럽|歐洲|欧洲'),
  },
  tw: {
    id: 4,
    name: localized('Taiwan|Taiwan|Taiwán|Taïwan|Taiwan|Taiwan|Тайвань|대만|台灣|台湾'),
  },
} satisfies Record<Region, { id: number; name: Realm['name'] }>;
