/** The raiders who want an item, side by side, in the order that the guild's policy says. */
import { z } from 'zod';
import { ItemRef, MAX_ITEM_ID } from './item.ts';
import { DEFAULT_SORT_KEYS, LOOT_TRACKS } from './loot-meaning.ts';
import { LootPolicyView, LootSortKey } from './loot-policy.ts';
import { LootTrack } from './loot-track.ts';
import { NamedRef, SpecializationRef, TeamStatus } from './organization.ts';
import { PointKind } from './points.ts';
import { Id, InLocale, Instant, OrganizationRef, queryInteger } from './primitives.ts';
import { RaiderRef } from './raider.ts';
import { TeamRef } from './team.ts';
import { DroppingBoss, SimSource, StaleReason, WishTrack } from './wish.ts';

export const MOST_CANDIDATES = 200;
export const MOST_WANTED_ITEMS = 1_000;

const Boss = DroppingBoss.nullable().meta({
  description: 'The boss that drops it; null where neither the journal nor a sim knows',
});

const OfTeam = Id.meta({ description: 'Only raiders of this team' }).optional();

export const WantedItemsInput = z.object({ id: OrganizationRef, teamId: OfTeam, ...InLocale });
export type WantedItemsInput = z.infer<typeof WantedItemsInput>;

const boss = { id: 2_639, name: 'Regent Ismere', instance: { id: 1_296, name: 'Cinderspire Citadel' } };
const item = { id: 160_679, name: 'Regent’s Last Coal', quality: 'epic' as const, slot: 'trinket' as const };

export const WantedItemsView = z
  .object({
    items: z
      .array(
        z.object({
          item: ItemRef,
          boss: Boss,
          wanted: z
            .array(z.object({ track: WishTrack, raiders: z.int() }))
            .meta({ description: 'The raiders who want it at each track. A wish for any counts at all' }),
        }),
      )
      .meta({
        description: `In the order of the journal, the latest raid first; the ${MOST_WANTED_ITEMS} that most raiders want`,
      }),
    raiders: z.int().meta({ description: 'Raiders with a wish or a gain that no award has fulfilled' }),
  })
  .meta({
    id: 'WantedItems',
    examples: [{ items: [{ item, boss, wanted: [{ track: 'heroic', raiders: 9 }] }], raiders: 23 }],
  });
export type WantedItemsView = z.infer<typeof WantedItemsView>;

export const CandidatesInput = z.object({
  id: OrganizationRef,
  itemId: queryInteger({ min: 1, max: MAX_ITEM_ID, description: 'Id of an item', example: 160_679 }),
  track: WishTrack.meta({ description: 'At which it drops; `any` where the id says it all, as in Classic' }),
  teamId: OfTeam,
  ...InLocale,
});
export type CandidatesInput = z.infer<typeof CandidatesInput>;

const Received = z.object({
  item: ItemRef,
  track: LootTrack.nullable(),
  receivedAt: Instant,
  dayOnly: z.boolean().meta({ description: 'The day alone is known, which is that of `receivedAt` in UTC' }),
});

export const CandidateView = z
  .object({
    place: z.int().meta({ description: 'From 1; those who are equal in every key have the same' }),
    tied: z.boolean().meta({ description: 'Whether another one is equal in every key' }),
    raider: RaiderRef,
    character: z
      .object({ name: z.string(), realm: z.string() })
      .nullable()
      .meta({ description: 'The one that was simulated, or else the main; null where none is known' }),
    class: NamedRef.nullable(),
    team: TeamRef.extend({ status: TeamStatus }).nullable().meta({
      description: 'The team that is asked for, else the one in which the status is best; null without a team',
    }),
    wish: z
      .object({
        rank: z.int().meta({ description: 'Its place among the wishes that no award has fulfilled, from 1' }),
        track: WishTrack,
        comment: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'Null for a gain only' }),
    gain: z
      .object({
        percent: z.number().meta({ description: 'In percent of what the character does now' }),
        differs: z.boolean().meta({ description: 'False where it is smaller than the error of the sim' }),
        itemLevel: z.int(),
        into: ItemRef.nullable().meta({
          description: 'The item that the catalyst makes of it; null for the item itself',
        }),
        source: SimSource,
        link: z.string().nullable().meta({ description: 'Null for a report that was pasted' }),
        fightStyle: z.string().nullable(),
        spec: SpecializationRef,
        character: z.string(),
        simulatedAt: Instant.nullable().meta({ description: 'Null where the report does not say' }),
        readAt: Instant,
        stale: z.array(StaleReason),
      })
      .nullable()
      .meta({
        description: 'The highest of the raider’s sims, each at its lowest item level; null without a sim of it',
      }),
    points: z
      .object({
        points: z.int().meta({ description: 'EP, or the points, in units of 10^-decimals' }),
        gp: z.int().nullable().meta({ description: 'At least the base; null without GP' }),
        priority: z
          .number()
          .nullable()
          .meta({ description: 'EP divided by GP; null without GP and below the minimum of EP' }),
      })
      .nullable()
      .meta({ description: 'In the pool that counts; null for a raider who is not in it, and where none counts' }),
    awards: z.int().meta({ description: 'Awards that count, within the weeks of the policy' }),
    lastAwards: z.array(Received).max(3).meta({ description: 'Awards that count, the latest first' }),
    attendance: z
      .object({
        rate: z
          .number()
          .nullable()
          .meta({ description: '0 to 1, within the weeks of the policy; null without events' }),
        eventsCounted: z.int(),
        suffices: z
          .boolean()
          .nullable()
          .meta({ description: 'Whether it is at least what the policy asks; null where too few events count' }),
      })
      .nullable()
      .meta({ description: 'Null for those who may not see it' }),
    worn: z
      .array(
        z.object({
          name: z.string().nullable(),
          itemLevel: z.int().nullable().meta({
            description: 'Null also if it was read before an expansion that others have played: the scale has changed',
          }),
        }),
      )
      .nullable()
      .meta({ description: 'In its slot, by the character that was simulated or else the main; null where unknown' }),
    gearReadAt: Instant.nullable(),
  })
  .meta({ id: 'Candidate' });
