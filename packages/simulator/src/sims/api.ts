import { type Answer, jsonAnswer } from '../answer.ts';
import { wornItems } from '../battlenet/character-build-documents.ts';
import { findSpecialization } from '../game-classes.ts';
import type { ItemEntry } from '../game-items.ts';
import type { JournalEncounterEntry } from '../game-journal.ts';
import { createRandom } from '../random.ts';
import type { SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import { classNameOf } from '../world-evenings.ts';
import type { Character } from '../world-model.ts';

type Track = 'lfr' | 'normal' | 'heroic' | 'mythic';
const TRACKS: readonly Track[] = ['lfr', 'normal', 'heroic', 'mythic'];

/** The sims of a character: one Droptimizer of each track, and one report of an upgrade finder with all of them. */
export const droptimizerId = ({ realm, id }: Character, track: Track) =>
  `Sim${TRACKS.indexOf(track)}${String(realm.id).padStart(6, '0')}${String(id).padStart(12, '0')}`;

export const upgradeReportId = ({ realm, id }: Character) => lettersOf(realm.id, 4) + lettersOf(id, 8);

/**
 * Reports of Raidbots by fixed ids, which no character has: a sim of another type, one whose error is above 1 %, and one of more
 * than 5 MB. They are of the first character of the first account.
 */
export const ODD_REPORTS = {
  anotherType: 'SimOfAnotherType000000',
  inexact: 'SimWithLargeError00000',
  huge: 'SimOfMoreThan5MB000000',
} as const;

const lettersOf = (number: number, length: number) =>
  Array.from({ length }, (_, place) =>
    String.fromCharCode(97 + (Math.floor(number / 26 ** (length - 1 - place)) % 26)),
  ).join('');

/** `/raidbots/reports/{id}/data.json`: a Droptimizer of the latest raid for every character of the world. */
export function raidbots(world: World, request: SimulatorRequest): Answer {
  const [, id = ''] = /^\/raidbots\/reports\/([A-Za-z0-9]{22})\/data\.json$/.exec(request.path) ?? [];
  const [first] = world.accounts[0]?.characters ?? [];
  const odd = ODD[id];
  if (odd && first) return jsonAnswer(200, odd(droptimizer(world, first, 'heroic')));
  for (const character of charactersOf(world)) {
    const track = TRACKS.find((one) => droptimizerId(character, one) === id);
    if (track) return jsonAnswer(200, droptimizer(world, character, track));
  }
  return jsonAnswer(404, { error: 'Not found' });
}

const ODD: Readonly<Record<string, (report: ReturnType<typeof droptimizer>) => object>> = {
  [ODD_REPORTS.anotherType]: (report) => ({ ...report, simbot: { ...report.simbot, simType: 'topgear' } }),
  [ODD_REPORTS.inexact]: ({ sim, ...report }) => {
    const results = sim.profilesets.results.map((row) => ({ ...row, mean_error: row.mean * 0.03 }));
    return { ...report, sim: { ...sim, profilesets: { ...sim.profilesets, results } } };
  },
  [ODD_REPORTS.huge]: (report) => ({ ...report, rawOutput: 'x'.repeat(5 * 1024 * 1024) }),
};

/** `/qe-live/api/getUpgradeReport.php?reportID={id}`: JSON inside a JSON string. */
export function qeLive(world: World, request: SimulatorRequest): Answer {
  if (request.path !== '/qe-live/api/getUpgradeReport.php') return jsonAnswer(404, { error: 'Not found' });
  const character = charactersOf(world).find((one) => upgradeReportId(one) === request.query.get('reportID'));
  return character ? jsonAnswer(200, JSON.stringify(upgradeReport(world, character))) : jsonAnswer(404, 'Not found');
}

const charactersOf = (world: World): Character[] => [
  ...new Set([
    ...world.accounts.flatMap(({ characters }) => characters),
    ...world.guilds.flatMap((guild) => world.members(guild)),
  ]),
];

const latestRaid = ({ journal }: World) =>
  journal.expansions.flatMap(({ instances }) => instances).findLast(({ category }) => category === 'RAID');

const BASE = 500_000;

/** The same for the same item and track; one in seven makes no difference. */
function gainOf(item: ItemEntry, track: Track): number {
  const random = createRandom(item.id * 4 + TRACKS.indexOf(track));
  return item.id % 7 === 0 ? 0.01 : random.integer(-80, 280) / 100;
}

const SLOTS: Record<string, string> = { WEAPON: 'main_hand', FINGER: 'finger1', TRINKET: 'trinket1', CLOAK: 'back' };

function resultsOf(boss: JournalEncounterEntry, track: Track) {
  return boss.items
    .filter(({ slot }) => slot !== 'NON_EQUIP')
    .flatMap((item) => {
      const slot = SLOTS[item.slot] ?? item.slot.toLowerCase();
      const place = `${boss.instanceId}/${boss.id}/raid-${track}/${item.id}/${600 + 13 * TRACKS.indexOf(track)}/0/`;
      const mean = BASE * (1 + gainOf(item, track) / 100);
      const result = { name: `${place}${slot}////`, mean, mean_error: BASE * 0.0005 };
      // Rings and trinkets are tried in both slots.
      if (!slot.endsWith('1')) return [result];
      return [result, { ...result, name: `${place}${slot.replace('1', '2')}////`, mean: mean - 500 }];
    });
}

function droptimizer(world: World, character: Character, track: Track) {
  const raid = latestRaid(world);
  const spec = findSpecialization(character.specId);
  const className = classNameOf(character).toLowerCase();
  const trash = { name: `${raid?.id}/-97/raid-${track}/969999/600/0/feet////`, mean: BASE, mean_error: 250 };
  return {
    timestamp: Math.floor(Date.now() / 1000),
    sim: {
      options: { fight_style: 'Patchwerk', desired_targets: 1, max_time: 300 },
      players: [{ name: character.name, collected_data: { dps: { mean: BASE } } }],
      profilesets: {
        metric: 'Damage per Second',
        results: [...(raid?.encounters.flatMap((boss) => resultsOf(boss, track)) ?? []), trash],
      },
    },
    simbot: {
      simType: 'droptimizer',
      player: character.name,
      charClass: className,
      spec: spec?.name.en_US.toLowerCase() ?? '',
      input: `${className}="${character.name}"\nlevel=${character.level}\nregion=us\nserver=${character.realm.slug.replaceAll('-', '_')}\n`,
      meta: {
        rawFormData: {
          droptimizer: {
            instance: raid?.id,
            difficulty: `raid-${track}`,
            specId: character.specId,
            equipped: Object.fromEntries(
              wornItems(character).map(({ slot, id }) => [
                simSlot(slot),
                { id, itemLevel: character.equippedItemLevel },
              ]),
            ),
          },
        },
      },
    },
  };
}

/** `FINGER_1` becomes `finger1`, `MAIN_HAND` `mainHand`. */
const simSlot = (slot: string) =>
  slot
    .toLowerCase()
    .replace(/_(\d)/, '$1')
    .replace(/_([a-z])/, (_, letter: string) => letter.toUpperCase());

function upgradeReport(world: World, character: Character) {
  const day = new Date();
  const spec = findSpecialization(character.specId);
  const results = (latestRaid(world)?.encounters ?? []).flatMap(({ items }) =>
    items
      .filter(({ slot }) => slot !== 'NON_EQUIP')
      .flatMap((item) =>
        TRACKS.map((track, dropDifficulty) => ({
          item: item.id,
          dropLoc: 'Raid',
          dropType: 'drop',
          dropDifficulty,
          level: 600 + 13 * dropDifficulty,
          rawDiff: Math.round((BASE * gainOf(item, track)) / 100),
          percDiff: gainOf(item, track),
        })),
      ),
  );
  return {
    id: upgradeReportId(character),
    dateCreated: `${day.getUTCFullYear()} - ${day.getUTCMonth() + 1} - ${day.getUTCDate()}`,
    playername: character.name,
    realm: character.realm.name.en_US,
    region: 'US',
    spec: `${spec?.name.en_US} ${classNameOf(character)}`,
    contentType: 'Raid',
    gameType: 'Retail',
    equippedItems: wornItems(character).map(({ slot, id }) => ({ id, slot: qeSlot(slot), isEquipped: true })),
    results,
  };
}

/** `FINGER_1` becomes `Finger`, `MAIN_HAND` `1H Weapon`. */
const qeSlot = (slot: string) =>
  slot === 'MAIN_HAND' ? '1H Weapon' : slot[0] + slot.slice(1).toLowerCase().replace(/_\d$/, '');
