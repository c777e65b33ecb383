import { z } from 'zod';
import { EffectiveSettings } from './organization-settings.ts';
import { Pagination, pageInput, SortOrder } from './page.ts';
import {
  GameVersion,
  InLocale,
  Instant,
  OrganizationRef,
  PersonRef,
  queryFlag,
  queryInteger,
  Region,
  SearchText,
  shownDefault,
} from './primitives.ts';

export const OrganizationType = z.enum(['guild', 'community', 'team']).meta({ id: 'OrganizationType' });
export type OrganizationType = z.infer<typeof OrganizationType>;

export const OrganizationSource = z.enum(['standalone', 'synced']).meta({ id: 'OrganizationSource' });
export type OrganizationSource = z.infer<typeof OrganizationSource>;

/** The permissions a role grants within one organization. */
export const Permission = z
  .enum([
    'canManageGuild',
    'canManageRoles',
    'canManageEvents',
    'canManageContent',
    'canManageRoster',
    'canManageLoot',
    'canSyncRoster',
    'canViewOfficerData',
    'canInviteMembers',
    'canViewRoster',
  ])
  .meta({ id: 'Permission' });
export type Permission = z.infer<typeof Permission>;

export const Faction = z.enum(['alliance', 'horde', 'neutral']).meta({ id: 'Faction' });
export type Faction = z.infer<typeof Faction>;

export const CombatRole = z.enum(['tank', 'healer', 'melee', 'ranged']).meta({ id: 'CombatRole' });
export type CombatRole = z.infer<typeof CombatRole>;

export const TeamStatus = z.enum(['main', 'trial', 'bench', 'social']).meta({ id: 'TeamStatus' });
export type TeamStatus = z.infer<typeof TeamStatus>;

/** A record of this service; `NamedRef` is for data of the game. */
export const RecordRef = z.object({ id: z.string(), name: z.string() }).meta({ id: 'RecordRef' });
export const NamedOrganization = z
  .object({ id: z.string(), alias: z.string().nullable(), name: z.string() })
  .meta({ id: 'NamedOrganization' });
export const NamedRef = z.object({ id: z.int(), name: z.string() }).meta({ id: 'NamedRef' });
export const SpecializationRef = z
  .object({ id: z.int(), name: z.string(), role: CombatRole.nullable() })
  .meta({ id: 'SpecializationRef' });
export const NamedRank = z.object({ rank: z.int(), name: z.string() }).meta({ id: 'NamedRank' });
export type NamedRank = z.infer<typeof NamedRank>;
export const RealmRef = z.object({ slug: z.string(), name: z.string() }).meta({ id: 'RealmRef' });

export const RosterEntryView = z
  .object({
    id: z.string(),
    name: z.string(),
    realm: RealmRef,
    level: z.int(),
    class: NamedRef,
    race: NamedRef,
    faction: Faction.nullable(),
    rank: z.int(),
    rankName: z.string(),
    role: CombatRole.nullable(),
    itemLevel: z.int().nullable(),
    lastLoginAt: Instant.nullable(),
    lastSeenInRoster: Instant,
    joinedAt: Instant,
    leftAt: Instant.nullable(),
    claimedByCharacter: z
      .object({
        id: z.string(),
        name: z.string(),
        verified: z.boolean().meta({ description: 'Whether the person’s own account on the game platform lists it' }),
        user: PersonRef,
      })
      .nullable()
      .meta({
        description: 'An unverified character is visible to its owner, and to officers, who may reject it',
      }),
  })
  .meta({
    id: 'RosterEntry',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        name: 'Brynhild',
        realm: { slug: 'stormvale', name: 'Stormvale' },
        level: 80,
        class: { id: 1, name: 'Warrior' },
        race: { id: 3, name: 'Dwarf' },
        faction: 'alliance',
        rank: 1,
        rankName: 'Rank 1',
        role: 'tank',
        itemLevel: 642,
        lastLoginAt: '2026-11-19T21:14:03.000Z',
        lastSeenInRoster: '2026-11-20T20:00:00.000Z',
        joinedAt: '2026-03-01T18:00:00.000Z',
        leftAt: null,
        claimedByCharacter: null,
      },
    ],
  });
