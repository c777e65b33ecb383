/** The languages of an installation (LOCALES), for names of the game, profiles, guilds and views alike. */
import { Locale } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import type { Config } from './config.ts';
import { badRequest } from './errors.ts';

/** The languages of an installation that names none, and of the committed API document. */
export const DEFAULT_LOCALES: readonly Locale[] = ['en_US', 'de_DE', 'es_ES', 'fr_FR', 'pt_BR', 'ru_RU'];

/** Throws BAD_REQUEST for an input that asks for another language. */
export function refuseOtherLanguages({ locales }: Pick<Config, 'locales'>, input: unknown): void {
  const { data: asked } = InLocale.safeParse(input);
  if (!asked || locales.includes(asked.locale)) return;
  const message = `${asked.locale} is not a language of this installation. Choose one of ${locales.join(', ')}.`;
  throw badRequest('invalid_input', message, { issues: [{ path: 'locale', message }] });
}

const InLocale = z.looseObject({ locale: Locale });

const listOf = (locales: readonly Locale[]) => `"enum":${JSON.stringify(locales)}`;

/** In a document in JSON, puts the languages of an installation wherever it lists `listed`. */
export const inLanguages = (json: string, listed: readonly Locale[], locales: readonly Locale[]): string =>
  json.replaceAll(listOf(listed), listOf(Locale.options.filter((name) => locales.includes(name))));
