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

export const EquippedItem = z
  .object({
    slot,
    itemId: z.int(),
    name: z.string().nullable(),
    quality: z.string().nullable().meta({ description: 'e.g. RARE, EPIC, LEGENDARY' }),
    itemLevel: z.number().nullable(),
    enchantments: z.array(
      z.object({
        id: z.int(),
        text: z.string().nullable(),
        permanent: z.boolean().meta({ description: 'False for additional ones, such as a tinker or an added socket' }),
      }),
    ),
    sockets: z
      .array(z.object({ gem: MaybeNamed.nullable() }))
      .meta({ description: 'In order; an empty socket has no gem. The Classic games do not show theirs' }),
    set: MaybeNamed.nullable(),
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
  })
  .meta({ id: 'MissingGear' });
export type MissingGear = z.infer<typeof MissingGear>;

const item: EquippedItem = {
  slot: 'CHEST',
  itemId: 950_300,
  name: "Lanternbearer's Hauberk",
  quality: 'EPIC',
  itemLevel: 271,
  enchantments: [{ id: 97_310, text: 'Enchanted: Undertow', permanent: true }],
  sockets: [{ gem: { id: 955_009, name: 'Polished Saltglass' } }, { gem: null }],
  set: null,
};
const missing: MissingGear = {
  enchantments: ['LEGS'],
  gems: [{ slot: 'CHEST', emptySockets: 1 }],
  slots: [],
};

export const EquipmentView = z
  .object({
    itemLevel: ItemLevel.nullable(),
    items: z.array(EquippedItem),
    sets: z.array(z.object({ id: z.int(), name: z.string().nullable(), pieces: z.int() })),
    missing: MissingGear.nullable().meta({ description: 'Null until the equipment is known' }),
    freshness: Freshness,
  })
  .meta({
    id: 'CharacterEquipment',
    examples: [
      { itemLevel: { equipped: 271, average: 273 }, items: [item], sets: [], missing, freshness: fresh },
      {
        itemLevel: null,
        items: [],
        sets: [],
        missing: null,
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

const KeystoneWeek = z.object({
  startedAt: Instant.meta({ description: "The last weekly reset of the character's region" }),
  runs: z.array(KeystoneRun).meta({ description: 'Highest first; the platform lists only the best runs of each week' }),
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
const vault: VaultSlot[] = [
  { runs: 1, level: 14 },
  { runs: 4, level: null },
  { runs: 8, level: null },
];

export const KeystoneView = z
  .object({
    rating: z.number().nullable(),
    season: z
      .object({
        id: z.int(),
        rating: z.number().nullable(),
        bestRuns: z.array(KeystoneRun).meta({ description: 'The best run of each dungeon, best rating first' }),
      })
      .nullable()
      .meta({ description: 'The newest season in which the character has run a dungeon' }),
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
        season: { id: 14, rating: 2104.5, bestRuns: [run] },
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
        rating: z.number().nullable(),
        week: z
          .object({ startedAt: Instant, levels: z.array(z.int()), vault: z.array(VaultSlot) })
          .nullable()
          .meta({
            description:
              'The keystone levels of this week, highest first. Null until the platform has answered after the last reset; `status` is `not_found` if it has no such document',
          }),
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
            week: { startedAt: '2026-11-17T15:00:00.000Z', levels: [14], vault },
          },
        ],
        pagination,
      },
    ],
  });
export type GuildVaultView = z.infer<typeof GuildVaultView>;