export type RosterEntryView = z.infer<typeof RosterEntryView>;

export const RosterSort = z.enum(['rank', 'name', 'lastLogin']).meta({ id: 'RosterSort' });
export type RosterSort = z.infer<typeof RosterSort>;

export const RosterInput = z.object({
  id: OrganizationRef,
  ...pageInput,
  sortBy: RosterSort.default('rank').meta({
    description: 'lastLogin falls back to the last time the member was seen in the roster',
  }),
  sortOrder: SortOrder.meta({ description: 'Default asc; desc for lastLogin' }).optional(),
  includeLeft: shownDefault(queryFlag('Also members who have left'), false),
  search: SearchText.meta({ description: 'Part of the name, ignoring accents and case' }).optional(),
  classId: queryInteger({ min: 1, max: 100, description: 'Playable class', example: 8 }).optional(),
  rank: queryInteger({ min: 0, max: 9, description: 'Guild rank', example: 3 }).optional(),
});
export type RosterInput = z.infer<typeof RosterInput>;

export const RosterView = z
  .object({ members: z.array(RosterEntryView), pagination: Pagination })
  .meta({ id: 'Roster' });
export type RosterView = z.infer<typeof RosterView>;

export const WholeRosterInput = RosterInput.pick({ id: true, includeLeft: true }).extend(InLocale);
export type WholeRosterInput = z.infer<typeof WholeRosterInput>;

const WHOLE_ROSTER_EXAMPLE = {
  realms: [{ slug: 'stormvale', name: 'Stormvale' }],
  classes: [
    { id: 1, name: 'Warrior' },
    { id: 5, name: 'Priest' },
  ],
  races: [{ id: 3, name: 'Dwarf' }],
  ranks: [{ rank: 1, name: 'Officer' }],
  people: [{ id: '0199d3a0-7b21-7c41-9a52-1f0c2b8d4e6f', displayName: 'Ysolde' }],
  members: {
    id: ['AZnToG8-fEGaUh8MK41Obw', 'AZnToG8-fQKKPF5vHwwrjQ'],
    name: ['Brynhild', 'Selwyn'],
    realm: [0, 0],
    level: [80, 78],
    classId: [1, 5],
    raceId: [3, 3],
    faction: ['alliance', 'alliance'],
    rank: [1, 1],
    role: ['tank', null],
    itemLevel: [642, null],
    lastLoginAt: [29918714, null],
    lastSeenInRoster: [29920080, 29920080],
    joinedAt: [29539800, 29539800],
    leftAt: [null, null],
    claim: [{ characterId: '0199d3a0-8c11-7c41-9a52-1f0c2b8d4e6f', name: 'Brynhild', verified: true, person: 0 }, null],
  },
};

const Minutes = z.int().meta({ description: 'Minutes since 1970, UTC' });

/** Columns, short ids and whole minutes: a thousand members compress to two thirds of what rows need. */
export const WholeRosterView = z
  .object({
    realms: z.array(RealmRef),
    classes: z.array(NamedRef),
    races: z.array(NamedRef),
    ranks: z.array(NamedRank),
    people: z.array(PersonRef),
    members: z
      .object({
        id: z.array(z.string()).meta({ description: 'The 16 bytes of each id, in base64url' }),
        name: z.array(z.string()),
        realm: z.array(z.int()).meta({ description: 'Places in `realms`, from 0' }),
        level: z.array(z.int()),
        classId: z.array(z.int()),
        raceId: z.array(z.int()),
        faction: z.array(Faction.nullable()),
        rank: z.array(z.int()),
        role: z.array(CombatRole.nullable()),
        itemLevel: z.array(z.int().nullable()),
        lastLoginAt: z.array(Minutes.nullable()),
        lastSeenInRoster: z.array(Minutes),
        joinedAt: z.array(Minutes),
        leftAt: z.array(Minutes.nullable()),
        claim: z.array(
          z
            .object({
              characterId: z.string(),
              name: z.string(),
              verified: z.boolean(),
              person: z.int().meta({ description: 'A place in `people`, from 0' }),
            })
            .nullable(),
        ),
      })
      .meta({ description: 'Each field lists the values of all members, in the same order' }),
  })
  .meta({ id: 'WholeRoster', examples: [WHOLE_ROSTER_EXAMPLE] });
