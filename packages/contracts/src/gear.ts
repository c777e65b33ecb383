/** Gear and keystone dungeon runs, of single characters and across a guild. */
import { z } from 'zod';
import { Freshness, SectionStatus } from './character.ts';
import { KeystoneRun } from './character-progress.ts';
import { ComparedMember } from './comparison.ts';
import { Pagination, pageInput } from './page.ts';
import { InLocale, Instant, ItemLevel, OrganizationRef } from './primitives.ts';

const fresh = { fetchedAt: '2026-11-20T20:00:00.000Z', status: 'ok' as const, nextAt: '2026-11-21T20:00:00.000Z' };
const slot = z.string().meta({ description: "The platform's key of the slot, e.g. HEAD, FINGER_1, MAIN_HAND" });

/** The platform does not name all of them. */
const MaybeNamed = z.object({ id: z.int(), name: z.string().nullable() }).meta({ id: 'MaybeNamedRef' });

const Gem = z
  .object({ id: z.int().nullable(), name: z.string().nullable() })
  .meta({ id: 'SocketedGem', description: 'The id of its item is null where the game names only its effect' });

export const EnchantmentQuality = z
  .object({
    tier: z.int(),
    of: z.int().nullable().meta({ description: 'The best there is; null if it is not known for the expansion' }),
  })
  .meta({ id: 'EnchantmentQuality' });
export type EnchantmentQuality = z.infer<typeof EnchantmentQuality>;

export const EquippedItem = z
  .object({
    slot,
    itemId: z.int(),
    name: z.string().nullable(),
    pictureUrl: z.url().meta({ description: 'Answers 404 where the game has no picture of it' }),
    quality: z.string().nullable().meta({ description: 'e.g. RARE, EPIC, LEGENDARY' }),
    itemLevel: z.number().nullable(),
    label: z
      .string()
      .nullable()
      .meta({ description: 'As the game writes it below the name: the upgrade track, or where it comes from' }),
    enchantments: z.array(
      z.object({
        id: z.int(),
        text: z.string().nullable(),
        quality: EnchantmentQuality.nullable().meta({ description: 'Null for enchantments that have none' }),
        permanent: z.boolean().meta({ description: 'False for additional ones, such as a tinker or an added socket' }),
      }),
    ),
    sockets: z
      .array(z.object({ gem: Gem.nullable() }))
      .meta({ description: 'In order; an empty socket has no gem. The Classic games show only those with a gem' }),
    set: MaybeNamed.nullable(),
    craftedStats: z.array(z.string()).meta({ description: 'Those that its crafter chose, e.g. Haste' }),
    embellishment: z
      .object({ effects: z.array(z.string()) })
      .nullable()
      .meta({ description: 'Of an embellished item: all its effects, because the game does not tell them apart' }),
  })
  .meta({ id: 'EquippedItem' });
export type EquippedItem = z.infer<typeof EquippedItem>;

export const MissingGear = z
  .object({
    enchantments: z.array(slot).meta({
      description: 'Worn without a permanent enchantment although the game version has one for the slot',
    }),
    gems: z.array(z.object({ slot, emptySockets: z.int() })),
    slots: z.array(slot).meta({ description: 'Empty slots. The off hand may be empty' }),
    unknown: z
      .object({
        enchantments: z
          .array(slot)
          .meta({ description: 'Without one, and it is not known whether there is one for it' }),
        gems: z.array(slot).meta({ description: 'The Classic games do not show sockets without a gem' }),
      })
      .meta({ description: 'Gear is complete only when these are empty, too' }),
  })
  .meta({ id: 'MissingGear' });
export type MissingGear = z.infer<typeof MissingGear>;

export const GearStep = z
  .object({
    kind: z.enum(['empty_slot', 'item_level', 'enchantment', 'gems', 'enchantment_quality']),
    slot,
    itemLevel: z.number().nullable(),
    below: z.number().nullable().meta({ description: 'Of `item_level`: levels below the equipped item level' }),
    emptySockets: z.int().nullable().meta({ description: 'Of `gems`' }),
  })
  .meta({ id: 'GearStep' });
