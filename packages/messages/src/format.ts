/** The same messages where nothing is built: functions that read the parts of a message. */
import { type Catalogue, entriesOf } from './catalogue.ts';
import { type Part, parseMessage } from './parse.ts';

type Values = Record<string, string | number>;
export type Texts = { [key: string]: string | ((values: Values) => string) | Texts };

export function textsOf(catalogue: Catalogue, language: string): Texts {
  const rules = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  const write = (parts: Part[], values: Values): string => parts.map((part) => writePart(part, values)).join('');
  const writePart = (part: Part, values: Values): string => {
    if (typeof part === 'string') return part;
    const value = values[part.name];
    if (part.kind === 'text') return String(value);
    if (part.kind === 'number') return number.format(Number(value));
    const { options } = part;
    const key = part.kind === 'select' ? String(value) : rules.select(Number(value));
    return write(options[`=${value}`] ?? options[key] ?? options.other ?? [], values);
  };
  const group = (of: Catalogue): Texts =>
    Object.fromEntries(
      entriesOf(of).map(([key, value]) => {
        if (typeof value !== 'string') return [key, group(value)];
        const parts = parseMessage(value);
        return [
          key,
          parts.every((part) => typeof part === 'string') ? parts.join('') : (values: Values) => write(parts, values),
        ];
      }),
    );
  return group(catalogue);
}