export type CandidateView = z.infer<typeof CandidateView>;

const at = '2026-11-22T20:14:07.000Z';

export const CandidatesView = z
  .object({
    item: ItemRef,
    track: WishTrack,
    boss: Boss,
    policy: LootPolicyView,
    orderedBy: z.array(LootSortKey).meta({
      description:
        'The keys of the policy that this order follows: without `attendance` for those who may not see it, and without `points` where no pool counts',
    }),
    pool: z.object({ id: z.string(), name: z.string(), kind: PointKind, decimals: z.int() }).nullable().meta({
      description:
        'The pool whose points count: the only open one of the team that is asked for, or else of the organization; without a team the only one of the organization, or else the only one of any team. Null where there is none, or more than one, and for those who may not see it',
    }),
    candidates: z.array(CandidateView).meta({
      description: `The ${MOST_CANDIDATES} first. They are ordered by the keys alone, and by name where those are equal; this decides nothing`,
    }),
    total: z.int(),
    given: z.array(z.object({ ...Received.omit({ item: true }).shape, winner: z.string().nullable() })).meta({
      description: 'The five latest awards of the item, at any track; `winner` is null for one without a name',
    }),
  })
  .meta({
    id: 'Candidates',
    examples: [
      {
        item,
        track: 'heroic',
        boss,
        policy: { wishesSeenBy: 'officers', order: [...DEFAULT_SORT_KEYS], weeks: 6, leastAttendance: 75 },
        orderedBy: [...DEFAULT_SORT_KEYS],
        pool: { id: '0199d3a0-0000-7000-8000-000000000041', name: 'Main raid', kind: 'epgp', decimals: 0 },
        candidates: [
          {
            place: 1,
            tied: false,
            raider: {
              id: '0199d3a0-0000-7000-8000-000000000004',
              name: 'Kessra',
              kind: 'member',
              hasAccount: true,
              notProven: false,
            },
            character: { name: 'Kessra', realm: 'Stormvale' },
            class: { id: 4, name: 'Rogue' },
            team: {
              ...{ id: '0199d3a0-0000-7000-8000-000000000005', name: 'First team', color: null },
              status: 'main',
            },
            wish: { rank: 1, track: 'heroic', comment: 'Last trinket I need.' },
            gain: {
              percent: 2.4,
              differs: true,
              itemLevel: 639,
              into: null,
              source: 'raidbots',
              link: 'https://www.raidbots.com/simbot/report/jk6WmLFEnBpEqWueDkyRqA',
              fightStyle: 'Patchwerk',
              spec: { id: 259, name: 'Assassination', role: 'melee' },
              character: 'Kessra',
              simulatedAt: at,
              readAt: at,
              stale: [],
            },
            points: { points: 1250, gp: 410, priority: 3.0488 },
            awards: 1,
            lastAwards: [
              {
                item: { id: 160_680, name: 'Girdle of Slag', quality: 'epic', slot: 'waist' },
                ...{ track: 'heroic', receivedAt: at, dayOnly: false },
              },
            ],
            attendance: { rate: 0.97, eventsCounted: 12, suffices: true },
            worn: [{ name: 'Whistle of the Foundry', itemLevel: 636 }],
            gearReadAt: at,
          },
        ],
        total: 1,
        given: [{ track: LOOT_TRACKS[2], receivedAt: at, dayOnly: false, winner: 'Emberlyn' }],
      },
    ],
  });
export type CandidatesView = z.infer<typeof CandidatesView>;

export const CandidateFormat = z.enum(['priority_loot', 'csv']).meta({
  id: 'CandidateFormat',
  description:
    '`priority_loot`: for the addon RCLootCouncil PriorityLoot, which knows heroic and mythic drops; `csv`: a table',
});
export type CandidateFormat = z.infer<typeof CandidateFormat>;

export const ExportCandidatesInput = z.object({
  id: OrganizationRef,
  as: CandidateFormat,
  teamId: OfTeam,
  ...InLocale,
});
export type ExportCandidatesInput = z.infer<typeof ExportCandidatesInput>;

export const ExportedCandidatesView = z
  .object({
    as: CandidateFormat,
    text: z.string(),
    items: z.int().meta({ description: 'The items with a candidate in the text, each once' }),
    leftOut: z
      .array(z.string())
      .meta({ description: 'Raiders of whom no character is known, by whom the addon would find no one' }),
  })
  .meta({
    id: 'ExportedCandidates',
    examples: [
      {
        as: 'priority_loot',
        text: 'eyJwcmlvcml0eSI6eyIxNjA2NzkiOnsiSCI6WyJLZXNzcmEtU3Rvcm12YWxlIl19fSwicGxheWVycyI6e319',
        items: 1,
        leftOut: [],
      },
    ],
  });
export type ExportedCandidatesView = z.infer<typeof ExportedCandidatesView>;
