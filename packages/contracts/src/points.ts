/** Points for loot: pools by EPGP, DKP or zero-sum, and what was booked. Amounts are whole units of 10^-decimals. */
import { z } from 'zod';
import { ItemRef, MAX_ITEM_ID } from './item.ts';
import { LocalDate } from './local-time.ts';
import { typedName } from './name.ts';
import { Pagination, pageInput } from './page.ts';
import { MAX_POINTS, POINT_KINDS } from './point-price.ts';
import {
  bodyInteger,
  Id,
  InLocale,
  Instant,
  lineOfText,
  OrganizationRef,
  PersonRef,
  queryFlag,
  SearchText,
} from './primitives.ts';
import { RaiderRef } from './raider.ts';
import { TeamRef } from './team.ts';

export const PointKind = z.enum(POINT_KINDS).meta({
  id: 'PointKind',
  description:
    '`epgp`: effort and gear points, ordered by their ratio. `dkp`: points that are earned and spent. `zero_sum`: a buyer pays the others, so that all points together are 0',
});
export type PointKind = z.infer<typeof PointKind>;

export const PointEntryType = z.enum(['grant', 'charge', 'share', 'decay', 'opening', 'undo']).meta({
  id: 'PointEntryType',
  description:
    '`share` is what the others get of a price in a zero-sum pool, `opening` a balance that was brought in, `undo` a counter-entry',
});
export type PointEntryType = z.infer<typeof PointEntryType>;

export const MAX_POOLS = 50;
export const MAX_RAIDERS_BOOKED = 400;
export const MAX_PRICES = 1_000;

const PoolName = typedName(60).meta({ examples: ['Main raid'] });

const PoolDecimals = bodyInteger({ min: 0, max: 3, description: 'An amount is in units of 10^-decimals', example: 0 });
const BaseGp = bodyInteger({
  min: 1,
  max: MAX_POINTS,
  description: 'The GP that each raider has at least, in units',
  example: 100,
});
const MinEp = bodyInteger({
  min: 0,
  max: MAX_POINTS,
  description: 'The EP from which a raider has a priority, in units',
  example: 0,
});

const Percent = z
  .number()
  .min(0.01)
  .max(100)
  .refine((percent) => Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6, 'must have two decimals at most')
  .meta({ description: 'The part that is taken away, in percent, with two decimals at most', examples: [10] });

const Decay = z
  .object({
    percent: Percent,
    everyDays: bodyInteger({ min: 1, max: 366, description: 'The length of a period in days', example: 7 }),
    nextOn: LocalDate.meta({ description: 'The next day of decay, in the time zone of the guild' }),
    negatives: z.boolean().meta({ description: 'Whether amounts below 0 move towards 0 too' }),
  })
  .meta({ id: 'PointDecay' });

const AttendanceGate = z
  .object({
    raidsAWeek: bodyInteger({ min: 1, max: 7, description: 'Raids that make a whole week', example: 2 }),
    weeks: bodyInteger({ min: 1, max: 26, description: 'How many weeks back', example: 10 }),
  })
  .meta({ id: 'PointAttendance' });

const POOL_ID = '0199d3a0-0000-7000-8000-000000000041';
const POOL = {
  id: POOL_ID,
  organizationId: '0199d3a0-0000-7000-8000-000000000001',
  name: 'Main raid',
  kind: 'epgp' as const,
  team: null,
  decimals: 0,
  baseGp: 100,
  minEp: 0,
  decay: { percent: 10, everyDays: 7, nextOn: '2026-12-02', negatives: true },
  attendance: { raidsAWeek: 2, weeks: 10 },
  archived: false,
  mayManage: true,
  timeZone: 'Europe/Berlin',
};

