import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FormatError } from './format-error.ts';
import { readSim } from './read-sim.ts';
import { simAddress, simLink } from './sim-client.ts';
import { droptimizerReport, upgradeReport } from './sim-report.ts';
import { refusalOf } from './test-refusals.ts';

type Row = { name: string; mean: number; mean_error?: number };

/** By the rules of recorded reports: rows are named by instance, boss, difficulty, item, level, enchantment and slot. */
const droptimizer = (results: Row[], simbot: object = {}) => ({
  timestamp: 1_790_000_000,
  sim: {
    options: { fight_style: 'Patchwerk' },
    players: [{ collected_data: { dps: { mean: 100_000 } } }],
    profilesets: { results },
  },
  simbot: {
    simType: 'droptimizer',
    player: 'Aldwyn',
    charClass: 'mage',
    spec: 'arcane',
    input: 'mage="Aldwyn"\nlevel=90\nregion=eu\nserver=saltmere_bay\n',
    meta: {
      rawFormData: {
        droptimizer: {
          specId: 62,
          equipped: {
            head: { id: 11 },
            mainHand: { id: 12 },
            finger1: { id: 13 },
            trinket2: { id: 14 },
            offHand: null,
            shirt: { id: 15 },
            tabard: { id: 16 },
          },
        },
      },
    },
    ...simbot,
  },
});
const row = (name: string, mean: number, mean_error = 50): Row => ({ name, mean, mean_error });

const upgrades = (results: object[], more: object = {}) => ({
  id: 'abcdefghijkl',
  dateCreated: '2026 - 11 - 2',
  playername: 'Selwyn',
  realm: 'Stormvale',
  region: 'EU',
  spec: 'Holy Paladin',
  contentType: 'Raid',
  gameType: 'Retail',
  equippedItems: [
    { id: 21, slot: 'Finger', isEquipped: true },
    { id: 22, slot: 'Finger', isEquipped: true },
    { id: 23, slot: '1H Weapon', isEquipped: true },
    { id: 24, slot: 'Head', isEquipped: false },
    { id: 25, slot: '1H Weapon', isEquipped: true },
  ],
  results,
  ...more,
});
const upgrade = (item: number, more: object = {}) => ({
  item,
  dropLoc: 'Raid',
  dropType: 'bonus',
  dropDifficulty: 2,
  level: 334,
  rawDiff: 1_043,
  percDiff: 0.298,
  ...more,
});

describe('a Droptimizer', () => {
  test('says who was simulated, when and in what', () => {
    const report = droptimizerReport(droptimizer([row('1/10/raid-mythic/5/700/0/legs////', 101_000)]));
    expect(report).toMatchObject({
      tool: 'raidbots',
      character: { name: 'Aldwyn', realm: 'saltmere bay', region: 'eu' },
      spec: { id: 62, name: 'arcane', className: 'mage' },
      fightStyle: 'Patchwerk',
      simulatedAt: '2026-09-21T14:13:20.000Z',
    });
    expect(report.worn).toEqual([
      { slot: 'HEAD', itemId: 11 },
      { slot: 'MAIN_HAND', itemId: 12 },
      { slot: 'FINGER_1', itemId: 13 },
      { slot: 'TRINKET_2', itemId: 14 },
    ]);
  });

  test('a drop is an item of a boss at a track and a level, by the catalyst or not; of two slots the better counts', () => {
    const { gains, left, error } = droptimizerReport(
      droptimizer([
        row('1/10/raid-vault-mythic/5/700/0/trinket1////', 101_000),
        row('1/10/raid-vault-mythic/5/700/0/trinket2////', 102_000, 408),
        row('1/10/raid-vault-mythic/5/710/0/trinket1////', 103_000),
        row('1/11/raid-vault-mythic/5/700/0/trinket1////', 100_500),
        row('1/11/raid-heroic/5/700/0/trinket1////', 100_400),
        row('1/11/raid-vault-mythic/5/700/0/trinket1////77', 99_000),
        row('1/11/raid-vault-mythic/6/700/0/trinket1///swap_doubleonuse/', 90_000),
        row('1/11/raid-vault-mythic/6/700/0/trinket1////', 95_000),
        row('1/-97/raid-vault-mythic/8/700/0/feet////', 105_000),
        row('-1/12/dungeon-mythic/9/700/0/feet////', 105_000),
        row('rubbish', 105_000),
      ]),
    );
    expect(
      gains.map((gain) => [gain.itemId, gain.encounterId, gain.track, gain.itemLevel, gain.catalystOf, gain.percent]),
    ).toEqual([
      [5, 10, 'mythic', 700, null, 2],
      [5, 10, 'mythic', 710, null, 3],
      [5, 11, 'mythic', 700, null, 0.5],
      [5, 11, 'heroic', 700, null, 0.4],
      [5, 11, 'mythic', 700, 77, -1],
      [6, 11, 'mythic', 700, null, -5],
    ]);
    expect(left).toBe(3);
    expect(error).toBe(0.4);
    expect(gains[0]).toMatchObject({ slot: 'trinket', absolute: 2_000, instanceId: 1 });
  });

  test('a gain below the relative error is no difference, in either direction', () => {
    const { gains } = droptimizerReport(
      droptimizer([
        row('1/10/raid-mythic/1/700/0/feet////', 100_049, 60),
        row('1/10/raid-mythic/2/700/0/feet////', 99_951, 60),
        row('1/10/raid-mythic/3/700/0/feet////', 100_100, 60),
        row('1/10/raid-mythic/4/700/0/feet////', 99_900, 60),
      ]),
    );
    expect(gains.map(({ differs }) => differs)).toEqual([false, false, true, true]);
  });

  test.each(['quick', 'topgear', 'stat_weights'])('a sim of the type %s is refused', (simType) => {
    expect(refusalOf(() => droptimizerReport(droptimizer([], { simType }))).reason).toBe('another_kind');
  });

  test.each<[string, (report: ReturnType<typeof droptimizer>) => unknown]>([
    ['another document', () => ({ anything: true })],
    ['no player', (report) => ({ ...report, sim: { ...report.sim, players: [] } })],
    [
      'a mean that is a text',
      (report) => ({ ...report, sim: { ...report.sim, profilesets: { results: [{ name: 'a', mean: '1' }] } } }),
    ],
    ['no drop of a raid boss', () => droptimizer([row('1/-97/raid-mythic/8/700/0/feet////', 1)])],
    ['a row that is too long', () => droptimizer([row('x'.repeat(5_000), 1)])],
    [
      'too many rows',
      () => droptimizer(Array.from({ length: 20_001 }, () => row('1/2/raid-mythic/8/700/0/feet////', 1))),
    ],
  ])('%s is refused', (_, spoil) => {
    expect(refusalOf(() => droptimizerReport(spoil(droptimizer([])))).message).toMatch(/\.$/);
  });
});

