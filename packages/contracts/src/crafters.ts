/** Which members of a guild can craft what. */
import { z } from 'zod';
import { NamedRef, RealmRef } from './organization.ts';
import { Pagination, pageInput } from './page.ts';
import { Instant, Locale, OrganizationRef, queryInteger, SearchText, shownDefault } from './primitives.ts';

/**
 * A shorter search could not use the index. Many names in Chinese, Japanese and Korean have two letters, and few names
 * share them.
 */
const ENOUGH = /[\p{L}\p{N}]{3}|[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]{2}/u;

export const CraftersInput = z.object({
  id: OrganizationRef,
  search: SearchText.refine(
    (text) => text === '' || ENOUGH.test(text),
    'must contain at least three letters or digits in a row, or two letters of Chinese, Japanese or Korean',
  )
    .meta({
      description:
        'Part of the name of a recipe, or of what it makes, in any language of this installation. Ignores case and accents, and tolerates typing errors if nothing matches exactly. Without it, lists professions without recipes.',
      override: { type: 'string', maxLength: 100, examples: ['healing potion'] },
    })
    .optional(),
  professionId: queryInteger({
    min: 1,
    max: 2_147_483_647,
    description: 'Only this profession, by its game id',
    example: 171,
  }).optional(),
  locale: shownDefault(
    Locale.meta({ description: 'Language of names; English where a name has no translation' }),
    'en_US',
  ),
  ...pageInput,
});
export type CraftersInput = z.infer<typeof CraftersInput>;

const CraftingSkill = z
  .object({ ...NamedRef.shape, skillPoints: z.int().nullable(), maxSkillPoints: z.int().nullable() })
  .meta({ id: 'CraftingSkill' });

export const CrafterView = z
  .object({
    user: z.object({
      id: z.string(),
      displayName: z.string(),
      lastPlayedAt: Instant.nullable().meta({ description: 'With any character of this guild' }),
    }),
    character: z.object({
      id: z.string(),
      name: z.string(),
      realm: RealmRef.nullable(),
      level: z.int(),
      class: NamedRef,
    }),
    profession: CraftingSkill,
    recipes: z
      .array(
        z.object({
          ...NamedRef.shape,
          craftedItem: NamedRef.nullable().meta({ description: 'Null if it makes no item, or an unknown one' }),
          tier: CraftingSkill,
        }),
      )
      .meta({ description: 'Recipes that match the search; empty without a search' }),
    knownRecipes: z.int().meta({ description: 'How many of the profession’s recipes the character knows' }),
    lastLoginAt: Instant.nullable(),
    dataAsOf: Instant.nullable().meta({ description: 'When the game platform last sent it' }),
    stale: z.boolean().meta({ description: 'Whether it could not be refreshed when it was due' }),
  })
  .meta({ id: 'Crafter' });
export type CrafterView = z.infer<typeof CrafterView>;

export const CraftersView = z
  .object({
    crafters: z.array(CrafterView),
    pagination: Pagination,
    truncated: z.boolean().meta({
      description: 'The search matches 50 recipes or more; only the newest, or the most similar, are included',
    }),
    coverage: z
      .object({ characters: z.int(), known: z.int() })
      .meta({ description: 'Number of sharing members’ characters, and of those with known professions' }),
  })
  .meta({
    id: 'Crafters',
    examples: [
      {
        crafters: [
          {
            user: {
              id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
              displayName: 'Ysolde',
              lastPlayedAt: '2026-11-20T21:12:00.000Z',
            },
            character: {
              id: '0199d3a0-70aa-7d02-8c11-4b7e19f0a3c5',
              name: 'Ysolde',
              realm: { slug: 'highmere', name: 'Highmere' },
              level: 80,
              class: { id: 8, name: 'Mage' },
            },
            profession: { id: 171, name: 'Alchemy', skillPoints: 87, maxSkillPoints: 100 },
            recipes: [
              {
                id: 25_131,
                name: 'Draught of Steady Hands 1-2',
                craftedItem: { id: 251_310, name: 'Draught of Steady Hands 1-2' },
                tier: { id: 2513, name: 'Old ways 171', skillPoints: 87, maxSkillPoints: 100 },
              },
            ],
            knownRecipes: 41,
            lastLoginAt: '2026-11-18T19:40:00.000Z',
            dataAsOf: '2026-11-20T22:00:00.000Z',
            stale: false,
          },
        ],
        pagination: { page: 1, pageSize: 50, total: 1, totalPages: 1 },
        truncated: false,
        coverage: { characters: 61, known: 58 },
      },
    ],
  });
export type CraftersView = z.infer<typeof CraftersView>;