export const PointPoolView = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    name: z.string(),
    kind: PointKind,
    team: TeamRef.nullable().meta({ description: 'Null for the whole organization' }),
    decimals: z.int(),
    baseGp: z.int().nullable().meta({ description: 'Null without GP' }),
    minEp: z.int().nullable().meta({ description: 'Null without GP' }),
    decay: Decay.nullable(),
    attendance: AttendanceGate.nullable().meta({ description: 'Null where attendance is not shown' }),
    archived: z.boolean(),
    mayManage: z.boolean().meta({ description: 'Whether the caller may book, undo and change the pool' }),
    timeZone: z.string().meta({ description: 'Of the organization: decay is by its days' }),
  })
  .meta({ id: 'PointPool', examples: [POOL] });
export type PointPoolView = z.infer<typeof PointPoolView>;

export const PointPoolsInput = z.object({
  id: OrganizationRef,
  archived: queryFlag('Also archived pools').optional(),
});
export type PointPoolsInput = z.infer<typeof PointPoolsInput>;

export const PointPoolsView = z
  .object({ pools: z.array(PointPoolView).meta({ description: `By name, ${MAX_POOLS} at most` }) })
  .meta({ id: 'PointPools', examples: [{ pools: [POOL] }] });
export type PointPoolsView = z.infer<typeof PointPoolsView>;

const changeable = {
  name: PoolName,
  baseGp: BaseGp,
  minEp: MinEp,
  decay: z.strictObject(Decay.shape).nullable().meta({ description: 'Null ends it. A zero-sum pool has none' }),
  attendance: z.strictObject(AttendanceGate.shape).nullable(),
};

export const CreatePointPoolInput = z.strictObject({
  id: OrganizationRef,
  name: changeable.name,
  kind: PointKind,
  teamId: Id.optional().meta({ description: 'The team whose pool it is. Default: the whole organization' }),
  decimals: PoolDecimals.optional(),
  baseGp: changeable.baseGp.optional(),
  minEp: changeable.minEp.optional(),
  decay: changeable.decay.optional(),
  attendance: changeable.attendance.optional(),
});
export type CreatePointPoolInput = z.infer<typeof CreatePointPoolInput>;

export const UpdatePointPoolInput = z.strictObject({
  id: Id,
  name: changeable.name.optional(),
  baseGp: changeable.baseGp.optional(),
  minEp: changeable.minEp.optional(),
  decay: changeable.decay.optional(),
  attendance: changeable.attendance.optional(),
  archived: z.boolean().optional(),
});
export type UpdatePointPoolInput = z.infer<typeof UpdatePointPoolInput>;

const Amount = z.int().meta({ description: 'In units of 10^-decimals' });

export const StandingView = z
  .object({
    place: z.int().nullable().meta({ description: 'From 1; the same for equal ones. Null below the minimum of EP' }),
    tied: z.boolean().meta({ description: 'Whether another raider has the same place' }),
    raider: RaiderRef,
    classId: z.int().nullable(),
    points: Amount.meta({ description: 'EP, or the points' }),
    gp: Amount.nullable().meta({ description: 'At least the base; null without GP' }),
    priority: z.number().nullable().meta({ description: 'EP divided by GP; null without GP and below the minimum' }),
    attendance: z
      .object({ percent: z.number(), raids: z.int(), weeks: z.int() })
      .nullable()
      .meta({ description: 'By recorded attendance alone. Null where none is recorded' }),
    bookedAt: Instant.nullable().meta({ description: 'The latest entry; null for a raider without one' }),
  })
  .meta({ id: 'Standing' });
export type StandingView = z.infer<typeof StandingView>;

export const StandingsInput = z.object({
  id: Id,
  ...pageInput,
  search: SearchText.meta({ description: 'Part of the name of a raider' }).optional(),
  former: queryFlag('Also former raiders').optional(),
});
export type StandingsInput = z.infer<typeof StandingsInput>;

