/**
 * One rule for every name that people type: something visible, and nothing that hides or turns text. Unicode's own properties
 * decide, so that characters of later versions are covered. Names from platforms and files are cleaned by the same rule.
 */
import { z } from 'zod';
import { lineOfText } from './primitives.ts';

/** Letters and symbols that show nothing although Unicode does not call them ignorable. */
const BLANK = '\\u2800\\ufffc\\u{1d159}\\u{13441}\\u{13442}\\u{16fe4}';
const HIDDEN = `[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Noncharacter_Code_Point}${BLANK}]|(?![\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}])\\p{Cf}`;

/** Scripts whose words need the joiners: without them, letters of a Persian or Sinhala name join wrongly. */
const JOINING = [
  ...['Arabic', 'Syriac', 'Nko', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil'],
  ...['Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Khmer', 'Myanmar', 'Tibetan', 'Balinese', 'Javanese', 'Chakma'],
]
  .map((script) => `\\p{Script=${script}}`)
  // Marks that Arabic shares with other scripts.
  .concat('\\u064b-\\u0655\\u0670')
  .join('');
/** A joiner behind one of these ends a word, as that of a Malayalam chillu. */
const VIRAMAS = '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca';

/** Invisible characters that real words and emoji are made of, where they stand as those need them. */
const NEEDED = new RegExp(
  [
    `(?<=(?!${HIDDEN})[${JOINING}])[\\u200c\\u200d](?!${HIDDEN})(?=[${JOINING}])`,
    `(?<=[${VIRAMAS}])[\\u200c\\u200d]`,
    // A family, a profession, a flag of several signs; the style of a sign.
    '(?<=\\p{Extended_Pictographic}[\\p{Emoji_Modifier}\\ufe0f]?)\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
    '(?<=[0-9#*])\\ufe0f(?=\\u20e3)',
    // The flags of England, Scotland and Wales.
    '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
    // Forms of Chinese characters and of Mongolian letters.
    '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    `(?<=(?!${HIDDEN})\\p{Script=Mongolian})[\\u180b-\\u180f]`,
  ].join('|'),
  'gu',
);

const HIDES = new RegExp(`${HIDDEN}|\\p{Cc}`, 'gu');
/** More marks on one letter than any language writes cover the lines around them. */
const PILE = /(?<=\p{M}{6})\p{M}+/gu;
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g;

/** Whether a text has characters that show nothing, hide others or turn the text around. */
export function hidesText(text: string): boolean {
  const rest = text.replace(NEEDED, '');
  return rest.search(HIDES) >= 0 || rest.search(PILE) >= 0;
}

/** A name that a platform or a file gives. It cannot be refused, so what hides or turns text is taken out; it may be empty then. */
export function cleanName(text: string): string {
  const whole = text.toWellFormed();
  let clean = '';
  let from = 0;
  for (const { 0: needed, index } of whole.matchAll(NEEDED)) {
    clean += without(whole.slice(from, index)) + needed;
    from = index + needed.length;
  }
  return (clean + without(whole.slice(from))).replace(PILE, '').trim();
}

/** For the schema of a platform's answer: a name of which nothing is left to see is a question mark. */
export const platformName = (maxLength?: number) => platformText(maxLength).transform((text) => text || '?');

/** The same for what may be empty. */
export const platformText = (maxLength = Number.POSITIVE_INFINITY) =>
  z.string().transform((text) => cleanName(text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')));

const without = (text: string) => text.replace(BREAKS, ' ').replace(HIDES, '');

/** A name shows at least one of these; people and guilds, of the first. */
const SHOWS = { word: /[\p{L}\p{N}]/u, sign: /[\p{L}\p{N}\p{S}\p{P}]/u };

export const HIDING = 'must have no invisible characters, and none that turn or cover the text around them';

type NameRule = { min?: number; shows?: keyof typeof SHOWS };

/** A name on one line, trimmed. `shows` is what it has at least one of. */
export const typedName = (maxLength: number, { min = 1, shows = 'sign' }: NameRule = {}) =>
  lineOfText(maxLength)
    .trim()
    .min(min)
    .refine((text) => !hidesText(text), HIDING)
    .refine((text) => SHOWS[shows].test(text), shows === 'word' ? 'must have a letter or digit' : 'must not be empty')
    .meta({ override: { type: 'string', minLength: min, maxLength } });
