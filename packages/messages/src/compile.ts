/** Compiles a file of messages to JavaScript: texts stay texts, the others become functions of their placeholders. */
import { type Catalogue, entriesOf } from './catalogue.ts';
import { type Part, parseMessage } from './parse.ts';

/** The module exports `words`; it takes `number`, `pluralForm` and `plural` from the module `counting`. */
export function compile(catalogue: Catalogue, counting: string): string {
  const words = compileGroup(catalogue);
  const used = ['number', 'pluralForm', 'plural'].filter((name) => words.includes(`${name}(v.`));
  const head = used.length > 0 ? `import { ${used.join(', ')} } from ${JSON.stringify(counting)};\n` : '';
  return `${head}export const words = ${words};`;
}

const compileGroup = (group: Catalogue): string =>
  `{${entriesOf(group)
    .map(
      ([key, value]) =>
        `${JSON.stringify(key)}: ${typeof value === 'string' ? compileMessage(value) : compileGroup(value)}`,
    )
    .join(',\n')}}`;

function compileMessage(message: string): string {
  const parts = parseMessage(message);
  return parts.every((part) => typeof part === 'string') ? JSON.stringify(parts.join('')) : `(v) => ${template(parts)}`;
}

function template(parts: Part[]): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return expression(only);
  return `\`${parts.map((part) => (typeof part === 'string' ? part.replaceAll(/[`\\]|\$(?={)/g, '\\$&') : `\${${expression(part)}}`)).join('')}\``;
}

function expression(part: Part): string {
  if (typeof part === 'string') return JSON.stringify(part);
  const value = `v.${part.name}`;
  if (part.kind === 'text') return value;
  if (part.kind === 'number') return `number(${value})`;
  const { other = [], ...options } = part.options;
  if (part.kind === 'plural') return plural(value, options, other, part.name);
  return Object.entries(options).reduceRight(
    (rest, [key, option]) => `${value} === ${JSON.stringify(key)} ? ${template(option)} : ${rest}`,
    template(other),
  );
}

/** Forms in the order one, few, many, other; the last stands for those that a language lacks. */
function plural(value: string, options: Record<string, Part[]>, other: Part[], name: string): string {
  const exact = Object.entries(options).filter(([key]) => key.startsWith('='));
  const forms = [...['one', 'few', 'many'].flatMap((key) => (options[key] ? [options[key]] : [])), other];
  return exact.reduceRight(
    (rest, [key, option]) => `${value} === ${key.slice(1)} ? ${template(option)} : ${rest}`,
    chosen(value, forms, name),
  );
}

function chosen(value: string, forms: Part[][], name: string): string {
  const [first = '', ...others] = forms.map(template);
  if (others.every((other) => other === first)) return first;
  const texts = forms.map((form) => withPound(form, name));
  return texts.includes(null)
    ? `pluralForm(${value}, ${[first, ...others].join(', ')})`
    : `plural(${value}, ${texts.map((text) => JSON.stringify(text)).join(', ')})`;
}

/** The form as a text in which `#` stands for the number, unless it has other placeholders. */
function withPound(parts: Part[], name: string): string | null {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part.includes('#') ? null : part;
    return part.kind === 'number' && part.name === name ? '#' : null;
  });
  return texts.includes(null) ? null : texts.join('');
}
