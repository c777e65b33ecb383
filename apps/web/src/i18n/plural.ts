/** Numbers and plural forms in the language of the pages, for compiled messages. */
import { type Language, language, localeTagOf } from './language.ts';

/** 1,000 or 1.000, as people of that language write it. */
export const number = (value: number): string => rulesOf(language()).numbers.format(value);

const FORMS: Intl.LDMLPluralRule[] = ['one', 'few', 'many'];

/** Chooses among the forms one, few, many and other; the last stands for those that a language lacks. */
export const pluralForm = (count: number, ...forms: string[]): string =>
  forms[FORMS.indexOf(rulesOf(language()).plurals.select(count))] ?? forms.at(-1) ?? '';

/** The same with the number in place of `#`. */
export const plural = (count: number, ...forms: string[]): string =>
  pluralForm(count, ...forms).replaceAll('#', number(count));

const known = new Map<Language, { numbers: Intl.NumberFormat; plurals: Intl.PluralRules }>();

function rulesOf(wanted: Language) {
  const rules = known.get(wanted) ?? {
    numbers: new Intl.NumberFormat(localeTagOf(wanted)),
    plurals: new Intl.PluralRules(wanted),
  };
  known.set(wanted, rules);
  return rules;
}
