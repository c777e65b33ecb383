/** The language of the pages: the person's own, or the browser's before sign-in. */
import type { Locale } from '@guildhall/contracts/primitives.ts';
import { useSyncExternalStore } from 'react';

export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ru: 'Русский',
} as const;
export type Language = keyof typeof LANGUAGES;
export const languages = Object.keys(LANGUAGES).filter(isLanguage);

const LOCALES: Record<Language, Locale> = {
  en: 'en_US',
  de: 'de_DE',
  es: 'es_ES',
  fr: 'fr_FR',
  'pt-BR': 'pt_BR',
  ru: 'ru_RU',
};

let current = remembered() ?? preferred();
const listeners = new Set<() => void>();
const preparations = new Set<(language: Language) => Promise<unknown>>();

export const language = () => current;

/** The language for names of the game. */
export const gameLocale = (): Locale => LOCALES[current];

export const useLanguage = (): Language => useSyncExternalStore(subscribe, language);

/** Loads the texts on screen first, so that nothing flickers. */
export async function setLanguage(next: Language): Promise<void> {
  if (next === current) return;
  await Promise.all([...preparations].map((prepare) => prepare(next)));
  current = next;
  document.documentElement.lang = next;
  try {
    localStorage.setItem('language', next);
  } catch {
    // Storage may be blocked; the choice then lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

export function onLanguageChange(prepare: (language: Language) => Promise<unknown>): void {
  preparations.add(prepare);
}

/** The full tag of the browser, if it speaks the language: `en` alone would turn 20:00 into 08:00 PM. */
export function localeTagOf(language: Language): string {
  const [base] = language.split('-');
  return spokenTags().find((tag) => tag.split('-')[0] === base) ?? language;
}

export function languageOf(locale: string): Language {
  const wanted = locale.replace('_', '-').toLowerCase();
  return (
    languages.find((one) => one.toLowerCase() === wanted) ??
    languages.find((one) => one.split('-')[0] === wanted.split('-')[0]) ??
    'en'
  );
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(LANGUAGES, text);
}

function remembered(): Language | undefined {
  try {
    const text = localStorage.getItem('language') ?? '';
    return isLanguage(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function preferred(): Language {
  const known = spokenTags().find((tag) => languages.some((one) => one.split('-')[0] === tag.split('-')[0]));
  return languageOf(known ?? 'en');
}

/** The browser may name no language, one as `pt_BR`, or one with a tag that its own formatters refuse, as `en-US@posix`. */
function spokenTags(): string[] {
  const told: unknown[] = [...(navigator.languages ?? []), navigator.language];
  return told.flatMap((tag) => {
    try {
      return Intl.getCanonicalLocales(String(tag).replaceAll('_', '-'));
    } catch {
      return [];
    }
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
