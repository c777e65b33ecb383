/** The languages that Guildhall writes in: mails, and posts on Discord. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The first of these locales that we speak, Discord's (`es-419`) and ours (`es_MX`) alike; else English. */
export function languageOf(...locales: (string | null | undefined)[]): Language {
  for (const locale of locales) {
    const language = LANGUAGES.find((known) => known === locale?.slice(0, 2).toLowerCase());
    if (language) return language;
  }
  return 'en';
}