export const StandingsView = z
  .object({
    pool: PointPoolView,
    standings: z.array(StandingView).meta({ description: 'By priority or points, the highest first' }),
    former: z.int().meta({ description: 'Former raiders with points' }),
    pagination: Pagination,
  })
  .meta({
    id: 'Standings',
    examples: [
      {
        pool: POOL,
        standings: [
          {
            place: 1,
            tied: false,
            raider: {
              id: '0199d3a0-0000-7000-8000-000000000004',
              name: 'Brynhild',
              kind: 'member',
              hasAccount: true,
              notProven: false,
            },
            classId: 1,
            points: 1250,
            gp: 410,
            priority: 3.05,
            attendance: { percent: 90, raids: 18, weeks: 10 },
            bookedAt: '2026-11-20T23:00:00.000Z',
          },
        ],
        former: 0,
        pagination: { page: 1, pageSize: 50, total: 1, totalPages: 1 },
      },
    ],
  });
export type StandingsView = z.infer<typeof StandingsView>;

const ENTRY = {
  id: '0199d3a0-0000-7000-8000-000000000042',
  bookingId: '0199d3a0-0000-7000-8000-000000000043',
  type: 'grant' as const,
  raider: {
    id: '0199d3a0-0000-7000-8000-000000000004',
    name: 'Brynhild',
    kind: 'member' as const,
    hasAccount: true,
    notProven: false,
  },
  points: 10,
  gp: 0,
  after: null,
  reason: 'Regent Ismere',
  by: { id: '0199d3a0-0000-7000-8000-000000000002', displayName: 'Kessa' },
  at: '2026-11-20T21:14:00.000Z',
  award: null,
  event: null,
  undoes: null,
  undoneBy: null,
};

export const PointEntryView = z
  .object({
    id: z.string(),
    bookingId: z.string().meta({ description: 'The same for all entries of one booking' }),
    type: PointEntryType,
    raider: RaiderRef.nullable().meta({ description: 'Null for a raider who was removed' }),
    points: Amount,
    gp: Amount,
    after: z
      .object({ points: Amount, gp: Amount.nullable() })
      .nullable()
      .meta({ description: 'The sum of the raider then; null unless one raider is asked for' }),
    reason: z.string().nullable().meta({ description: 'Null after an erasure' }),
    by: PersonRef.nullable().meta({ description: 'Null for the service, and for an erased person' }),
    at: Instant,
    award: z.object({ id: z.string(), itemId: z.int(), itemName: z.string().nullable() }).nullable(),
    event: z.object({ id: z.string(), title: z.string() }).nullable(),
    undoes: z.string().nullable().meta({ description: 'The entry that this one takes back' }),
    undoneBy: z.string().nullable().meta({ description: 'The entry that takes this one back' }),
  })
  .meta({ id: 'PointEntry' });
export type PointEntryView = z.infer<typeof PointEntryView>;

export const PointEntriesInput = z.object({
  id: Id,
  ...pageInput,
  raiderId: Id.meta({ description: 'Only entries of this raider, with what they had after each' }).optional(),
});
export type PointEntriesInput = z.infer<typeof PointEntriesInput>;

export const PointEntriesView = z
  .object({ entries: z.array(PointEntryView).meta({ description: 'The latest first' }), pagination: Pagination })
  .meta({
    id: 'PointEntries',
    examples: [{ entries: [ENTRY], pagination: { page: 1, pageSize: 50, total: 1, totalPages: 1 } }],
  });
export type PointEntriesView = z.infer<typeof PointEntriesView>;

const Signed = (description: string) => bodyInteger({ min: -MAX_POINTS, max: MAX_POINTS, description, example: 10 });

const charge = z.strictObject({
  price: bodyInteger({ min: 1, max: MAX_POINTS, description: 'In units', example: 100 }),
  raiderId: Id.optional().meta({ description: 'The buyer. Default: the winner of the award' }),
  awardId: Id.optional().meta({ description: 'The award that is paid for, once in a pool' }),
});

