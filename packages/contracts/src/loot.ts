/** The items that a guild has given away: awards, and what their responses mean. */
import { z } from 'zod';
import { KeystoneSeasonRef } from './gear.ts';
import { ItemRef, MAX_ITEM_ID } from './item.ts';
import { COUNTED_WEEKS, LOOT_MEANINGS } from './loot-meaning.ts';
import { LootTrack } from './loot-track.ts';
import { Pagination, pageInput } from './page.ts';
import {
  Id,
  InLocale,
  Instant,
  lineOfText,
  OrganizationRef,
  queryFlag,
  queryInteger,
  SearchText,
} from './primitives.ts';
import { RaiderRef } from './raider.ts';
import { TeamRef } from './team.ts';

export const LootTool = z
  .enum(['rclootcouncil', 'gargul', 'lootreserve', 'clm', 'thats_my_bis'])
  .meta({ id: 'LootTool' });
export type LootTool = z.infer<typeof LootTool>;

export const LootMeaning = z.enum(LOOT_MEANINGS).meta({
  id: 'LootMeaning',
  description:
    'With `bank` and `disenchant` no raider got the item. `auto` stands for answers that no button gave, `personal` and `bonus` for loot that the group did not share out',
});
export type LootMeaning = z.infer<typeof LootMeaning>;

const ResponseKey = lineOfText(200);
const Color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'must be a colour such as #2f855a')
  .nullable()
  .meta({ description: 'As #rrggbb, in lower case; null for none', examples: ['#2f855a'] });

const Answer = z
  .object({
    key: ResponseKey.meta({ description: 'For decisions about this response' }),
    text: z.string().meta({ description: 'As the tool wrote it; empty if it knows none' }),
    meaning: LootMeaning.nullable().meta({ description: 'Null until the guild has decided' }),
    counts: z.boolean().meta({ description: 'Whether it counts for the winner; never while undecided' }),
    color: Color,
  })
  .meta({ id: 'LootAnswer' });

export const LootAwardView = z
  .object({
    id: z.string(),
    receivedAt: Instant,
    dayOnly: z.boolean().meta({ description: 'The tool says the day alone, which is that of `receivedAt` in UTC' }),
    item: z.object({
      ...ItemRef.shape,
      name: z.string().meta({ description: 'As the tool wrote it while the game platform has not named it' }),
      itemString: z.string().nullable().meta({ description: 'The link of the game, which tells its level' }),
    }),
    track: LootTrack.nullable().meta({ description: 'Null if unknown: such an award fulfils no wish' }),
    instance: z.string().nullable(),
    boss: z.string().nullable().meta({ description: 'As the tool wrote it' }),
    winner: z
      .object({
        name: z.string().nullable().meta({ description: 'The character; null for an erased person' }),
        realm: z.string().nullable(),
        className: z.string().nullable().meta({ description: 'As one English word, such as `deathknight`' }),
        raider: RaiderRef.nullable().meta({ description: 'Null for a player who is no raider here' }),
      })
      .nullable()
      .meta({ description: 'Null if no raider got it' }),
    response: Answer,
    votes: z.int().nullable(),
    note: z.string().nullable().meta({ description: 'The note to the vote, for officers, for 12 months' }),
    oldItems: z.array(z.string()).meta({ description: 'Links of what the winner wore in its slot' }),
    withdrawn: z.boolean().meta({ description: 'It was not given after all, so it counts for no raider' }),
    amended: z.boolean(),
    firstTo: z
      .string()
      .nullable()
      .meta({ description: 'The character who had got this item before it was given again' }),
    event: z
      .object({ id: z.string(), title: z.string(), startsAt: Instant, team: TeamRef.nullable() })
      .nullable()
      .meta({ description: 'The night, found by its time' }),
    kill: z
      .object({ name: z.string(), journalEncounterId: z.int().nullable(), difficulty: z.int(), at: Instant })
      .nullable()
      .meta({ description: 'The last kill of the night within 20 minutes before, as its log has it' }),
    tool: LootTool,
  })
  .meta({ id: 'LootAward' });
export type LootAwardView = z.infer<typeof LootAwardView>;

export const LootInput = z.object({
  id: OrganizationRef,
  ...pageInput,
  search: SearchText.meta({ description: 'Part of the name of an item, a boss, a character or a raider' }).optional(),
  raiderId: Id.meta({
    description: 'Only what this raider got, and what was theirs before it was given again',
  }).optional(),
  itemId: queryInteger({ min: 1, max: MAX_ITEM_ID, description: 'Only this item', example: 160_679 }).optional(),
  eventId: Id.meta({ description: 'Only this night' }).optional(),
  response: ResponseKey.meta({ description: 'Only this response, by its key' }).optional(),
  teamId: Id.meta({ description: 'Only nights of this team' }).optional(),
  season: queryInteger({
    min: 1,
    max: 1000,
    description: 'Only what was received in this season of keystone dungeons, in the region of the guild',
    example: 15,
  }).optional(),
  counts: queryFlag('Only what counts for its winner').optional(),
  undecided: queryFlag('Only responses that the guild has not decided about').optional(),
  ...InLocale,
});
export type LootInput = z.infer<typeof LootInput>;