describe('a report of QE Live', () => {
  test('is JSON inside a JSON string, without bosses', () => {
    const text = JSON.stringify(JSON.stringify(upgrades([upgrade(31), upgrade(32, { percDiff: 0, rawDiff: 0 })])));
    const report = readSim(text);
    expect(report).toMatchObject({
      tool: 'qe_live',
      character: { name: 'Selwyn', realm: 'Stormvale', region: 'EU' },
      spec: { id: null, name: 'Holy', className: 'Paladin' },
      simulatedAt: '2026-11-02T00:00:00.000Z',
      error: null,
    });
    expect(report.gains).toEqual([
      expect.objectContaining({
        itemId: 31,
        encounterId: null,
        track: 'heroic',
        itemLevel: 334,
        percent: 0.298,
        differs: true,
      }),
      expect.objectContaining({ itemId: 32, percent: 0, differs: false }),
    ]);
    expect(report.worn).toEqual([
      { slot: 'FINGER_1', itemId: 21 },
      { slot: 'FINGER_2', itemId: 22 },
      { slot: 'MAIN_HAND', itemId: 23 },
      { slot: 'OFF_HAND', itemId: 25 },
    ]);
  });

  test('rows of other places and of unknown difficulties are left out and counted', () => {
    const report = upgradeReport(
      upgrades([
        upgrade(31),
        upgrade(32, { dropLoc: 'Dungeon' }),
        upgrade(33, { dropDifficulty: 7 }),
        upgrade(34, { dropDifficulty: '' }),
        upgrade(35, { dropDifficulty: null }),
      ]),
    );
    expect(report.gains.map(({ itemId }) => itemId)).toEqual([31]);
    expect(report.left).toBe(4);
  });

  test('one of another game is refused', () => {
    expect(refusalOf(() => upgradeReport(upgrades([upgrade(1)], { gameType: 'Classic' }))).reason).toBe('another_kind');
  });
});

test('reading ends in a report or a refusal, whatever the text', () => {
  const document = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .array(fc.record({ name: fc.string(), mean: fc.double(), mean_error: fc.double() }))
      .map((rows) => JSON.stringify(droptimizer(rows))),
    fc.array(fc.object()).map((rows) => JSON.stringify(upgrades(rows))),
  );
  fc.assert(
    fc.property(document, (text) => {
      try {
        for (const { percent, itemId } of readSim(text).gains)
          expect([percent, itemId].every(Number.isFinite)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }),
  );
});

describe('a link', () => {
  const raidbots = 'jk6WmLFEnBpEqWueDkyRqA';
  test.each([
    [`https://www.raidbots.com/simbot/report/${raidbots}`, 'raidbots', raidbots],
    [`https://raidbots.com/simbot/report/${raidbots}/simc?x=1#y`, 'raidbots', raidbots],
    [` https://www.raidbots.com/reports/${raidbots}/data.json `, 'raidbots', raidbots],
    ['https://questionablyepic.com/live/upgradereport/wzfyzqxqjqej', 'qe_live', 'wzfyzqxqjqej'],
    ['https://www.questionablyepic.com/live/upgradereport/wzfyzqxqjqej/', 'qe_live', 'wzfyzqxqjqej'],
  ])('%s leads to a report', (link, tool, id) => {
    const address = simAddress(link);
    expect(address).toEqual({ tool, id });
    expect(address && simAddress(simLink(address))).toEqual(address);
  });

  test.each([
    `http://www.raidbots.com/simbot/report/${raidbots}`,
    `https://raidbots.com.evil.example/simbot/report/${raidbots}`,
    `https://evil.example/simbot/report/${raidbots}`,
    `https://user@evil.example#www.raidbots.com/simbot/report/${raidbots}`,
    `https://www.raidbots.com/simbot/report/../../admin/${raidbots}`,
    'https://www.raidbots.com/simbot/report/short',
    'https://questionablyepic.com/live/upgradereport/WZFYZQXQJQEJ',
    'file:///etc/passwd',
    raidbots,
    '',
  ])('K-01: %s leads nowhere', (link) => {
    expect(simAddress(link)).toBeNull();
  });
});
