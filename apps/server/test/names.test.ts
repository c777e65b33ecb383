/**
 * The rule of names at every field of every input: a new field is a name, or stands among those that are not. Texts of
 * several lines are no names.
 */
import { cleanName, hidesText } from '@guildhall/contracts/name.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { appRouter } from '../src/app/router.ts';

/** Texts on one line that are no names, by the end of their path, and what they are. */
const NO_NAMES: Record<string, string> = {
  note: 'a remark',
  reason: 'a remark',
  comment: 'a remark',
  schedule: 'a remark',
  id: 'the address of a guild',
  organizationId: 'the address of a guild',
  queue: 'is only looked for',
  response: 'the key of an answer in a file',
  key: 'a secret, or a key in a file',
  link: 'an address',
  links: 'an address',
  address: 'an address',
  code: 'a secret',
  provider: 'one of a list',
  client: 'settings of a client',
  'nights.match.name': 'as a log writes it: is only looked for',
  'nights.match.realm': 'as a log writes it: is only looked for',
};

const HIDING = {
  'Hangul filler': '\u3164',
  'Hangul choseong filler': '\u115f',
  'halfwidth Hangul filler': '\uffa0',
  'blank of braille': '\u2800',
  'Arabic letter mark': '\u061c',
  'Khmer vowel without a form': '\u17b4',
  'Mongolian separator': '\u180e',
  'zero-width space': '\u200b',
  'zero-width joiner alone': '\u200d',
  'left-to-right mark': '\u200e',
  override: '\u202e',
  isolate: '\u2066',
  'word joiner': '\u2060',
  'soft hyphen': '\u00ad',
  'combining joiner': '\u034f',
  'byte order mark': '\ufeff',
  'variation selector alone': '\ufe0f',
  'tag letter': '\u{e0041}',
  'musical symbol without a form': '\u{1d159}',
  'blank hieroglyph': '\u{13441}',
  'object replacement': '\ufffc',
  'interlinear annotation': '\ufff9',
  'shorthand control': '\u{1bca0}',
  'line separator': '\u2028',
  'next line': '\u0085',
  bell: '\u0007',
  noncharacter: '\u{1fffe}',
  'pile of marks': '\u0301'.repeat(12),
};

/** Names that people have, with what their scripts and emoji need. */
const REAL = [
  ...[
    'Brynhild',
    "D'Arc",
    'Ysóra',
    'Ýmir Þór',
    'Jean-Luc',
    'Ольга',
    'Ελένη',
    '달무리',
    '悟空',
    'すずめ',
    'ガルド・ギルド',
  ],
  // Persian with a non-joiner, Sinhala and Malayalam with joiners, Hebrew with points, Vietnamese, Thai, Tamil, Tibetan.
  ...['می\u200cخواهم', 'ශ්\u200dරී ලංකා', 'നന്\u200dമ', 'שָׁלוֹם', 'Nguyễn', 'ก็ได้', 'தமிழ்', 'བོད་ཡིག', 'ك\u200cب'],
  ...[
    'Raid\u00a0night',
    'Raid 🐉',
    'Family 👨\u200d👩\u200d👧',
    'Love ❤\ufe0f',
    'One 1\ufe0f\u20e3',
    'Pirates 🏴\u200d☠\ufe0f',
  ],
  ...[
    'Rainbow 🏳\ufe0f\u200d🌈',
    'Astronaut 🧑🏽\u200d🚀',
    'Wales 🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}',
    'Text ☺\ufe0e',
  ],
  ...['葛\u{e0100}城', 'ᠮᠣᠩᠭᠣᠯ\u180b', 'Raid №5 – 20:00 (heroic) & more!', '20%', 'x² + y²', 'e\u0301a'],
];

type Field = { path: string; schema: z.ZodType };
type Node = z.ZodType & { _zod: { def: Record<string, never> & { type: string } } };