export type GearStep = z.infer<typeof GearStep>;

const item: EquippedItem = {
  slot: 'CHEST',
  itemId: 950_300,
  name: "Lanternbearer's Hauberk",
  pictureUrl: 'https://guildhall.example/api/v1/media/5f3a.webp',
  quality: 'EPIC',
  itemLevel: 271,
  label: 'Hero 3/6',
  enchantments: [{ id: 97_310, text: 'Enchanted: Undertow', quality: { tier: 2, of: 2 }, permanent: true }],
  sockets: [{ gem: { id: 955_009, name: 'Polished Saltglass' } }, { gem: null }],
  set: null,
  craftedStats: [],
  embellishment: null,
};
const missing: MissingGear = {
  enchantments: ['LEGS'],
  gems: [{ slot: 'CHEST', emptySockets: 1 }],
  slots: [],
  unknown: { enchantments: [], gems: [] },
};
const first: GearStep[] = [
  { kind: 'enchantment', slot: 'LEGS', itemLevel: 268, below: null, emptySockets: null },
  { kind: 'gems', slot: 'CHEST', itemLevel: 271, below: null, emptySockets: 1 },
];

export const EquipmentView = z
  .object({
    itemLevel: ItemLevel.nullable(),
    items: z.array(EquippedItem),
    sets: z.array(z.object({ id: z.int(), name: z.string().nullable(), pieces: z.int() })),
    missing: MissingGear.nullable().meta({ description: 'Null until the equipment is known' }),
    first: z
      .array(GearStep)
      .nullable()
      .meta({ description: 'In this order: empty slots, the lowest items, then what needs no new item' }),
    freshness: Freshness,
  })
  .meta({
    id: 'CharacterEquipment',
    examples: [
      { itemLevel: { equipped: 271, average: 273 }, items: [item], sets: [], missing, first, freshness: fresh },
      {
        itemLevel: null,
        items: [],
        sets: [],
        missing: null,
        first: null,
        freshness: { fetchedAt: null, status: 'pending', nextAt: null },
      },
    ],
  });
export type EquipmentView = z.infer<typeof EquipmentView>;

export const VaultSlot = z
  .object({
    runs: z.int().meta({ description: 'Runs that open this slot: 1, 4 or 8' }),
    level: z
      .int()
      .nullable()
      .meta({ description: 'Level of the keystone that decides its reward; null while it is locked' }),
  })
  .meta({ id: 'VaultSlot' });
export type VaultSlot = z.infer<typeof VaultSlot>;

/** The row of the world counts delves alone, because the platform states no others. */
export const VaultKind = z.enum(['raid', 'keystone', 'world']).meta({ id: 'VaultKind' });
export type VaultKind = z.infer<typeof VaultKind>;

export const VaultRow = z
  .object({
    kind: VaultKind,
    count: z.int().nullable().meta({
      description:
        'At least so many encounters, keystones or delves since the reset. Null where nothing has been read since then',
    }),
    slots: z.array(
      z.object({
        needed: z.int().meta({
          description: 'How many open this slot: 2, 4, 6 of raids; 1, 4, 8 of keystones; 2, 4, 8 of the world',
        }),
        open: z.boolean(),
        level: z
          .int()
          .nullable()
          .meta({ description: 'At least this level of the keystone that decides its reward; null for other rows' }),
        difficulty: z.string().nullable().meta({
          description:
            'At least this difficulty of the encounter that decides its reward, e.g. HEROIC; null for other rows',
        }),
      }),
    ),
    readAt: Instant.nullable().meta({ description: 'When the platform last answered what the row counts' }),
    status: SectionStatus,
  })
  .meta({ id: 'VaultRow' });
export type VaultRow = z.infer<typeof VaultRow>;

export const KeystoneSeasonRef = z
  .object({
    id: z.int(),
    name: z.string().nullable().meta({ description: 'Null where the platform names none' }),
    startedAt: Instant.nullable(),
    endedAt: Instant.nullable(),
  })
  .meta({ id: 'KeystoneSeasonRef' });
