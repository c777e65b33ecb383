/** A character at the public address that its person has given it. */
import { z } from 'zod';
import { Freshness } from './character.ts';
import { InstanceProgress, KeystoneRun } from './character-progress.ts';
import { EquipmentView, PlayedSeason } from './gear.ts';
import { NamedRef, RealmRef, SpecializationRef } from './organization.ts';
import { GameVersion, Id, InLocale, ItemLevel, Region } from './primitives.ts';

export const ShareCharacterInput = z.strictObject({ id: Id });

export const PublicCharacterInput = z.object({
  key: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'The last part of the address', examples: ['Xk3v9QeTqLw'] }),
  ...InLocale,
});
export type PublicCharacterInput = z.infer<typeof PublicCharacterInput>;

/** Only what the game itself shows to all: nothing of the person, of their other characters or of who plays with them. */
export const PublicCharacterView = z
  .object({
    name: z.string(),
    title: z.string().nullable(),
    realm: RealmRef.nullable(),
    region: Region,
    gameVersion: GameVersion,
    class: NamedRef,
    race: NamedRef,
    level: z.int(),
    itemLevel: ItemLevel.nullable(),
    activeSpec: SpecializationRef.nullable(),
    avatarUrl: z.string().nullable(),
    equipment: EquipmentView,
    raids: z.object({
      instances: z.array(InstanceProgress).meta({ description: 'Of the season; without one, of the newest expansion' }),
      freshness: Freshness,
    }),
    keystones: z.object({
      // The others in a run have not agreed to be named here.
      season: PlayedSeason.extend({ bestRuns: z.array(KeystoneRun.omit({ members: true })) })
        .nullable()
        .meta({
          description: 'The newest season in which the character has run a dungeon, the best run of each first',
        }),
      freshness: Freshness,
    }),
  })
  .meta({ id: 'PublicCharacter' });
export type PublicCharacterView = z.infer<typeof PublicCharacterView>;
