/** Line-ups of an event: which raiders play which boss, in which group. Apart from sign-ups, which stay as they are. */
import { z } from 'zod';
import { BossRef } from './boss-ref.ts';
import { ParticipationStatus } from './event.ts';
import { GROUP_SIZE, GROUPS, LINEUP_DIFFICULTIES } from './lineup-size.ts';
import { CombatRole, NamedRef } from './organization.ts';
import { bodyInteger, GameVersion, Id, InLocale, Instant, PersonRef } from './primitives.ts';
import { RaidBuffKey as BUFFS } from './raid-buffs.ts';
import { RaiderRef } from './raider.ts';
import { ArmorType } from './roster.ts';

export const LineupDifficulty = z.literal([...LINEUP_DIFFICULTIES]).meta({
  id: 'LineupDifficulty',
  description:
    'As the game numbers difficulties: 14 normal, 15 heroic, 16 mythic, 233 mythic flexible, 17 looking for raid; dungeons 1, 2, 23 and 8; Classic 3 to 6, 9 and 148',
});

/** More people than this on the bench are no line-up. */
const MOST_PLACES = 100;

const PlaceInput = z
  .strictObject({
    raiderId: Id,
    characterId: Id.nullable().default(null).meta({ description: 'A character of a raider with an account' }),
    raiderCharacterId: Id.nullable().default(null).meta({ description: 'A character of a raider without an account' }),
    specId: bodyInteger({ min: 1, max: 100_000, description: 'A specialization of its class', example: 73 })
      .nullable()
      .default(null),
    role: CombatRole,
    group: bodyInteger({ min: 1, max: GROUPS, description: 'Null on the bench', example: 1 }).nullable(),
    slot: bodyInteger({ min: 1, max: GROUP_SIZE, description: 'Null on the bench', example: 1 }).nullable(),
  })
  .refine(({ group, slot }) => (group === null) === (slot === null), 'must have both group and slot, or neither')
  .refine(({ characterId, raiderCharacterId }) => characterId === null || raiderCharacterId === null, {
    message: 'give either characterId or raiderCharacterId, not both',
    path: ['raiderCharacterId'],
  });
export type LineupPlaceInput = z.infer<typeof PlaceInput>;

const Places = z
  .array(PlaceInput)
  .max(MOST_PLACES)
  .refine((places) => isDistinct(places.map(({ raiderId }) => raiderId)), 'must name each raider once')
  .refine(
    (places) => isDistinct(places.flatMap(({ group, slot }) => (group === null ? [] : [`${group}.${slot}`]))),
    'must give each slot of a group to one raider',
  );

const isDistinct = (values: string[]) => new Set(values).size === values.length;

const version = bodyInteger({
  min: 0,
  max: 1_000_000_000,
  description: 'The version that was read, 0 if there was none: the change is refused if there is a newer one',
  example: 3,
});

export const LineupListInput = z.object({ id: Id, ...InLocale });
export type LineupListInput = z.infer<typeof LineupListInput>;

export const LineupInput = z.object({ id: Id, encounterId: BossRef, ...InLocale });
export type LineupInput = z.infer<typeof LineupInput>;

export const SaveLineupInput = z.strictObject({
  id: Id,
  encounterId: BossRef,
  version,
  difficulty: LineupDifficulty.nullable().default(null),
  places: Places.meta({
    description: 'The whole line-up. Without places, a boss follows the line-up of the whole night',
  }),
});
export type SaveLineupInput = z.infer<typeof SaveLineupInput>;

export const PublishLineupInput = z.strictObject({
  id: Id,
  encounterId: BossRef,
  version,
  also: z
    .array(z.strictObject({ encounterId: BossRef, version }))
    .max(50)
    .default([])
    .meta({ description: 'Other line-ups of the event to publish with it: each person is told once' }),
});
export type PublishLineupInput = z.infer<typeof PublishLineupInput>;

export const CopyLineupInput = z.strictObject({
  id: Id,
  encounterId: BossRef,
  to: BossRef,
  version: version.meta({ description: 'The version of the line-up that is replaced, 0 if there is none' }),
});
export type CopyLineupInput = z.infer<typeof CopyLineupInput>;

/** How other tools take a line-up. */
export const LineupFormat = z.enum(['nsrt', 'names', 'mrt', 'gargul', 'macro', 'csv', 'sheet']).meta({
  id: 'LineupFormat',
  description:
    '`nsrt`, `mrt` and `gargul` for these addons, `names` as wowaudit takes them, `macro` for `/invite` in the game, `csv` for a table, `sheet` for groups side by side',
});
export type LineupFormat = z.infer<typeof LineupFormat>;

export const ExportLineupInput = z.object({ id: Id, encounterId: BossRef, as: LineupFormat, ...InLocale });
export type ExportLineupInput = z.infer<typeof ExportLineupInput>;

