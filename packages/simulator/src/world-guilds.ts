import type { Faction } from './game-races.ts';
import type { Random } from './random.ts';
import type { GuildRecord, Realm } from './world-model.ts';
import { foretDArgent, highmere } from './world-realms.ts';
import { wholeSecond } from './world-state.ts';

type GuildSeed = { key: string; name: string; realm: Realm; faction: Faction; emptyRank?: number };

const seeds: readonly GuildSeed[] = [
  { key: 'lantern', name: "Ysmere's Lantern Watch", realm: highmere, faction: 'ALLIANCE' },
  { key: 'crepuscule', name: 'Crépuscule Étoilé', realm: foretDArgent, faction: 'HORDE', emptyRank: 7 },
  { key: 'ninefold', name: 'Ninefold Accord', realm: highmere, faction: 'HORDE' },
];

/** Share of a guild's members at ranks 1 to 9, modelled on real guilds: a few officers, one broad rank. */
const rankShares = [0.02, 0.05, 0.06, 0.14, 0.16, 0.42, 0.06, 0.06, 0.03];

const crestColors = [
  { id: 2, red: 158, green: 0, blue: 54 },
  { id: 14, red: 255, green: 255, blue: 255 },
  { id: 16, red: 249, green: 204, blue: 48 },
  { id: 23, red: 0, green: 130, blue: 15 },
  { id: 31, red: 44, green: 106, blue: 174 },
  { id: 41, red: 78, green: 40, blue: 120 },
] as const;

/** The slug of a guild name: lower case, without apostrophes, hyphens for spaces, accents kept. */
export function guildSlug(name: string): string {
  return name.toLowerCase().replaceAll(/['’]/g, '').replaceAll(/\s+/g, '-');
}

export function guildSeed(index: number): GuildSeed {
  return (
    seeds[index] ?? {
      key: `guild-${index + 1}`,
      name: `Company ${index + 1}`,
      realm: highmere,
      faction: index % 2 === 0 ? 'ALLIANCE' : 'HORDE',
    }
  );
}

export function createGuild(random: Random, index: number, epoch: number): GuildRecord {
  const { key, name, realm, faction } = guildSeed(index);
  const changed = wholeSecond(epoch - random.integer(1, 6) * 3_600_000);
  return {
    id: 61_500_100 + index * 311,
    key,
    name,
    slug: guildSlug(name),
    realm,
    faction,
    achievementPoints: random.integer(40, 320) * 10,
    achievedAt: changed,
    createdAt: wholeSecond(epoch - random.integer(400, 5000) * 86_400_000),
    crest: {
      emblemId: random.integer(0, 195),
      emblemColor: random.pick(crestColors),
      borderId: random.integer(0, 5),
      borderColor: random.pick(crestColors),
      backgroundColor: random.pick(crestColors),
    },
    lastModified: changed,
    rosterModified: changed,
  };
}

/** Ranks for a guild of this size: exactly one 0, the rest by the usual shares, shuffled. */
export function rankList(random: Random, size: number, emptyRank?: number): number[] {
  if (size < 1) return [];
  const shares = rankShares.map((share, index) => ({ rank: index + 1, share: index + 1 === emptyRank ? 0 : share }));
  const whole = shares.reduce((sum, { share }) => sum + share, 0);
  const others = size - 1;
  const counts = shares.map(({ rank, share }) => {
    const exact = (share / whole) * others;
    return { rank, count: Math.floor(exact), rest: exact % 1 };
  });
  const missing = others - counts.reduce((sum, { count }) => sum + count, 0);
  for (const entry of counts.toSorted((left, right) => right.rest - left.rest).slice(0, missing)) entry.count += 1;
  return random.shuffle([0, ...counts.flatMap(({ rank, count }) => Array.from({ length: count }, () => rank))]);
}
