import { z } from 'zod';
import { CombatRole, NamedRef } from './organization.ts';
import { GameVersion, Locale, queryInteger, Region } from './primitives.ts';

export const GameLocaleInput = Locale.default('en_US').meta({
  description: 'One of the languages of this installation. English where a name has no translation.',
});

export const InstanceCategory = z.enum(['raid', 'dungeon']).meta({ id: 'InstanceCategory' });
export type InstanceCategory = z.infer<typeof InstanceCategory>;

export const ExpansionsInput = z.object({ locale: GameLocaleInput });
export type ExpansionsInput = z.infer<typeof ExpansionsInput>;

export const ExpansionView = z.object(NamedRef.shape).meta({
  id: 'Expansion',
  examples: [{ id: 74, name: 'Mists of Pandaria' }],
});
export type ExpansionView = z.infer<typeof ExpansionView>;

export const InstancesInput = z.object({
  category: InstanceCategory.meta({ description: 'Only raids, or only dungeons' }).optional(),
  locale: GameLocaleInput,
});
export type InstancesInput = z.infer<typeof InstancesInput>;

export const InstanceView = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    category: InstanceCategory,
    expansion: ExpansionView,
    minimumLevel: z.int().nullable(),
    imageUrl: z.string().nullable(),
  })
  .meta({
    id: 'Instance',
    examples: [
      {
        id: 302,
        name: 'Stormstout Brewery',
        description: 'Hozen and virmen have the run of a famous brewery.',
        category: 'dungeon',
        expansion: { id: 74, name: 'Mists of Pandaria' },
        minimumLevel: 30,
        imageUrl:
          'https://guild.example/api/v1/media/2b1a09f8e7d6c5b4a39281706f5e4d3caHR0cHM6Ly9yZW5kZXIvem9uZS5qcGc.webp',
      },
    ],
  });
export type InstanceView = z.infer<typeof InstanceView>;

export const EncountersInput = z.object({
  journalInstanceId: queryInteger({ min: 1, max: 1_000_000, description: 'Id of an instance', example: 302 }),
  locale: GameLocaleInput,
});
export type EncountersInput = z.infer<typeof EncountersInput>;

export const EncounterView = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    journalInstanceId: z.int(),
    position: z.int().meta({ description: 'Position in the instance’s journal, from 1' }),
  })
  .meta({
    id: 'Encounter',
    examples: [
      {
        id: 668,
        name: 'Ook-Ook',
        description: 'The loudest of the hozen has found the beer.',
        journalInstanceId: 302,
        position: 1,
      },
    ],
  });
export type EncounterView = z.infer<typeof EncounterView>;

export const PlayableInput = z.object({ locale: GameLocaleInput });
export type PlayableInput = z.infer<typeof PlayableInput>;

export const PlayableView = z.object(NamedRef.shape).meta({ id: 'Playable', examples: [{ id: 8, name: 'Mage' }] });
export type PlayableView = z.infer<typeof PlayableView>;

export const SpecializationView = z
  .object({
    id: z.int(),
    name: z.string(),
    classId: z.int(),
    role: CombatRole.nullable().meta({ description: 'Null for one that is too new to be known' }),
  })
  .meta({ id: 'Specialization', examples: [{ id: 62, name: 'Arcane', classId: 8, role: 'ranged' }] });
export type SpecializationView = z.infer<typeof SpecializationView>;

export const GameRealmView = z
  .object({ id: z.int(), region: Region, gameVersion: GameVersion, slug: z.string(), name: z.string() })
  .meta({
    id: 'GameRealm',
    examples: [{ id: 1136, region: 'us', gameVersion: 'retail', slug: 'stormvale', name: 'Stormvale' }],
  });
export type GameRealmView = z.infer<typeof GameRealmView>;