export const ExportedLineupView = z
  .object({
    as: LineupFormat,
    text: z.string().meta({ description: 'To paste into the tool: empty when no place has a character to name' }),
    leftOut: z
      .array(
        z.object({
          name: z.string(),
          realm: z.string().nullable().meta({ description: 'Null when unknown' }),
          why: z.enum(['region', 'game_version', 'faction', 'name', 'no_character']),
        }),
      )
      .meta({
        description:
          'Raiders with a place whom the tool could not name: of another region, game version or faction than the guild, or in a community, than most of them; with a name that the game does not take, or without a known character',
      }),
  })
  .meta({
    id: 'ExportedLineup',
    examples: [{ as: 'nsrt', text: 'invitelist:Brynhild-Stormvale,Oakhild-Stormvale', leftOut: [] }],
  });
export type ExportedLineupView = z.infer<typeof ExportedLineupView>;

const Boss = z
  .object({ id: z.int(), name: z.string(), position: z.int() })
  .meta({ id: 'LineupBoss' })
  .nullable()
  .meta({ description: 'Null for the whole night' });

export const LineupSizeView = z
  .object({
    min: z.int().nullable().meta({ description: 'Null if the size is not known' }),
    max: z.int().meta({ description: 'The largest that is possible, if the size is not known' }),
  })
  .meta({ id: 'LineupSize' });

/** Why a raider with a place may not come. */
export const PlaceConcern = z.enum(['declined', 'withdrawn', 'away', 'left']).meta({ id: 'PlaceConcern' });
export type PlaceConcern = z.infer<typeof PlaceConcern>;

export const LineupCharacter = z
  .object({
    characterId: z.string().nullable(),
    raiderCharacterId: z.string().nullable(),
    name: z.string(),
    realm: z.string().meta({ description: 'Empty when unknown' }),
    class: NamedRef.nullable(),
    color: z.string().nullable(),
    armor: ArmorType,
  })
  .meta({ id: 'LineupCharacter' });
export type LineupCharacter = z.infer<typeof LineupCharacter>;

export const LineupPlaceView = z
  .object({
    raider: RaiderRef,
    user: PersonRef.nullable().meta({ description: 'Null for a raider without an account' }),
    character: LineupCharacter.nullable().meta({ description: 'Null for a raider whose character is not known' }),
    spec: NamedRef.nullable().meta({ description: 'As named, or that of the character' }),
    specNamed: z.boolean().meta({ description: 'Whether `spec` was named for this place: send it back to keep it' }),
    role: CombatRole,
    group: z.int().nullable().meta({ description: 'Null on the bench' }),
    slot: z.int().nullable(),
    answer: ParticipationStatus.nullable().meta({ description: 'Their answer to the event' }),
    lateMinutes: z.int().nullable().meta({ description: 'How late they expect to be; null means on time' }),
    concern: PlaceConcern.nullable().meta({
      description: 'Why they may not come; for people who may edit the line-up, null for others',
    }),
    since: Instant.nullable().meta({ description: 'Since when they have declined or withdrawn' }),
  })
  .meta({ id: 'LineupPlace' });
export type LineupPlaceView = z.infer<typeof LineupPlaceView>;

export const LineupProblem = z
  .object({
    kind: z.enum(['too_many', 'too_few', 'no_tank', 'no_healer', ...PlaceConcern.options]),
    blocks: z.boolean().meta({ description: 'Whether the line-up cannot be published' }),
    count: z.int().nullable().meta({ description: 'How many are too many, or too few' }),
    raider: RaiderRef.nullable().meta({ description: 'The raider who may not come' }),
  })
  .meta({ id: 'LineupProblem' });
export type LineupProblem = z.infer<typeof LineupProblem>;

const MyPlace = z
  .object({ group: z.int().nullable(), slot: z.int().nullable(), role: CombatRole })
  .meta({ id: 'MyLineupPlace', description: 'The caller’s own place: without a group on the bench' });

const PLACE = {
  raider: {
    id: '0199d3a0-0000-7000-8000-000000000004',
    name: 'Ysolde',
    kind: 'member' as const,
    hasAccount: true,
    notProven: false,
  },
  user: { id: '0199d3a0-0000-7000-8000-000000000002', displayName: 'Ysolde' },
  character: {
    characterId: '0199d3a0-0000-7000-8000-000000000003',
    raiderCharacterId: null,
    name: 'Brynhild',
    realm: 'stormvale',
    class: { id: 1, name: 'Warrior' },
    color: '#c69b6d',
    armor: 'plate' as const,
  },
  spec: { id: 73, name: 'Protection' },
  specNamed: false,
  role: 'tank' as const,
  group: 1,
  slot: 1,
  answer: 'signed_up' as const,
  lateMinutes: null,
  concern: null,
  since: null,
};

