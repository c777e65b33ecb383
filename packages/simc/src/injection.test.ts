/** Any text from the platform, even in place of a number, leaves the profile with the intended lines and no others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SimulationCharacter, type SimulationItem, simulationProfile } from './profile.ts';
import { character, optionsOf } from './test-characters.ts';
import { loadoutCode } from './test-loadouts.ts';
import { slotTokens } from './tokens.ts';

const PIECES = [
  '\n',
  '\r',
  '\r\n',
  '"',
  "'",
  '$(',
  ')',
  '=',
  ' ',
  '\t',
  '#',
  ',',
  '/',
  '\\',
  '|',
  'input=x',
  'html=y',
].concat([
  '\u0000',
  '\u000b',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\u202e',
  '\ud800',
  'a',
  'Ж',
  '한',
  'é',
  'e\u0301',
]);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 30 }),
  fc.constantFrom(...PIECES),
);
/** Documents are stored as JSON, so after a bug of ours a typed number may be anything. */
const anyNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  anyText.map((text) => text as unknown as number), // deliberately violates its type
);
const anySlot = fc.oneof(fc.constantFrom(...slotTokens().map(([type]) => type)), anyText);
const anyItem: fc.Arbitrary<SimulationItem> = fc.record({
  slot: anySlot,
  itemId: anyNumber,
  name: fc.option(anyText),
  itemLevel: fc.option(anyNumber),
  bonusIds: fc.array(anyNumber),
  enchantments: fc.array(fc.record({ slot: fc.constantFrom(0, 6, 7), id: anyNumber })),
  gems: fc.array(fc.option(fc.record({ id: anyNumber, bonusIds: fc.array(anyNumber) }))),
  craftedStats: fc.array(anyNumber),
  dropLevel: fc.option(anyNumber),
});
const anyCode = fc.oneof(
  anyText,
  fc.constant(loadoutCode({ specId: 259 })),
  anyText.map((text) => `${loadoutCode({ specId: 259 })}${text}`),
);
const anyCharacter: fc.Arbitrary<SimulationCharacter> = fc.record({
  name: anyText,
  region: fc.constantFrom('us', 'eu', 'kr', 'tw'),
  realm: anyText,
  level: anyNumber,
  raceId: fc.oneof(fc.constant(8), anyNumber),
  classId: fc.constant(4),
  specId: fc.option(fc.oneof(fc.constant(259), anyNumber)),
  professions: fc.array(fc.record({ id: fc.oneof(fc.constant(202), anyNumber), rank: anyNumber })),
  talentLoadoutCode: fc.option(anyCode),
  equipment: fc.array(anyItem),
  asOf: fc.option(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })),
});

const NUMBERS = '\\d+(?:/\\d+)*';
const SLOTS = slotTokens()
  .map(([, token]) => token)
  .join('|');
const TEXT = "[\\p{L}\\p{M}\\p{N}'’.,:;!?()&+/% _-]";
/** Every line a profile may have, in full. */
const LINES = [
  /^$/u,
  new RegExp(`^# ${TEXT}+$`, 'u'),
  /^rogue="[\p{L}\p{M}]+"$/u,
  /^level=\d+$/u,
  /^race=[a-z_]+$/u,
  /^region=(us|eu|kr|tw)$/u,
  /^server=[\p{L}\p{M}\p{N}%+._]+$/u,
  /^role=attack$/u,
  /^professions=[a-z]+=\d+(\/[a-z]+=\d+)?$/u,
  /^spec=assassination$/u,
  /^talents=[A-Za-z0-9+/]{26,}$/u,
  new RegExp(
    `^(${SLOTS})=,id=\\d+(,enchant_id=\\d+)?(,addon_id=\\d+)?(,gem_id=${NUMBERS})?(,bonus_id=${NUMBERS})?(,drop_level=\\d+)?(,crafted_stats=\\d+(/\\d+)?)?(,gem_bonus_id=[\\d:/]+)?$`,
    'u',
  ),
];

function profileOf(subject: SimulationCharacter): string {
  const made = simulationProfile(subject);
  if (!made.ok) throw new Error(made.message);
  return made.profile;
}

test('any character yields only known kinds of lines, each option once and in order', () => {
  fc.assert(
    fc.property(anyCharacter, (subject) => {
      const profile = profileOf(subject);
      expect(profile.split('\n').filter((line) => !LINES.some((kind) => kind.test(line)))).toEqual([]);
      const order = ['rogue', 'level', 'race', 'region', 'server', 'role', 'professions', 'spec', 'talents'];
      const meant = [...order, ...slotTokens().map(([, token]) => token)];
      const names = optionsOf(profile).map(([name]) => name);
      expect(names).toEqual(meant.filter((name) => names.includes(name)));
    }),
    { numRuns: 500 },
  );
});

test('J-07: no name, realm, item name or loadout code changes any other line', () => {
  const named = (name: string, realm: string, itemName: string, code: string) => {
    const { equipment, ...rest } = character();
    return {
      ...rest,
      name,
      realm,
      talentLoadoutCode: code,
      equipment: equipment.map((worn) => ({ ...worn, name: itemName })),
    };
  };
  const own = new Set(['rogue', 'server', 'talents']);
  const others = (subject: SimulationCharacter) => optionsOf(profileOf(subject)).filter(([name]) => !own.has(name));
  const plain = others(character());
  fc.assert(
    fc.property(anyText, anyText, anyText, anyCode, (name, realm, itemName, code) => {
      const subject = named(name, realm, itemName, code);
      expect(others(subject)).toEqual(plain);
      // The last comment belongs to the item; the line above it was there before.
      expect(profileOf(subject).split('\n').at(-2)).toBe('head=,id=235001,bonus_id=6652/10390');
    }),
    { numRuns: 1000 },
  );
});