export type KeystoneSeasonRef = z.infer<typeof KeystoneSeasonRef>;

const KeystoneWeek = z.object({
  startedAt: Instant.meta({ description: "The last weekly reset of the character's region" }),
  runs: z.array(KeystoneRun).meta({
    description:
      'Highest first: every run that the platform has shown since the reset. It lists only the best of each dungeon, so there may be more',
  }),
  vault: z.array(VaultSlot),
});

const run: z.infer<typeof KeystoneRun> = {
  dungeon: { id: 90_220, name: 'Saltglass Vaults' },
  level: 14,
  durationMs: 1_520_000,
  completedAt: '2026-11-19T20:41:00.000Z',
  inTime: true,
  rating: 312.4,
  affixes: [{ id: 94_000, name: 'Undertow' }],
  members: [
    {
      name: 'Ysóra',
      realmSlug: 'forêt-d-argent',
      specialization: { id: 259, name: 'Assassination' },
      race: { id: 8, name: 'Troll' },
      itemLevel: 271,
    },
  ],
};
const season: KeystoneSeasonRef = {
  id: 14,
  name: 'Tide Season 2',
  startedAt: '2026-09-29T15:00:00.000Z',
  endedAt: null,
};
const vault: VaultSlot[] = [
  { runs: 1, level: 14 },
  { runs: 4, level: null },
  { runs: 8, level: null },
];

export const EXAMPLE_VAULT: VaultRow[] = [
  {
    kind: 'raid',
    count: 3,
    slots: [
      { needed: 2, open: true, level: null, difficulty: 'HEROIC' },
      { needed: 4, open: false, level: null, difficulty: null },
      { needed: 6, open: false, level: null, difficulty: null },
    ],
    readAt: fresh.fetchedAt,
    status: 'ok',
  },
  {
    kind: 'keystone',
    count: 1,
    slots: [
      { needed: 1, open: true, level: 14, difficulty: null },
      { needed: 4, open: false, level: null, difficulty: null },
      { needed: 8, open: false, level: null, difficulty: null },
    ],
    readAt: fresh.fetchedAt,
    status: 'ok',
  },
  {
    kind: 'world',
    count: null,
    slots: [2, 4, 8].map((needed) => ({ needed, open: false, level: null, difficulty: null })),
    readAt: null,
    status: 'pending',
  },
];

export const VaultView = z
  .object({
    startedAt: Instant.meta({ description: "The last weekly reset of the character's region" }),
    endsAt: Instant,
    rows: z.array(VaultRow),
  })
  .meta({
    id: 'CharacterVault',
    examples: [{ startedAt: '2026-11-17T15:00:00.000Z', endsAt: '2026-11-24T15:00:00.000Z', rows: EXAMPLE_VAULT }],
  });
export type VaultView = z.infer<typeof VaultView>;

export const PlayedSeason = z.object({
  ...KeystoneSeasonRef.shape,
  current: z.boolean().nullable().meta({ description: 'Null while the current season is not known' }),
  rating: z.number().nullable(),
  bestRuns: z.array(KeystoneRun).meta({ description: 'The best run of each dungeon, best rating first' }),
});
export type PlayedSeason = z.infer<typeof PlayedSeason>;

export const EarlierSeason = z
  .object({
    ...KeystoneSeasonRef.shape,
    rating: z.number().nullable().meta({ description: 'Null where it was not read before the next season was played' }),
    bestRuns: z.array(KeystoneRun.omit({ affixes: true, members: true })).meta({
      description: 'The best run of each dungeon among those that the platform has shown; empty where it showed none',
    }),
  })
  .meta({ id: 'EarlierKeystoneSeason' });
export type EarlierSeason = z.infer<typeof EarlierSeason>;

