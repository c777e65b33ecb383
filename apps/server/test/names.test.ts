/** The rule of names at every field of every input, and of names from elsewhere. */
import { readdirSync } from 'node:fs';
import { cleanName, hidesText } from '@guildhall/contracts/name.ts';
import { shortText } from '@guildhall/guild-tools/rows.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type Field, fields, fieldsOf, NO_NAMES, names } from './name-fields.ts';

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

/** Texts of platforms that are no names, by the key of their field, and what they are. */
const NO_PLATFORM_NAMES: Record<string, string> = {
  type: 'a word of a closed list',
  key: 'the word for a picture',
  slug: 'part of an address',
  href: 'an address',
  value: 'an address',
  avatar_url: 'an address',
  bust_url: 'an address',
  render_url: 'an address',
  url: 'an address',
  avatar: 'part of an address',
  locale: 'a language',
  timezone: 'a zone',
  email: 'an address',
  talent_loadout_code: 'a code',
  content: 'a message of ours',
  sub: 'an id',
  visibility: 'a word of a closed list',
};

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

test('a text of another guild tool that is cut hides nothing', () => {
  for (const text of [...REAL, ...Object.values(HIDING).map((sign) => `Bryn${sign}hild`)]) {
    for (let max = 1; max <= text.length; max += 1) {
      const short = shortText(text, max) ?? '';
      expect([text, max, hidesText(short), [...short].length <= max]).toEqual([text, max, false, true]);
    }
  }
});

/** The schemas of the answers of game, chat and logging platform, with the fields that take text. */
async function platformFields(): Promise<Field[]> {
  const packages = new URL('../../../packages/', import.meta.url);
  const folder = new URL('battlenet/src/schemas/', packages);
  const files = [
    ...readdirSync(folder)
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => new URL(file, folder)),
    ...['battlenet/src/oauth.ts', 'discord/src/schemas.ts', 'discord/src/roles.ts', 'warcraftlogs/src/schemas.ts'].map(
      (file) => new URL(file, packages),
    ),
  ];
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ file.href)));
  // The makers of the game write these texts, in all languages.
  const localized = modules.flatMap((module) => module.LocalizedText ?? []);
  return modules.flatMap((module) =>
    Object.entries(module)
      .filter(
        (entry): entry is [string, z.ZodType] =>
          typeof entry[1] === 'object' && entry[1] !== null && '_zod' in entry[1],
      )
      .flatMap(([name, schema]) => fieldsOf(schema, name, (one) => localized.includes(one))),
  );
}

test('no name that a platform gives hides or turns text', async () => {
  const all = await platformFields();
  const free = all.filter(({ schema }) => schema.safeParse('Plain words here').success);
  const isName = ({ path }: Field) => !(path.slice(path.lastIndexOf('.') + 1) in NO_PLATFORM_NAMES);
  for (const end of [
    ...['CharacterProfile.name', 'AccountProfile.wow_accounts.characters.name', 'GuildRoster.members.character.name'],
    ...[
      'CharacterMythicKeystone.current_period.best_runs.members.character.name',
      'User.global_name',
      'UserInfo.battletag',
      'ServerRole.name',
    ],
    ...['Report.title', 'Report.masterData.actors.name', 'Report.masterData.actors.server', 'Report.fights.name'],
    ...['PastNight.players.name', 'PastNight.zone.name', 'Guild.tags.name', 'TextChannel.name'],
  ])
    expect([end, free.filter(isName).some(({ path }) => path === end)]).toEqual([end, true]);
  const unused = Object.keys(NO_PLATFORM_NAMES).filter((key) => !free.some(({ path }) => path.endsWith(`.${key}`)));
  expect(unused).toEqual([]);
  const hidden = free.filter(isName).flatMap(({ path, schema }) =>
    Object.entries(HIDING).flatMap(([what, sign]) => {
      const texts = [sign, `Bryn${sign}hild`, `${sign}Brynhild`].map((text) => String(schema.parse(text)));
      return texts.some((text) => hidesText(text) || (text === '' && /\.(?:name|username)$/.test(path)))
        ? [`${path}: ${what}`]
        : [];
    }),
  );
  expect(hidden).toEqual([]);
  const cut = free.filter(isName).filter(({ schema }) => /\ufffd/.test(String(schema.parse(`x${'🐉'.repeat(500)}`))));
  expect(cut).toEqual([]);
});
