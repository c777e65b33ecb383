/** Gear that is missing in each branch of the game, and what its documents do not tell. */
import { CharacterEquipment } from '@guildhall/battlenet/schemas/equipment.ts';
import type { EquipmentView } from '@guildhall/contracts/gear.ts';
import type { GameVersion } from '@guildhall/contracts/primitives.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { untilEnriched } from '../../../test/character.ts';
import { recorded, recordedTitle, recording } from '../../../test/recordings.ts';
import { equipmentDocument } from '../enrichment/documents/equipment.ts';
import { missingGear } from './gear.ts';

let app: TestApp;
let osric: SignedInClient;
beforeAll(async () => {
  app = await testApp({ world: createWorld({ guildSizes: [] }) });
  osric = await app.signIn('osric');
});
afterAll(() => app[Symbol.asyncDispose]());

type Worn = { inventoryType?: string; enchantments?: object[]; [field: string]: unknown };

const permanent = { enchantment_id: 4411, enchantment_slot: { id: 0 }, display_string: 'Enchanted: +170 Mastery' };
const gem = (place: number) => ({
  ...{ enchantment_id: 4586, enchantment_slot: { id: place }, display_string: '+160 Intellect' },
  source_item: { id: 76_694, name: 'Brilliant Primordial Ruby' },
});
const socketBonus = { enchantment_id: 4853, enchantment_slot: { id: 5 }, display_string: '+60 Intellect' };
const addedSocket = { enchantment_id: 3729, enchantment_slot: { id: 6, type: 'BONUS_SOCKETS' } };

/** Each item names the version of the game, as the platform's do. */
const wearing = (version: string, items: Record<string, Worn>) => ({
  equipped_items: Object.entries(items).map(([type, { inventoryType = type, ...rest }], index) => ({
    item: {
      key: { href: `https://us.api.blizzard.com/data/wow/item/${index}?namespace=static-${version}` },
      id: 900_000 + index,
    },
    slot: { type, name: type },
    name: `Piece of ${type}`,
    inventory_type: { type: inventoryType, name: inventoryType },
    ...rest,
  })),
});

/** A realm of each branch, by a player there. */
const RESIDENTS: Record<GameVersion, [realm: string, name: string]> = {
  retail: ['highmere', 'osricane'],
  classic: ['highmere', 'maraza'],
  'classic-era': ['oldbarrow', 'gorlunn'],
  'classic-anniversary': ['last-light', 'thessaly'],
};

/** The equipment of a new character of this level, as its page shows it. */
async function equipmentOf(gameVersion: GameVersion, level: number, document: object): Promise<EquipmentView> {
  const { world, faults } = app.simulator;
  const [realm, resident] = RESIDENTS[gameVersion];
  const found = world.findCharacter('us', gameVersion, realm, resident);
  if (!found) throw new Error(`There is no ${resident}`);
  // A name has twelve letters at most.
  const name = `Worn${String.fromCharCode(97 + (level % 26))}${gameVersion.at(-1)}`;
  const kind = { classId: 1, raceId: 2, equippedItemLevel: 200, averageItemLevel: 200 };
  world.createCharacter(found.realm, { ...kind, name, level });
  faults.serve(`/profile/wow/character/${realm}/${name.toLowerCase()}/equipment`, document);
  const { body } = await osric.post('/characters/import').send({ name, realm, gameVersion }).expect(201);
  await untilEnriched(app);
  return (await osric.get(`/characters/${body.id}/equipment`).expect(200)).body;
}

