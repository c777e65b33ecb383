/** Several characters side by side: a person's own, or those of a guild. */
import { z } from 'zod';
import { ExpansionRef } from './character-progress.ts';
import { InstanceCategory } from './game-data.ts';
import { NamedRef, RealmRef } from './organization.ts';
import { Pagination, pageInput } from './page.ts';
import { InLocale, Instant, OrganizationRef, PersonRef, queryInteger, SearchText } from './primitives.ts';

const expansionId = (description: string) => queryInteger({ min: 1, max: 2_147_483_647, description, example: 68 });
const OfExpansion = expansionId('Id of an expansion, as in `GET /game-data/expansions`');

export const CompareReputationsInput = z.object({ expansionId: OfExpansion, ...InLocale });
export type CompareReputationsInput = z.infer<typeof CompareReputationsInput>;

export const GuildReputationsInput = z.object({
  id: OrganizationRef,
  expansionId: OfExpansion,
  ...InLocale,
  ...pageInput,
});
export type GuildReputationsInput = z.infer<typeof GuildReputationsInput>;

export const GuildEncountersInput = z.object({
  id: OrganizationRef,
  expansionId: expansionId('Default: the newest expansion in which a character on the page has fought').optional(),
  category: InstanceCategory.meta({ description: 'Only raids, or only dungeons' }).optional(),
  ...InLocale,
  ...pageInput,
});
export type GuildEncountersInput = z.infer<typeof GuildEncountersInput>;

export const SearchFactionsInput = z.object({
  q: SearchText.refine((text) => text.length >= 2, 'must have at least two characters').meta({
    description:
      'Name of a faction in any language of this installation; ignores accents, case and small typing errors',
    override: { type: 'string', minLength: 2, maxLength: 100, examples: ['cinderguard'] },
  }),
  ...InLocale,
});
export type SearchFactionsInput = z.infer<typeof SearchFactionsInput>;

const Compared = {
  id: z.string(),
  name: z.string(),
  realm: RealmRef.nullable(),
  level: z.int(),
  class: NamedRef,
  dataAsOf: Instant.nullable().meta({ description: 'When the game platform last sent it; null if never' }),
};
export const ComparedCharacter = z.object(Compared).meta({ id: 'ComparedCharacter' });
export type ComparedCharacter = z.infer<typeof ComparedCharacter>;
export const ComparedMember = z.object({ ...Compared, user: PersonRef }).meta({ id: 'ComparedMember' });
export type ComparedMember = z.infer<typeof ComparedMember>;

const Standing = z.object({
  tier: z.string().nullable().meta({ description: 'Key of the standing, the same in every language' }),
  name: z.string().nullable(),
  value: z.number(),
  max: z.number().meta({ description: '0 at the highest tier' }),
  renownLevel: z.int().nullable(),
});

export const ComparedFaction = z
  .object({
    ...NamedRef.shape,
    standings: z.record(z.string(), Standing).meta({ description: 'By character id; missing if never met' }),
  })
  .meta({ id: 'ComparedFaction' });
export type ComparedFaction = z.infer<typeof ComparedFaction>;

const character = {
  id: '0199d3a0-70aa-7d02-8c11-4b7e19f0a3c5',
  name: 'Ysolde',
  realm: { slug: 'highmere', name: 'Highmere' },
  level: 80,
  class: { id: 2, name: 'Paladin' },
  dataAsOf: '2026-11-20T22:00:00.000Z',
};
const member = { ...character, user: { id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f', displayName: 'Ysolde' } };
const expansion = { id: 68, name: 'Age of Dawn' };
const faction = {
  id: 47,
  name: 'Harborwrights',
  standings: { [character.id]: { tier: 'REVERED', name: 'Revered', value: 9000, max: 21_000, renownLevel: null } },
};
const pagination = { page: 1, pageSize: 50, total: 1, totalPages: 1 };

export const ReputationMatrixView = z
  .object({ expansion: ExpansionRef, characters: z.array(ComparedCharacter), factions: z.array(ComparedFaction) })
  .meta({ id: 'ReputationMatrix', examples: [{ expansion, characters: [character], factions: [faction] }] });
export type ReputationMatrixView = z.infer<typeof ReputationMatrixView>;

export const GuildReputationsView = z
  .object({
    expansion: ExpansionRef,
    characters: z.array(ComparedMember),
    factions: z.array(ComparedFaction),
    pagination: Pagination,
  })
  .meta({
    id: 'GuildReputations',
    examples: [{ expansion, characters: [member], factions: [faction], pagination }],
  });
export type GuildReputationsView = z.infer<typeof GuildReputationsView>;

const ComparedEncounter = z.object({
  ...NamedRef.shape,
  kills: z
    .record(z.string(), z.object({ kills: z.int(), lastKillAt: Instant.nullable() }))
    .meta({ description: 'By character id; missing if never defeated' }),
});

export const ComparedInstance = z
  .object({
    ...NamedRef.shape,
    category: InstanceCategory,
    difficulties: z.array(
      z.object({
        type: z.string().meta({ description: 'e.g. LFR, NORMAL, HEROIC, MYTHIC' }),
        name: z.string(),
        total: z.int().meta({ description: 'How many encounters it has' }),
        encounters: z.array(ComparedEncounter),
      }),
    ),
  })
  .meta({ id: 'ComparedInstance' });
export type ComparedInstance = z.infer<typeof ComparedInstance>;

export const GuildEncountersView = z
  .object({
    expansion: ExpansionRef.nullable().meta({
      description: 'Null while no character on the page has fought an encounter',
    }),
    characters: z.array(ComparedMember),
    instances: z.array(ComparedInstance),
    pagination: Pagination,
  })
  .meta({
    id: 'GuildEncounters',
    examples: [
      {
        expansion: { id: 90_200, name: 'The Silent Tide' },
        characters: [member],
        instances: [
          {
            id: 90_210,
            name: 'Spire of Quiet Bells',
            category: 'raid',
            difficulties: [
              {
                type: 'HEROIC',
                name: 'Heroic',
                total: 4,
                encounters: [
                  {
                    id: 902_100,
                    name: 'The Bellringer',
                    kills: { [character.id]: { kills: 7, lastKillAt: '2026-11-18T21:14:05.000Z' } },
                  },
                ],
              },
            ],
          },
        ],
        pagination,
      },
    ],
  });
export type GuildEncountersView = z.infer<typeof GuildEncountersView>;

export const FoundFaction = z
  .object({ ...NamedRef.shape, expansion: ExpansionRef })
  .meta({ id: 'FoundFaction', examples: [{ id: 47, name: 'Harborwrights', expansion }] });
export type FoundFaction = z.infer<typeof FoundFaction>;