export const LineupView = z
  .object({
    eventId: z.string(),
    encounter: Boss,
    own: z.boolean().meta({ description: 'Whether it has places of its own, or shows those of the whole night' }),
    version: z.int().meta({
      description: 'Increases with every change; send it back with the next one. 0 if it was never changed',
    }),
    difficulty: LineupDifficulty.nullable(),
    difficulties: z.array(LineupDifficulty).meta({ description: 'Those that the instance offers' }),
    size: LineupSizeView,
    gameVersion: GameVersion,
    places: z.array(LineupPlaceView).meta({ description: 'By group and slot, then the bench' }),
    signedUp: z.array(LineupPlaceView).meta({
      description:
        'Raiders without a place who have answered, other than by declining: for people who may edit it, empty for others',
    }),
    draft: z.boolean().meta({
      description: 'Whether it differs from what members see; false for those who may not edit it',
    }),
    changedAt: Instant.nullable(),
    changedBy: PersonRef.nullable().meta({ description: 'For people who may edit it; null for others' }),
    publishedAt: Instant.nullable().meta({ description: 'Null if members see none' }),
    problems: z.array(LineupProblem).meta({ description: 'For people who may edit it; empty for others' }),
    mine: MyPlace.nullable().meta({ description: 'Null without a place' }),
    mayEdit: z.boolean(),
  })
  .meta({
    id: 'Lineup',
    examples: [
      {
        eventId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        encounter: null,
        own: true,
        version: 3,
        difficulty: 15,
        difficulties: [17, 14, 15, 16],
        size: { min: 10, max: 30 },
        gameVersion: 'retail',
        places: [PLACE],
        signedUp: [],
        draft: true,
        changedAt: '2026-11-20T20:00:00.000Z',
        changedBy: { id: '0199d3a0-0000-7000-8000-000000000002', displayName: 'Ysolde' },
        publishedAt: null,
        problems: [
          { kind: 'too_few', blocks: false, count: 9, raider: null },
          { kind: 'no_healer', blocks: false, count: null, raider: null },
        ],
        mine: { group: 1, slot: 1, role: 'tank' },
        mayEdit: true,
      },
    ],
  });
export type LineupView = z.infer<typeof LineupView>;

export const LineupListView = z
  .object({
    lineups: z
      .array(
        z
          .object({
            encounter: Boss,
            own: z.boolean().meta({ description: 'Whether it has places of its own' }),
            version: z.int(),
            difficulty: LineupDifficulty.nullable(),
            size: LineupSizeView,
            placed: z.int().meta({ description: 'Raiders in groups' }),
            bench: z.int(),
            draft: z.boolean(),
            publishedAt: Instant.nullable(),
            mine: MyPlace.nullable(),
          })
          .meta({ id: 'LineupSummary' }),
      )
      .meta({ description: 'Of the whole night first, then of each boss in the journal’s order' }),
    mine: z
      .object({
        in: z.int().meta({ description: 'Bosses for which the caller has a place in a group' }),
        bench: z.int(),
        of: z.int().meta({ description: 'Bosses with a published line-up' }),
      })
      .meta({ id: 'MyBosses' }),
    mayEdit: z.boolean(),
  })
  .meta({ id: 'Lineups' });
export type LineupListView = z.infer<typeof LineupListView>;

export const BuffKey = z.enum(BUFFS).meta({ id: 'RaidBuffKey' });

const Bringer = z.object({ raiderId: z.string(), name: z.string().nullable() }).meta({ id: 'BuffBringer' });

const Buff = z
  .object({
    key: BuffKey,
    reach: z.enum(['raid', 'group']).meta({ description: 'The whole raid, or the group of whom brings it' }),
    have: z.array(Bringer).meta({ description: 'Raiders with a place who bring it' }),
    could: z.array(Bringer).meta({ description: 'Raiders on the bench or signed up who would bring it' }),
    groupsWithout: z.array(z.int()).meta({ description: 'Groups without it, of one that reaches a group' }),
  })
  .meta({ id: 'LineupBuff' });

export const LineupCheckView = z
  .object({
    lineups: z.array(
      z
        .object({
          encounter: Boss,
          problems: z.array(LineupProblem),
          buffsOf: z.string().meta({ description: 'The version of the game that the buffs are known for' }),
          buffs: z.array(Buff),
          utility: z.array(Buff).meta({ description: 'Abilities of which more are better' }),
          armor: z
            .array(z.object({ armor: ArmorType, count: z.int() }))
            .meta({ description: 'How many wear each, for tokens of set pieces' }),
        })
        .meta({ id: 'LineupCheck' }),
    ),
  })
  .meta({ id: 'LineupChecks' });
export type LineupCheckView = z.infer<typeof LineupCheckView>;
