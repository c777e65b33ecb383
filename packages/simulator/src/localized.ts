/** The locales of a name requested without `locale`, in the platform's order. */
export const locales = [
  'en_US',
  'es_MX',
  'pt_BR',
  'de_DE',
  'en_GB',
  'es_ES',
  'fr_FR',
  'it_IT',
  'ru_RU',
  'ko_KR',
  'zh_TW',
  'zh_CN',
] as const;

export type Locale = (typeof locales)[number];
export type LocalizedName = Readonly<Record<Locale, string>>;

/** Spreads a row of a name table, `en|de|es|fr|it|pt|ru|ko|zh_TW|zh_CN`, over the twelve locales of the platform. */
export function localized(row: string): LocalizedName {
  const [en, de, es, fr, it, pt, ru, ko, tw, cn, ...rest] = row.split('|');
  if (!en || !de || !es || !fr || !it || !pt || !ru || !ko || !tw || !cn || rest.length > 0) {
    throw new Error(`Not ten names: ${row}`);
  }
  return {
    en_US: en,
    es_MX: es,
    pt_BR: pt,
    de_DE: de,
    en_GB: en,
    es_ES: es,
    fr_FR: fr,
    it_IT: it,
    ru_RU: ru,
    ko_KR: ko,
    zh_TW: tw,
    zh_CN: cn,
  };
}

/** A name that is the same in every locale. */
export function untranslated(name: string): LocalizedName {
  return {
    en_US: name,
    es_MX: name,
    pt_BR: name,
    de_DE: name,
    en_GB: name,
    es_ES: name,
    fr_FR: name,
    it_IT: name,
    ru_RU: name,
    ko_KR: name,
    zh_TW: name,
    zh_CN: name,
  };
}

export function isLocale(text: string): text is Locale {
  return locales.some((locale) => locale === text);
}