const ITEM = { id: 160_679, name: 'Regent’s Last Coal', quality: 'epic', slot: 'trinket' } as const;
const AWARD = {
  id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
  receivedAt: '2026-11-22T20:14:07.000Z',
  dayOnly: false,
  item: { ...ITEM, itemString: 'item:160679::::::::80:104::5' },
  track: 'heroic',
  instance: 'Cinderspire Citadel-Heroic',
  boss: 'Regent Ismere',
  winner: { name: 'Emberlyn', realm: 'Stormvale', className: 'mage', raider: null },
  response: { key: 'bestinslot', text: 'Best in Slot', meaning: 'best', counts: true, color: null },
  votes: 2,
  note: null,
  oldItems: [],
  withdrawn: false,
  amended: false,
  firstTo: null,
  event: null,
  kill: null,
  tool: 'rclootcouncil',
} as const;

/** As many as a raider's panel shows. */
export const LAST_AWARDS = 5;

export const RaiderLootInput = z.object({ id: Id, ...InLocale });
export type RaiderLootInput = z.infer<typeof RaiderLootInput>;

export const RaiderLootView = z
  .object({
    awards: z
      .array(LootAwardView)
      .max(LAST_AWARDS)
      .meta({ description: 'The latest first, without those that were not given after all' }),
    more: z.boolean().meta({ description: 'Whether the history has more of theirs' }),
  })
  .meta({ id: 'RaiderLoot', examples: [{ awards: [AWARD], more: false }] });
export type RaiderLootView = z.infer<typeof RaiderLootView>;

export const LootFiltersInput = z.object({ id: OrganizationRef, ...InLocale });
export type LootFiltersInput = z.infer<typeof LootFiltersInput>;

/** So many nights, so many items, so many raiders. */
export const MOST_FILTERS = 1_000;
const Awards = z.int().meta({ description: 'How many awards the history has with it' });

export const LootFiltersView = z
  .object({
    nights: z
      .array(z.object({ id: z.string(), title: z.string(), startsAt: Instant, awards: Awards }))
      .max(MOST_FILTERS)
      .meta({ description: 'The latest first' }),
    items: z
      .array(z.object({ item: ItemRef, awards: Awards }))
      .max(MOST_FILTERS)
      .meta({ description: 'Those that were given last, by name' }),
    raiders: z
      .array(z.object({ raider: RaiderRef, awards: Awards }))
      .max(MOST_FILTERS)
      .meta({ description: 'Those who got something last, by name' }),
  })
  .meta({
    id: 'LootFilters',
    examples: [{ nights: [], items: [{ item: ITEM, awards: 3 }], raiders: [] }],
  });
export type LootFiltersView = z.infer<typeof LootFiltersView>;

export const LootView = z
  .object({
    awards: z.array(LootAwardView).meta({ description: 'The latest first' }),
    pagination: Pagination,
    undecided: z.int().meta({ description: 'Responses of the organization without a decision' }),
    broughtInAt: Instant.nullable().meta({ description: 'When awards were last brought in' }),
    counted: z
      .array(z.object({ raider: RaiderRef, classId: z.int().nullable(), awards: z.int() }))
      .meta({ description: `Awards that count, of the last ${COUNTED_WEEKS} weeks: the 50 raiders with most` }),
    seasons: z
      .array(KeystoneSeasonRef)
      .meta({ description: 'Seasons of keystone dungeons in which an award was received, the latest first' }),
  })
  .meta({
    id: 'Loot',
    examples: [
      {
        awards: [AWARD],
        pagination: { page: 1, pageSize: 50, total: 1, totalPages: 1 },
        undecided: 0,
        broughtInAt: '2026-11-23T09:12:00.000Z',
        counted: [],
        seasons: [],
      },
    ],
  });
export type LootView = z.infer<typeof LootView>;

export const AmendAwardInput = z
  .strictObject({
    id: Id,
    raiderId: Id.optional().meta({
      description:
        'The raider who got it. Other awards of the same unknown player follow, and the name is remembered for the next import',
    }),
    response: ResponseKey.optional().meta({ description: 'The key of another response' }),
    track: LootTrack.nullable().optional(),
    withdrawn: z.boolean().optional().meta({ description: 'Whether it was not given after all' }),
    note: lineOfText(300).nullable().optional(),
  })
  .refine(({ id: _id, ...changes }) => Object.values(changes).some((value) => value !== undefined), {
    message: 'change something',
    path: ['response'],
  });
export type AmendAwardInput = z.infer<typeof AmendAwardInput>;

export const LootResponsesInput = z.object({ id: OrganizationRef });

export const LootResponsesView = z
  .object({
    responses: z
      .array(
        Answer.extend({
          decided: z.boolean().meta({ description: 'Whether an officer decided; else the meaning is a preset' }),
          awards: z.int(),
          since: Instant.nullable().meta({ description: 'The first award with it' }),
        }).meta({ id: 'LootResponse' }),
      )
      .meta({ description: 'Those without a decision first, then by the number of awards' }),
  })
  .meta({
    id: 'LootResponses',
    examples: [
      {
        responses: [
          {
            ...{ key: 'bigdpsboy', text: 'big dps boy', meaning: null, counts: false, color: null },
            ...{ decided: false, awards: 14, since: '2026-10-02T19:20:00.000Z' },
          },
        ],
      },
    ],
  });
export type LootResponsesView = z.infer<typeof LootResponsesView>;

export const DecideResponsesInput = z.strictObject({
  id: OrganizationRef,
  responses: z
    .array(
      z.strictObject({
        key: ResponseKey,
        meaning: LootMeaning,
        counts: z.boolean().optional().meta({
          description: 'Default: true for `best`, `need`, `upgrade` and `minor`',
        }),
        color: Color.optional(),
      }),
    )
    .min(1)
    .max(100)
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'must not name a response twice')
    .meta({ description: 'Those to decide about; all others stay as they are' }),
});
export type DecideResponsesInput = z.infer<typeof DecideResponsesInput>;
