/** Texts that a person may write to keep a reader busy: repeated signs, nested markup, and words without an end. */

const SIGNS = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', ' ', '\t', '\n'];

/** Units that open something, or that look like an address, a list or a table. */
const UNITS = [
  ...['> ', '- ', '1. ', '* ', '+ ', '# ', '* * ', '  - ', '>\n', '> a\n', '- a\n  ', '\n- ', '    a\n', '|a', '|-|\n'],
  ...['*a ', '_a ', '**a ', '*a_', 'a*', 'a_b ', 'a**b', '*a*', '**a**', '~~a ', '***', '`a', '``a', '```\n'],
  ...['[a](', '![', '[a]', '[](', '[[]', '[a][', '[a]: b\n', '[a](b', '[a](<b', '<a ', '<!--', '<http:', '&a', '\\['],
  ...['http://', 'www.', 'a@', 'a@b.', '"a ', '(a', '=1;', "'=", 'a\n', 'a  \n', '\r\n', '\u202e', '\u200b', '👩‍👩‍👧'],
];

/** Around nothing, so that the opening halves stand before the closing ones. */
const PAIRS: [string, string][] = [
  ['*a ', ' a*'],
  ['**a ', ' a**'],
  ['_a ', ' a_'],
  ['~~a ', ' a~~'],
  ['[', ']'],
  ['[a', '](b)'],
  ['![a', '](b)'],
  ['(', ')'],
];

const repeated = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

function nestedList(length: number): string {
  let text = '';
  for (let depth = 0; text.length < length; depth += 1) text += `${'  '.repeat(depth)}- a\n`;
  return text.slice(0, length);
}

/** Each with a name, `length` UTF-16 units long or slightly shorter. */
export const oddTexts = (length: number): [name: string, text: string][] => [
  ...[...SIGNS, ...UNITS].map((unit): [string, string] => [JSON.stringify(unit), repeated(unit, length)]),
  ...PAIRS.map(([open, close]): [string, string] => {
    const count = Math.floor(length / (open.length + close.length));
    return [`${open}…${close}`, open.repeat(count) + close.repeat(count)];
  }),
  ['a list within each item', nestedList(length)],
  ['combining marks', `a${'\u0301'.repeat(length - 1)}`],
  ['one word', 'w'.repeat(length)],
];
