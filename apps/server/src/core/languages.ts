/** The languages of an installation (LOCALES), for names of the game, profiles, guilds and views alike. */
import { Locale } from '@guildhall/contracts/primitives.ts';
import { z } from 'zod';
import type { Config } from './config.ts';
import { badRequest } from './errors.ts';

/** Throws BAD_REQUEST for an input that asks for another language. */
export function refuseOtherLanguages({ locales }: Pick<Config, 'locales'>, input: unknown): void {
  const { data: asked } = InLocale.safeParse(input);
  if (!asked || locales.includes(asked.locale)) return;
  const message = `${asked.locale} is not a language of this installation. Choose one of ${locales.join(', ')}.`;
  throw badRequest('invalid_input', message, { issues: [{ path: 'locale', message }] });
}

const InLocale = z.looseObject({ locale: Locale });

/** Limits the document to the languages of this installation, wherever it lists those of the game platform. */
export function inLanguages<Doc extends object>(document: Doc, locales: readonly Locale[]): Doc {
  const all = JSON.stringify(Locale.options);
  const text = JSON.stringify(document, (key, value) =>
    key === 'enum' && JSON.stringify(value) === all ? Locale.options.filter((name) => locales.includes(name)) : value,
  );
  return JSON.parse(text);
}
