/** Gear, week and raids of everyone in a guild who raids, whether or not they have signed in. */
import { z } from 'zod';
import { SectionStatus } from './character.ts';
import { ExpansionRef } from './character-progress.ts';
import { ComparedInstance, GuildEncountersInput } from './comparison.ts';
import { EXAMPLE_VAULT, KeystoneSeasonRef, MissingGear, VaultRow } from './gear.ts';
import { CombatRole, NamedRank, NamedRef, RealmRef } from './organization.ts';
import { Pagination, pageInput } from './page.ts';
import { Id, InLocale, Instant, OrganizationRef, PersonRef, queryInteger } from './primitives.ts';
import { TeamRef } from './team.ts';

export const GuildArmoryInput = z.object({
  id: OrganizationRef,
  ...InLocale,
  ...pageInput,
  rank: queryInteger({ min: 0, max: 9, description: 'Only members of this guild rank', example: 3 }).optional(),
  role: CombatRole.meta({ description: 'Only members who play this role' }).optional(),
  teamId: Id.meta({ description: 'Only members of this team' }).optional(),
});
export type GuildArmoryInput = z.infer<typeof GuildArmoryInput>;

export const ArmorySource = z.enum(['signed_in', 'public_profile']).meta({
  id: 'ArmorySource',
  description:
    'A character that its person has proved and shares, or one of the roster whose public profile is read once in a while',
});
export type ArmorySource = z.infer<typeof ArmorySource>;

const SeasonRaid = z.object({
  ...NamedRef.shape,
  difficulties: z.array(z.object({ type: z.string(), name: z.string(), defeated: z.int(), total: z.int() })),
});

export const ArmoryMember = z
  .object({
    entryId: z.string().nullable().meta({ description: 'In the roster; null outside of guilds of the game' }),
    characterId: z.string().nullable().meta({ description: 'Null for a public profile' }),
    name: z.string(),
    realm: RealmRef.nullable(),
    level: z.int(),
    class: NamedRef,
    rank: NamedRank.nullable(),
    role: CombatRole.nullable(),
    user: PersonRef.nullable(),
    source: ArmorySource,
    readAt: Instant.nullable().meta({
      description: 'When the platform last sent the oldest of what is shown; null if never',
    }),
    status: SectionStatus.meta({ description: 'Of the gear' }),
    itemLevel: z.int().nullable().meta({
      description: 'Null also where it was read before an expansion that others have played',
    }),
    missing: MissingGear.nullable().meta({ description: 'Null while the equipment is not known' }),
    rating: z.number().nullable().meta({ description: 'Of `season`' }),
    season: KeystoneSeasonRef.nullable(),
    rows: z
      .array(VaultRow)
      .meta({ description: 'The vault. Delves are counted only of characters that are signed in' }),
    raids: z.array(SeasonRaid).meta({ description: 'Raids of `season` in which the character has defeated someone' }),
  })
  .meta({ id: 'ArmoryMember' });
export type ArmoryMember = z.infer<typeof ArmoryMember>;

/** Filters do not change it. */
const Coverage = z
  .object({
    members: z.int().meta({
      description:
        'Members who raid: of the highest level and played lately, answering a coming event, or in a team; and characters that are signed in',
    }),
    signedIn: z.int(),
    publicProfiles: z.int().meta({ description: 'Read at least once' }),
    notReadable: z.int().meta({ description: 'The platform shows no profile of them' }),
  })
  .meta({ id: 'ArmoryCoverage' });

const coverage = { members: 60, signedIn: 12, publicProfiles: 43, notReadable: 5 };
const rooke = {
  entryId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e70',
  characterId: null,
  name: 'Rooke',
  realm: { slug: 'highmere', name: 'Highmere' },
  level: 90,
  class: { id: 7, name: 'Shaman' },
  rank: { rank: 4, name: 'Trial' },
  role: 'melee' as const,
  user: null,
  source: 'public_profile' as const,
  readAt: '2026-11-19T03:10:00.000Z',
  status: 'ok' as const,
};
const listed = {
  coverage,
  ranks: [{ rank: 4, name: 'Trial' }],
  teams: [],
  pagination: { page: 1, pageSize: 50, total: 60, totalPages: 2 },
};

export const GuildArmoryView = z
  .object({
    coverage: Coverage,
    ranks: z.array(NamedRank).meta({ description: 'Those that the members have' }),
    teams: z.array(TeamRef),
    members: z.array(ArmoryMember),
    pagination: Pagination,
  })
  .meta({
    id: 'GuildArmory',
    examples: [
      {
        ...listed,
        members: [
          {
            ...rooke,
            itemLevel: 262,
            missing: { enchantments: ['LEGS'], gems: [], slots: [], unknown: { enchantments: [], gems: [] } },
            rating: null,
            season: null,
            rows: EXAMPLE_VAULT,
            raids: [
              {
                id: 90_210,
                name: 'Spire of Quiet Bells',
                difficulties: [{ type: 'HEROIC', name: 'Heroic', defeated: 2, total: 4 }],
              },
            ],
          },
        ],
      },
    ],
  });
export type GuildArmoryView = z.infer<typeof GuildArmoryView>;

export const GuildRaidsInput = z.object({
  ...GuildArmoryInput.shape,
  expansionId: GuildEncountersInput.shape.expansionId,
});
export type GuildRaidsInput = z.infer<typeof GuildRaidsInput>;

export const RaidingMember = ArmoryMember.pick({
  entryId: true,
  characterId: true,
  name: true,
  realm: true,
  level: true,
  class: true,
  rank: true,
  role: true,
  user: true,
  source: true,
})
  .extend({
    id: z.string().meta({ description: '`characterId`, or `entryId` for a public profile; `kills` have it' }),
    readAt: Instant.nullable().meta({
      description: 'When the platform last sent the raids; null if never, and then nothing is known of them',
    }),
    status: SectionStatus,
  })
  .meta({ id: 'RaidingMember' });
export type RaidingMember = z.infer<typeof RaidingMember>;

export const GuildRaidsView = z
  .object({
    coverage: Coverage,
    ranks: z.array(NamedRank).meta({ description: 'Those that the members have' }),
    teams: z.array(TeamRef),
    expansion: ExpansionRef.nullable().meta({ description: 'Null while no member on the page has fought a boss' }),
    members: z.array(RaidingMember),
    instances: z.array(ComparedInstance).meta({ description: '`kills` by `id` of the member' }),
    pagination: Pagination,
  })
  .meta({
    id: 'GuildRaids',
    examples: [
      {
        ...listed,
        expansion: { id: 90_200, name: 'The Silent Tide' },
        members: [{ ...rooke, id: rooke.entryId }],
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
                    kills: { [rooke.entryId]: { kills: 7, lastKillAt: '2026-11-18T21:14:05.000Z' } },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
export type GuildRaidsView = z.infer<typeof GuildRaidsView>;