export type WholeRosterView = z.infer<typeof WholeRosterView>;

export const RoleView = z
  .object({
    id: z.string(),
    name: z.string(),
    gameRank: z.int().nullable(),
    isFounder: z.boolean(),
    permissions: z.array(Permission),
    memberCount: z.int(),
  })
  .meta({ id: 'Role' });
export type RoleView = z.infer<typeof RoleView>;

export const OrganizationSummary = z
  .object({
    id: z.string(),
    name: z.string(),
    alias: z.string().nullable(),
    type: OrganizationType,
    currentLogoUrl: z.string().nullable(),
  })
  .meta({ id: 'OrganizationSummary' });
export type OrganizationSummary = z.infer<typeof OrganizationSummary>;

/** Colours are CSS `rgba()` strings, ids are the platform's. */
const EmblemPart = z.object({ id: z.int(), color: z.string() }).meta({ id: 'EmblemPart' });

export const EmblemData = z
  .object({
    emblem: EmblemPart,
    border: EmblemPart,
    background: z.object({ color: z.string() }),
  })
  .meta({ id: 'EmblemData' });
export type EmblemData = z.infer<typeof EmblemData>;

/** A rule of the caller's ability in the serialized form of @casl/ability. */
export const AbilityRule = z
  .object({
    action: z.union([z.string(), z.array(z.string())]),
    subject: z.union([z.string(), z.array(z.string())]),
    conditions: z.record(z.string(), z.unknown()).exactOptional(),
    inverted: z.boolean().exactOptional(),
  })
  .meta({ id: 'AbilityRule' });

export const OrganizationView = z
  .object({
    id: z.string(),
    name: z.string(),
    alias: z.string().nullable(),
    type: OrganizationType,
    source: OrganizationSource,
    active: z.boolean(),
    archivedAt: Instant.nullable(),
    description: z.string().nullable().meta({ description: 'The text `description`, as markdown' }),
    settings: EffectiveSettings.meta({ description: 'The settings in effect, with defaults filled in' }),
    region: Region.nullable(),
    gameVersion: GameVersion.nullable(),
    realm: RealmRef.nullable(),
    faction: Faction.nullable(),
    emblemData: EmblemData.nullable(),
    memberCount: z.int().nullable(),
    achievementPoints: z.int().nullable(),
    foundedAt: Instant.nullable().meta({ description: 'When the guild was created in the game' }),
    rosterSyncedAt: Instant.nullable().meta({
      description:
        'When the game platform last confirmed the guild and its roster. Null if it is not a guild of the game',
    }),
    missingSince: Instant.nullable().meta({
      description:
        'Since when the game platform has reported the guild as missing; null once it is found again. Warn members while it is set',
    }),
    rightsEndAt: Instant.nullable().meta({
      description:
        'When memberships and rights end unless the game platform finds the guild again: 30 days after `missingSince`',
    }),
    rosterProblem: z.object({ reason: z.string(), message: z.string(), at: Instant }).nullable().meta({
      description:
        'Why the last roster sync failed; shown to members, and to people with a verified character whose profile names this guild. A guild has no members here until its roster has been read.',
    }),
    logoUrl: z.string().nullable().meta({ description: "Drawn from the guild's crest in the game" }),
    useCustomLogo: z.boolean(),
    currentLogoUrl: z.string().nullable(),
    createdAt: Instant,
    roles: z.array(RoleView),
    memberships: z
      .array(
        z.object({ characterId: z.string(), name: z.string(), realm: RealmRef, rank: z.int(), rankName: z.string() }),
      )
      .meta({ description: "The caller's own characters in this guild" }),
    rosterMembers: z.array(RosterEntryView),
    rosterPagination: Pagination,
    abilityRules: z.array(AbilityRule).meta({ description: 'Empty for a caller without rights' }),
  })
  .meta({ id: 'Organization' });
export type OrganizationView = z.infer<typeof OrganizationView>;

export const OrganizationDetailInput = RosterInput.pick({
  id: true,
  page: true,
  pageSize: true,
  sortBy: true,
  sortOrder: true,
});
export type OrganizationDetailInput = z.infer<typeof OrganizationDetailInput>;