export const BookPointsInput = z
  .strictObject({
    id: Id,
    reason: lineOfText(200)
      .transform((text) => text.trim())
      .refine((text) => text.length > 0, 'must not be empty')
      .meta({ override: { type: 'string', minLength: 1, maxLength: 200, examples: ['Regent Ismere'] } }),
    points: Signed('EP, or points, that each raider gets; below 0 they lose them').optional(),
    gp: Signed('GP that each raider gets, in a pool with GP; below 0 they lose them, to the base at most').optional(),
    charge: charge
      .optional()
      .meta({ description: 'Instead of points: one raider pays. In a zero-sum pool the others get what was paid' }),
    eventId: Id.optional().meta({ description: 'For all who were present at this event, late or on the bench too' }),
    teamId: Id.optional().meta({ description: 'For all members of this team' }),
    raiderIds: z.array(Id).min(1).max(MAX_RAIDERS_BOOKED).optional().meta({ description: 'For these raiders' }),
  })
  .refine(
    ({ charge: paid, points, gp }) => (paid === undefined) === (points !== undefined || gp !== undefined),
    'needs points or gp, or else a charge',
  )
  .refine(
    ({ points = 0, gp = 0, charge: paid }) => paid !== undefined || points !== 0 || gp !== 0,
    'must change something',
  )
  .refine(({ charge: paid, eventId, teamId, raiderIds }) => {
    const named = [eventId, teamId, raiderIds].filter((one) => one !== undefined).length;
    return named === 1 || (paid !== undefined && named === 0);
  }, 'needs an event, a team or raiders, and one of them only')
  .refine(
    ({ charge: paid }) => paid === undefined || paid.raiderId !== undefined || paid.awardId !== undefined,
    'needs the raider who pays, or the award',
  );
export type BookPointsInput = z.infer<typeof BookPointsInput>;

export const BookedView = z
  .object({ bookingId: z.string(), raiders: z.int().meta({ description: 'How many raiders have an entry by this' }) })
  .meta({ id: 'Booked', examples: [{ bookingId: ENTRY.bookingId, raiders: 25 }] });
export type BookedView = z.infer<typeof BookedView>;

export const UndoPointsInput = z.strictObject({
  id: Id,
  whole: z
    .boolean()
    .optional()
    .meta({ description: 'All entries of the booking. In a zero-sum pool that is always so, because the sum stays 0' }),
});
export type UndoPointsInput = z.infer<typeof UndoPointsInput>;

export const DecayPointsInput = z.strictObject({
  id: Id,
  percent: Percent.optional().meta({ description: 'Default: that of the pool' }),
});
export type DecayPointsInput = z.infer<typeof DecayPointsInput>;

export const PointPricesInput = z.object({ id: Id, ...InLocale });
export type PointPricesInput = z.infer<typeof PointPricesInput>;

export const PointPricesView = z
  .object({
    prices: z
      .array(z.object({ item: ItemRef, price: Amount }))
      .meta({ description: 'Prices by hand. Others follow the formula that the addons share' }),
  })
  .meta({
    id: 'PointPrices',
    examples: [
      {
        prices: [
          { item: { id: 87156, name: 'Legguards of Resounding Rings', quality: 'epic', slot: 'legs' }, price: 400 },
        ],
      },
    ],
  });
export type PointPricesView = z.infer<typeof PointPricesView>;

export const PutPointPricesInput = z.strictObject({
  id: Id,
  prices: z
    .array(
      z.strictObject({
        itemId: bodyInteger({ min: 1, max: MAX_ITEM_ID, description: 'Id of an item', example: 87156 }),
        price: bodyInteger({ min: 0, max: MAX_POINTS, description: 'In units', example: 400 }),
      }),
    )
    .max(MAX_PRICES)
    .refine(
      (prices) => new Set(prices.map(({ itemId }) => itemId)).size === prices.length,
      'must not price an item twice',
    ),
});
export type PutPointPricesInput = z.infer<typeof PutPointPricesInput>;
