/** A person's own characters side by side. */
import { z } from 'zod';
import { SectionStatus } from './character.ts';
import { ComparedCharacter } from './comparison.ts';
import { EXAMPLE_VAULT, KeystoneSeasonRef, MissingGear, VaultRow } from './gear.ts';
import { NamedRef } from './organization.ts';
import { InLocale } from './primitives.ts';

export const OwnGearInput = z.object(InLocale);
export type OwnGearInput = z.infer<typeof OwnGearInput>;

export const RaidLockout = z
  .object({
    instance: NamedRef,
    difficulty: z.object({ type: z.string(), name: z.string() }),
    defeated: z.int().meta({ description: 'Encounters defeated since the weekly reset' }),
    total: z.int(),
  })
  .meta({ id: 'RaidLockout' });
export type RaidLockout = z.infer<typeof RaidLockout>;

export const OwnGearView = z
  .object({
    characters: z.array(
      z.object({
        character: ComparedCharacter,
        status: SectionStatus.meta({ description: 'Of the equipment' }),
        itemLevel: z.int().nullable().meta({
          description: 'Null also where it was read before an expansion that another of the characters has played',
        }),
        missing: MissingGear.nullable().meta({ description: 'Null while the equipment is not known' }),
        season: z
          .object({ ...KeystoneSeasonRef.shape, rating: z.number().nullable() })
          .nullable()
          .meta({
            description: 'The newest season of keystones that the character has played; ratings of two do not compare',
          }),
        vault: z.array(VaultRow).meta({ description: 'The rows of the current week: raid, keystones, world' }),
        lockouts: z
          .array(RaidLockout)
          .nullable()
          .meta({ description: 'Null where the raids have not been read since the weekly reset' }),
      }),
    ),
  })
  .meta({
    id: 'OwnGear',
    examples: [
      {
        characters: [
          {
            character: {
              id: '0199d3a0-70aa-7d02-8c11-4b7e19f0a3c5',
              name: 'Ysolde',
              realm: { slug: 'highmere', name: 'Highmere' },
              level: 90,
              class: { id: 2, name: 'Paladin' },
              dataAsOf: '2026-11-20T20:00:00.000Z',
            },
            status: 'ok',
            itemLevel: 271,
            missing: { enchantments: ['LEGS'], gems: [], slots: [], unknown: { enchantments: [], gems: [] } },
            season: {
              ...{ id: 14, name: 'Tide Season 2', rating: 2104.5 },
              ...{ startedAt: '2026-09-29T15:00:00.000Z', endedAt: null },
            },
            vault: EXAMPLE_VAULT,
            lockouts: [
              {
                instance: { id: 90_210, name: 'Spire of Quiet Bells' },
                difficulty: { type: 'HEROIC', name: 'Heroic' },
                ...{ defeated: 2, total: 4 },
              },
            ],
          },
        ],
      },
    ],
  });
export type OwnGearView = z.infer<typeof OwnGearView>;
