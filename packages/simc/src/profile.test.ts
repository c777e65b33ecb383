import { expect, test } from 'vitest';
import { type SimulationCharacter, simulationProfile } from './profile.ts';
import { character, item, optionsOf } from './test-characters.ts';
import { loadoutCode } from './test-loadouts.ts';

function made(fields: Partial<SimulationCharacter> = {}) {
  const profile = simulationProfile(character(fields));
  if (!profile.ok) throw new Error(profile.message);
  const options = new Map(optionsOf(profile.profile));
  return { ...profile, options, reasons: profile.warnings.map(({ reason }) => reason) };
}
const headOf = (fields: Parameters<typeof item>[0]) => made({ equipment: [item(fields)] }).options.get('head');

test('a class unknown to the simulator has no profile', () => {
  expect(simulationProfile(character({ classId: 99 }))).toMatchObject({ ok: false, reason: 'unknown_class' });
});

test('a character becomes a profile in the addon’s format, with a header that notes what the platform does not show', () => {
  const { profile, warnings } = made({
    professions: [
      { id: 202, rank: 10 },
      { id: 755, rank: 1 },
    ],
    equipment: [
      item({ slot: 'MAIN_HAND', itemId: 7, name: 'Plain Dagger', itemLevel: null, bonusIds: [] }),
      item({ gems: [{ id: 21, bonusIds: [] }], enchantments: [{ slot: 0, id: 79 }] }),
    ],
  });
  expect(profile).toBe(
    `# Wrenna - Assassination - 2026-11-20 20:15 - EU/Twisting Nether
# Made by Guildhall from what the game platform shows, not by the addon
# Requires SimulationCraft 1000-01 or newer
${warnings.map(({ message }) => `# Note: ${message}`).join('\n')}

rogue="Wrenna"
level=90
race=troll
region=eu
server=twisting_nether
role=attack
professions=engineering=10/jewelcrafting=1
spec=assassination

talents=${loadoutCode({ specId: 259 })}

# Wayfarer's Hood (124)
head=,id=235001,enchant_id=79,gem_id=21,bonus_id=6652/10390
# Plain Dagger
main_hand=,id=7
`,
  );
  expect(warnings.map(({ reason }) => reason)).toEqual(['not_on_platform', 'profession_ranks']);
});

test('a profile has talents only if they belong to the specialization, and otherwise says why not', () => {
  expect(made().options.has('talents')).toBe(true);
  const without = (talentLoadoutCode: string | null) => made({ talentLoadoutCode });
  for (const [code, reason] of [
    [null, 'no_talents'],
    ['', 'no_talents'],
    ['broken', 'talents_refused'],
    [loadoutCode({ specId: 260 }), 'talents_refused'],
    [loadoutCode({ specId: 62 }), 'talents_refused'],
    [loadoutCode({ version: 1 }), 'talents_refused'],
  ] as const) {
    expect(without(code).options.has('talents')).toBe(false);
    expect(without(code).reasons).toContain(reason);
  }
});

test('a missing specialization, or one of another class, leaves out role and talents', () => {
  for (const specId of [null, 62, 4000]) {
    const { options, reasons, profile } = made({ specId });
    expect([...options.keys()]).toEqual(['rogue', 'level', 'race', 'region', 'server', 'head']);
    expect(reasons).toContain('no_specialization');
    expect(profile).toContain('# Wrenna - Unknown - ');
  }
});

test('an unknown race, an unknown realm and an invalid name are left out with a warning', () => {
  const { options, reasons } = made({ raceId: 999, realm: '"', name: '=\n"', asOf: null });
  expect([...options]).toEqual(expect.arrayContaining([['rogue', 'Unnamed']]));
  expect(options.has('race') || options.has('server')).toBe(false);
  expect(reasons).toEqual(expect.arrayContaining(['unknown_race', 'unknown_realm', 'name_changed']));
});

test('names in any script stay unchanged', () => {
  for (const name of ['Ælfric', 'Ясень', '전사', 'Çelik', '戰士', 'Hàrà']) {
    expect(made({ name }).options.get('rogue')).toBe(name);
    expect(made({ name }).reasons).not.toContain('name_changed');
  }
});

test('professions that cannot be simulated are left out', () => {
  expect(made({ professions: [{ id: 185, rank: 300 }] }).options.has('professions')).toBe(false);
  expect(made({ professions: [{ id: 186, rank: 0 }] }).options.has('professions')).toBe(false);
  const three = [164, 171, 186].map((id) => ({ id, rank: 5 }));
  expect(made({ professions: three }).options.get('professions')).toBe('blacksmithing=5/alchemy=5');
});

test('gems keep their sockets', () => {
  const gem = (id: number, ...bonusIds: number[]) => ({ id, bonusIds });
  expect(headOf({ bonusIds: [], gems: [null, gem(5), null] })).toBe(',id=235001,gem_id=0/5');
  expect(headOf({ bonusIds: [], gems: [null, null] })).toBe(',id=235001');
  expect(headOf({ bonusIds: [], gems: [gem(1), gem(2), gem(3), gem(4), gem(5)] })).toBe(',id=235001,gem_id=1/2/3/4');
  expect(headOf({ bonusIds: [], gems: [gem(1, 8, 9), gem(2), gem(3, 7)] })).toBe(
    ',id=235001,gem_id=1/2/3,gem_bonus_id=8:9',
  );
});

test('enchantments, tinkers, levels and crafted stats have an option each; other enchantments have none', () => {
  const enchantments = [
    { slot: 6, id: 4 },
    { slot: 7, id: 4223 },
    { slot: 0, id: 7933 },
  ];
  expect(headOf({ enchantments, dropLevel: 60, craftedStats: [36, 49, 32], bonusIds: [3, 1, 2] })).toBe(
    ',id=235001,enchant_id=7933,addon_id=4223,bonus_id=3/1/2,drop_level=60,crafted_stats=36/49',
  );
  expect(made({ equipment: [item({ craftedStats: [36] })] }).reasons).toContain('crafted_stats');
});

test('slots come in the order of a profile, each once, and a warning counts the items left out', () => {
  const equipment = ['OFF_HAND', 'HEAD', 'HEAD', 'PROFESSION_TOOL'].map((slot) => item({ slot }));
  const { options, warnings } = made({ equipment: [...equipment, item({ slot: 'NECK', itemId: 0 })] });
  expect([...options.keys()].slice(-2)).toEqual(['head', 'off_hand']);
  expect(warnings.find(({ reason }) => reason === 'item_left_out')?.message).toMatch(/: 3\.$/);
  expect(made({ equipment: [] }).reasons).toContain('no_equipment');
});
