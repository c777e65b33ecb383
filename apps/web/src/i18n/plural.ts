import { type Language, tagOf } from './language.ts';

/** The plural forms of a language; `#` stands for the number in local format. */
type Forms = {
  en: { one: string; other: string };
  de: { one: string; other: string };
  es: { one: string; other: string };
  fr: { one: string; other: string };
  'pt-BR': { one: string; other: string };
  ru: { one: string; few: string; many: string; other: string };
};

export function pluralIn<L extends Language>(language: L): (count: number, forms: Forms[L]) => string {
  const rules = new Intl.PluralRules(language);
  const number = numbersIn(language);
  return (count, forms) => {
    const named: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string } = forms;
    return (named[rules.select(count)] ?? named.other).replaceAll('#', number(count));
  };
}

/** Numbers as people of that language write them: 1,000 or 1.000. */
export function numbersIn(language: Language): (value: number) => string {
  const format = new Intl.NumberFormat(tagOf(language));
  return (value) => format.format(value);
}