test('in Mists a shield wants an enchantment, gems stand among the enchantments, and empty sockets are unknown', async () => {
  const { items, missing, first } = await equipmentOf(
    'classic',
    90,
    wearing('5.5.1_63000-classic-us', {
      HEAD: { enchantments: [gem(3), gem(2)] },
      CHEST: { enchantments: [permanent, gem(2), socketBonus] },
      WAIST: { enchantments: [gem(2), gem(3), socketBonus, addedSocket] },
      BACK: {},
      FINGER_1: {},
      MAIN_HAND: { inventoryType: 'WEAPON', enchantments: [permanent] },
      OFF_HAND: { inventoryType: 'SHIELD' },
      SHIRT: { inventoryType: 'BODY' },
    }),
  );
  expect(missing).toMatchObject({
    // The head takes none since Mists, and rings only those of enchanters.
    enchantments: ['BACK', 'OFF_HAND'],
    gems: [],
    unknown: {
      enchantments: [],
      // The bonus of the chest proves that its sockets are filled; that of the waist says nothing of the added one.
      gems: ['HEAD', 'WAIST', 'BACK', 'FINGER_1', 'MAIN_HAND', 'OFF_HAND'],
    },
  });
  const [head, chest] = items;
  const ruby = { gem: { id: 76_694, name: 'Brilliant Primordial Ruby' } };
  expect(head).toMatchObject({ enchantments: [], sockets: [ruby, ruby] });
  expect(chest?.enchantments.map(({ text, permanent }) => [text, permanent])).toEqual([
    ['Enchanted: +170 Mastery', true],
    ['+60 Intellect', false],
  ]);
  expect(first?.filter(({ kind }) => kind === 'enchantment').map(({ slot }) => slot)).toEqual(['BACK', 'OFF_HAND']);
});

test('in the Anniversary game a shield takes an enchantment and a book in the off hand none; in Era nothing has sockets', async () => {
  const ofOutland = await equipmentOf(
    'classic-anniversary',
    70,
    wearing('2.5.5_64000-classicann-us', {
      HEAD: { enchantments: [permanent, gem(2), socketBonus] },
      RANGED: { inventoryType: 'RELIC' },
      OFF_HAND: { inventoryType: 'HOLDABLE' },
    }),
  );
  expect(ofOutland.missing).toMatchObject({
    enchantments: [],
    unknown: { enchantments: [], gems: ['RANGED', 'OFF_HAND'] },
  });

  const ofEra = await equipmentOf(
    'classic-era',
    60,
    wearing('1.15.8_63000-classic1x-us', {
      HEAD: {},
      WRIST: { enchantments: [permanent] },
      OFF_HAND: { inventoryType: 'SHIELD' },
      RANGED: { inventoryType: 'RANGED' },
    }),
  );
  // Whether this wearer can get a libram or a scope, no document says.
  expect(ofEra.missing).toMatchObject({
    enchantments: ['OFF_HAND'],
    unknown: { enchantments: ['HEAD', 'RANGED'], gems: [] },
  });
});

