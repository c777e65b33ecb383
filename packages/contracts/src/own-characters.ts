/** People's own characters: look one up, import it, create one by hand, and the options for doing so. */
import { z } from 'zod';
import { hidesText } from './name.ts';
import { CombatRole, Faction, NamedRef, RealmRef, SpecializationRef } from './organization.ts';
import {
  bodyInteger,
  GameVersion,
  Gender,
  Id,
  InLocale,
  Instant,
  ItemLevel,
  Region,
  shownDefault,
} from './primitives.ts';
import { ArmorType } from './roster.ts';

/** Two to twelve letters of any script, in composed form: some keyboards send a letter and its accent separately. */
export const CharacterName = z
  .string()
  .max(100)
  .transform((name) => name.normalize('NFC').trim())
  .refine((name) => /^\p{L}[\p{L}\p{M}]{1,11}$/u.test(name) && !hidesText(name), 'must be 2 to 12 letters')
  .meta({
    description: 'Two to twelve letters of any script',
    override: { type: 'string', minLength: 2, maxLength: 12, examples: ['Ysóra'] },
  });

/** Exactly as the platform writes it, accents included; not the realm's name. */
export const RealmSlug = z
  .string()
  .max(100)
  .transform((slug) => slug.normalize('NFC').trim().toLowerCase())
  .refine(
    (slug) => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,59}$/u.test(slug) && !hidesText(slug),
    'must be the slug of a realm as the game writes it, such as twisting-nether',
  )
  .meta({
    description: 'Realm slug exactly as the game platform writes it',
    override: { type: 'string', maxLength: 60, examples: ['twisting-nether'] },
  });

const Branch = GameVersion.meta({ description: 'Branch of the game' });

const named = {
  name: CharacterName,
  realm: RealmSlug,
  region: Region.meta({ description: 'Default: the region of this installation' }).optional(),
  gameVersion: shownDefault(Branch, 'retail'),
};

export const SearchCharacterInput = z.object({ ...named, ...InLocale });
export type SearchCharacterInput = z.infer<typeof SearchCharacterInput>;

export const ImportCharacterInput = z.strictObject(named);
export type ImportCharacterInput = z.infer<typeof ImportCharacterInput>;

const rogue = {
  name: 'Ysóra',
  realm: { slug: 'forêt-d-argent', name: "Forêt d'Argent" },
  region: 'us' as const,
  gameVersion: 'retail' as const,
  class: { id: 4, name: 'Rogue' },
  race: { id: 8, name: 'Troll' },
  gender: 'female' as const,
  faction: 'horde' as const,
  level: 90,
};

/** A character as the platform shows it, before anything is stored. */
export const CharacterPreviewView = z
  .object({
    name: z.string(),
    realm: RealmRef,
    region: Region,
    gameVersion: GameVersion,
    class: NamedRef,
    race: NamedRef,
    gender: Gender.nullable(),
    faction: Faction.nullable(),
    level: z.int(),
    itemLevel: ItemLevel.nullable(),
    activeSpec: SpecializationRef.nullable(),
    achievementPoints: z.int().nullable(),
    guild: z.object({ name: z.string(), realm: RealmRef }).nullable(),
    lastLoginAt: Instant.nullable(),
    characterId: z.string().nullable().meta({ description: 'The caller’s own matching character, if any' }),
    archived: z
      .boolean()
      .meta({ description: 'Whether the caller’s own character is archived; importing restores it' }),
    claimed: z.boolean().meta({ description: 'Another person has proved to own it: an import is refused' }),
  })
  .meta({
    id: 'CharacterPreview',
    examples: [
      {
        ...rogue,
        itemLevel: { equipped: 271, average: 273 },
        activeSpec: { id: 259, name: 'Assassination', role: 'melee' },
        achievementPoints: 20_630,
        guild: { name: 'Lantern Watch', realm: { slug: 'highmere', name: 'Highmere' } },
        lastLoginAt: '2026-11-20T19:12:44.000Z',
        characterId: null,
        archived: false,
        claimed: false,
      },
    ],
  });
export type CharacterPreviewView = z.infer<typeof CharacterPreviewView>;

export const CreateCharacterInput = z.strictObject({
  name: CharacterName,
  realm: RealmSlug.nullable().optional(),
  region: Region.meta({ description: 'Default: the region of this installation' }).optional(),
  gameVersion: shownDefault(Branch, 'retail'),
  classId: bodyInteger({ min: 1, max: 100, description: 'As in the templates', example: 4 }),
  raceId: bodyInteger({ min: 1, max: 1000, description: 'As in the templates', example: 8 }),
  specId: bodyInteger({ min: 1, max: 10_000, description: 'As in the templates', example: 259 }).nullable().optional(),
  role: CombatRole.nullable()
    .optional()
    .meta({ description: 'Only without a specialization, which would decide the role' }),
  gender: Gender.nullable().optional(),
  level: bodyInteger({ min: 1, max: 100, example: 80 }),
});
export type CreateCharacterInput = z.infer<typeof CreateCharacterInput>;

export const CharacterIdInput = z.object({ id: Id });
export const CharacterActionInput = z.strictObject({ id: Id });

export const CharacterTemplatesInput = z.object(InLocale);

/** The options for a manually created character in one game version. */
export const CharacterTemplate = z
  .object({
    gameVersion: GameVersion,
    maxLevel: z.int(),
    classes: z.array(
      NamedRef.extend({
        armorType: ArmorType,
        roles: z.array(CombatRole).meta({ description: 'Roles that some specialization of the class plays' }),
        specializations: z.array(SpecializationRef),
      }),
    ),
    races: z.array(NamedRef.extend({ faction: Faction })),
    roles: z.array(CombatRole),
    armorTypes: z.array(ArmorType),
  })
  .meta({
    id: 'CharacterTemplate',
    examples: [
      {
        gameVersion: 'retail',
        maxLevel: 90,
        classes: [
          {
            id: 4,
            name: 'Rogue',
            armorType: 'leather',
            roles: ['melee'],
            specializations: [{ id: 259, name: 'Assassination', role: 'melee' }],
          },
        ],
        races: [{ id: 8, name: 'Troll', faction: 'horde' }],
        roles: ['tank', 'healer', 'melee', 'ranged'],
        armorTypes: ['cloth', 'leather', 'mail', 'plate'],
      },
    ],
  });
export type CharacterTemplate = z.infer<typeof CharacterTemplate>;

export const BattlenetPreviewInput = z.object({ gameVersion: Branch, ...InLocale });
export type BattlenetPreviewInput = z.infer<typeof BattlenetPreviewInput>;

/** A character listed by the account, with what the service knows about it. */
export const AccountCharacterView = z
  .object({
    name: z.string(),
    realm: RealmRef,
    region: Region,
    gameVersion: GameVersion,
    class: NamedRef,
    race: NamedRef,
    gender: Gender.nullable(),
    faction: Faction.nullable(),
    level: z.int(),
    character: z
      .object({ id: z.string(), verified: z.boolean(), isMain: z.boolean(), archivedAt: Instant.nullable() })
      .nullable()
      .meta({ description: 'Null until it is synced' }),
  })
  .meta({
    id: 'AccountCharacter',
    examples: [
      {
        ...rogue,
        character: { id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', verified: true, isMain: true, archivedAt: null },
      },
      { ...rogue, name: 'Ysold', level: 12, character: null },
    ],
  });
export type AccountCharacterView = z.infer<typeof AccountCharacterView>;