export const KeystoneView = z
  .object({
    rating: z.number().nullable().meta({
      description: 'Of the current season; null if the character has none in it, or the current season is not known',
    }),
    currentSeason: KeystoneSeasonRef.nullable().meta({ description: 'Of the region; null while it is not known' }),
    season: PlayedSeason.nullable().meta({ description: 'The newest season in which the character has run a dungeon' }),
    earlierSeasons: z.array(EarlierSeason).meta({
      description:
        'Those that the character has played before the current one, newest first; numbers of two do not compare',
    }),
    week: KeystoneWeek.nullable().meta({
      description:
        'Null until the platform has answered after the last reset; if it has no such document, `freshness.profile.status` is `not_found`',
    }),
    freshness: z.object({ profile: Freshness, season: Freshness }),
  })
  .meta({
    id: 'CharacterKeystone',
    examples: [
      {
        rating: 2104.5,
        currentSeason: season,
        season: { ...season, current: true, rating: 2104.5, bestRuns: [run] },
        earlierSeasons: [
          {
            ...{ id: 13, name: 'Tide Season 1', rating: null, bestRuns: [] },
            ...{ startedAt: '2026-04-01T15:00:00.000Z', endedAt: '2026-09-29T15:00:00.000Z' },
          },
        ],
        week: { startedAt: '2026-11-17T15:00:00.000Z', runs: [run], vault },
        freshness: { profile: fresh, season: fresh },
      },
    ],
  });
export type KeystoneView = z.infer<typeof KeystoneView>;

export const GuildGearInput = z.object({ id: OrganizationRef, ...InLocale, ...pageInput });
export type GuildGearInput = z.infer<typeof GuildGearInput>;

const member: ComparedMember = {
  id: '0199d3a0-70aa-7d02-8c11-4b7e19f0a3c5',
  name: 'Ysolde',
  realm: { slug: 'highmere', name: 'Highmere' },
  level: 90,
  class: { id: 2, name: 'Paladin' },
  dataAsOf: '2026-11-20T20:00:00.000Z',
  user: { id: '0199d3a0-5555-7d02-8c11-4b7e19f0a3c5', displayName: 'Ysolde' },
};
const pagination: Pagination = { page: 1, pageSize: 50, total: 1, totalPages: 1 };

export const GearAuditView = z
  .object({
    members: z.array(
      z.object({
        character: ComparedMember,
        /** Whether a null means that nothing is known yet, or that there is nothing to know. */
        status: SectionStatus,
        itemLevel: z.int().nullable(),
        missing: MissingGear.nullable().meta({ description: 'Null while the equipment is not known' }),
      }),
    ),
    pagination: Pagination,
  })
  .meta({
    id: 'GearAudit',
    examples: [{ members: [{ character: member, status: 'ok', itemLevel: 271, missing }], pagination }],
  });
export type GearAuditView = z.infer<typeof GearAuditView>;

export const GuildVaultView = z
  .object({
    members: z.array(
      z.object({
        character: ComparedMember,
        /** Whether a null means that nothing is known yet, or that there is nothing to know. */
        status: SectionStatus,
        rating: z.number().nullable().meta({ description: 'Of `season`' }),
        season: KeystoneSeasonRef.nullable().meta({
          description: "The current one of the character's region; null while it is not known",
        }),
        week: z
          .object({ startedAt: Instant, levels: z.array(z.int()), vault: z.array(VaultSlot) })
          .nullable()
          .meta({
            description:
              'The keystone levels of this week that the platform has shown, highest first. Null until it has answered after the last reset; `status` is `not_found` if it has no such document',
          }),
        rows: z.array(VaultRow),
      }),
    ),
    pagination: Pagination,
  })
  .meta({
    id: 'GuildVault',
    examples: [
      {
        members: [
          {
            character: member,
            status: 'ok',
            rating: 2104.5,
            season,
            week: { startedAt: '2026-11-17T15:00:00.000Z', levels: [14], vault },
            rows: EXAMPLE_VAULT,
          },
        ],
        pagination,
      },
    ],
  });
export type GuildVaultView = z.infer<typeof GuildVaultView>;