test('a retail item shows its label, chosen stats, embellishment and the quality of its enchantment, and a tinker is no gem', async () => {
  const quality = (picture: string) => ({
    ...permanent,
    display_string: `Enchanted: Undertow |A:Professions-ChatIcon-Quality-${picture}:20:20|a`,
  });
  const { items, missing, first } = await equipmentOf(
    'retail',
    90,
    wearing('12.0.5_67000-us', {
      HEAD: {
        level: { value: 260 },
        enchantments: [quality('12-Tier1')],
        name_description: { display_string: 'Hero 3/6' },
      },
      SHOULDER: { level: { value: 1 }, enchantments: [quality('12-Tier2')] },
      NECK: {
        level: { value: 100_000 },
        name_description: { display_string: 'Fortune Crafted' },
        limit_category: 'Unique-Equipped: Embellished (2)',
        modified_crafting_stat: [{ id: 36, type: 'HASTE_RATING', name: 'Haste' }],
        spells: [{ spell: { id: 1, name: 'Focusing Lens' }, description: 'Equip: …' }],
        sockets: [{ socket_type: { type: 'PRISMATIC' } }, { socket_type: { type: 'TINKER' } }],
      },
      // Cloak and wrists take none since Midnight.
      BACK: {},
      LEGS: {},
    }),
  );
  const [head, shoulder, neck] = items;
  expect(head).toMatchObject({
    label: 'Hero 3/6',
    enchantments: [{ text: 'Enchanted: Undertow', quality: { tier: 1, of: 2 }, permanent: true }],
    craftedStats: [],
    embellishment: null,
  });
  expect(shoulder?.enchantments[0]?.quality).toEqual({ tier: 2, of: 2 });
  expect(neck).toMatchObject({
    label: 'Fortune Crafted',
    craftedStats: ['Haste'],
    embellishment: { effects: ['Focusing Lens'] },
    sockets: [{ gem: null }],
  });
  expect(missing).toMatchObject({
    enchantments: ['LEGS'],
    gems: [{ slot: 'NECK', emptySockets: 1 }],
    unknown: { enchantments: [], gems: [] },
  });
  const steps = first?.map(({ kind, slot }) => `${kind} ${slot}`) ?? [];
  expect(steps.filter((step) => !step.startsWith('empty_slot'))).toEqual([
    ...['item_level SHOULDER', 'enchantment LEGS', 'gems NECK', 'enchantment_quality HEAD'],
  ]);
  expect(steps[0]).toBe('empty_slot CHEST');
});

test('at a level whose items the table does not know, no enchantment is called missing, and none complete', async () => {
  const { missing } = await equipmentOf('retail', 40, wearing('12.0.5_67000-us', { CHEST: {}, TABARD: {} }));
  expect(missing).toMatchObject({ enchantments: [], unknown: { enchantments: ['CHEST'], gems: [] } });
});

/** By eye, from the recorded documents. */
const RECORDED: [file: string, level: number, expected: object][] = [
  [
    'argentpony_us-norgannon-drinian_8.3.0_32861',
    120,
    {
      enchantments: ['FINGER_1', 'FINGER_2', 'MAIN_HAND', 'OFF_HAND'],
      gems: [{ slot: 'OFF_HAND', emptySockets: 1 }],
      slots: [],
    },
  ],
  ['rbattlenet_eu-howling-fjord-cyrillicname', 120, { enchantments: [], gems: [], slots: [] }],
  ['rbattlenet_eu-stormrage-sheday', 120, { enchantments: [], gems: [], slots: [] }],
  ['savecraft_us-tichondrius-dratnos_12.0.1_65617', 80, { enchantments: [], gems: [], slots: [] }],
];

describe.skipIf(!recorded)(recordedTitle, () => {
  test.each(RECORDED)('%s misses what its player left out, and nothing is unknown', (file, level, expected) => {
    const document = equipmentDocument(CharacterEquipment.parse(recording(`character-equipment/${file}.json`)));
    const unknown = { enchantments: [], gems: [] };
    expect(missingGear(document, { gameVersion: 'retail', level })).toEqual({ ...expected, unknown });
  });

  test('the newest recorded character shows labels, chosen stats, embellishments and qualities', () => {
    const file = 'character-equipment/savecraft_us-tichondrius-dratnos_12.0.1_65617.json';
    const { patch, items } = equipmentDocument(CharacterEquipment.parse(recording(file)));
    expect(patch).toBe('12.0.1');
    const of = (slot: string) => items.find((item) => item.slot === slot);
    expect(of('NECK')).toMatchObject({
      label: 'Fortune Crafted',
      craftedStatNames: ['Haste', 'Mastery'],
      embellishment: { effects: ['Elemental Focusing Lens'] },
    });
    expect(of('MAIN_HAND')).toMatchObject({ embellishment: { effects: ['Ascendance'] } });
    expect(of('CHEST')?.enchantments[0]?.quality).toEqual({ tier: 3, of: 3 });
    expect(of('HEAD')?.enchantments[0]?.quality).toBeNull();
    expect(items.filter(({ embellishment }) => embellishment).length).toBe(2);
  });
});