/** Every field of an input that takes text, as its schema. */
function fieldsOf(schema: z.ZodType, path: string): Field[] {
  const { def } = (schema as Node)._zod;
  const inner = def as unknown as Record<string, z.ZodType> & { shape?: z.ZodRawShape; options?: z.ZodType[] };
  const into = (one: z.ZodType | undefined) => (one ? fieldsOf(one, path) : []);
  switch (def.type) {
    case 'object':
      return Object.entries(inner.shape ?? {}).flatMap(([key, one]) => fieldsOf(one as z.ZodType, `${path}.${key}`));
    case 'union':
      return (inner.options ?? []).flatMap((one) => fieldsOf(one, path));
    case 'array':
      return into(inner.element);
    case 'record':
      return into(inner.valueType);
    case 'pipe':
      // A text that is changed on its way is one field, unlike an object that is.
      return isText(inner.in) ? [{ path, schema }] : [...into(inner.in)];
    case 'string':
      return [{ path, schema }];
    default:
      return into(inner.innerType);
  }
}

function isText(schema: z.ZodType | undefined): boolean {
  const def = (schema as Node | undefined)?._zod.def as unknown as {
    type: string;
    in?: z.ZodType;
    innerType?: z.ZodType;
  };
  return (
    def?.type === 'string' ||
    (def?.type === 'pipe' && isText(def.in)) ||
    (def?.innerType !== undefined && isText(def.innerType))
  );
}

const procedures = Object.entries(
  appRouter._def.procedures as never as Record<string, { _def: { type: string; inputs: z.ZodType[] } }>,
);
const fields = procedures
  .filter(([, { _def }]) => _def.type === 'mutation')
  .flatMap(([name, { _def }]) => _def.inputs.flatMap((input) => fieldsOf(input, name)))
  // An id or a colour takes no words: people do not write it.
  .filter(({ schema }) => schema.safeParse('Plain words here').success || schema.safeParse('Plain').success)
  // Nor is a text of several lines a name.
  .filter(({ schema }) => !schema.safeParse('Two\nlines').success);
const reasonFor = (path: string) => Object.keys(NO_NAMES).find((end) => `.${path}`.endsWith(`.${end}`));
const names = fields.filter(({ path }) => reasonFor(path) === undefined);

test('each field on one line is a name, or is not for a reason', () => {
  const unused = Object.keys(NO_NAMES).filter((end) => !fields.some(({ path }) => `.${path}`.endsWith(`.${end}`)));
  expect(unused).toEqual([]);
  for (const end of [
    ...['profile.update.displayName', 'events.create.title', 'posts.create.title', 'eventTemplates.create.name'],
    ...[
      'teams.create.name',
      'roles.create.name',
      'webhooks.create.name',
      'services.create.name',
      'organizations.create.name',
    ],
    ...[
      'points.createPool.name',
      'raiders.create.name',
      'participations.add.guest',
      'characters.create.name',
      'sessions.createToken.label',
    ],
  ]) {
    expect([end, names.some(({ path }) => path === end)]).toEqual([end, true]);
  }
});

test('no name hides or turns text, wherever it stands', () => {
  const taken: string[] = [];
  for (const { path, schema } of names) {
    for (const [what, sign] of Object.entries(HIDING)) {
      for (const text of [sign, sign.repeat(3), `Bryn${sign}hild`, `${sign}Brynhild`, `Brynhild${sign}x`]) {
        const { data } = schema.safeParse(text);
        // At its ends, spaces are cut off.
        if (data !== undefined && String(data).includes(sign))
          taken.push(`${path}: ${what} in ${JSON.stringify(text)}`);
      }
    }
    for (const text of ['', ' ', '\u3000\u00a0 ', '\u0301', '\t'])
      if (!path.endsWith('.realm') && schema.safeParse(text).success) taken.push(`${path}: ${JSON.stringify(text)}`);
  }
  expect(taken).toEqual([]);
});

test('every name of a real language, and every emoji, is a name', () => {
  // The game allows a character no more than letters.
  const free = names.filter(({ path }) => !path.startsWith('characters.'));
  const refused = free.flatMap(({ path, schema }) =>
    REAL.filter((text) => !schema.safeParse(text).success).map((text) => `${path}: ${text}`),
  );
  expect(refused).toEqual([]);
});

test('a name from elsewhere is cleaned: it then hides nothing, and what hid nothing stays', () => {
  for (const text of REAL) expect(cleanName(text)).toBe(text);
  const sign = fc.oneof(
    fc.constantFrom(...Object.values(HIDING), ...REAL),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 8 }), (parts) => {
      const clean = cleanName(parts.join(''));
      expect(hidesText(clean)).toBe(false);
      expect(cleanName(clean)).toBe(clean);
    }),
    { numRuns: 2_000 },
  );
});
