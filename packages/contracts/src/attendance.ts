/** Attendance: how reliably people come, per person and over time, and the policy it is counted by. */
import { z } from 'zod';
import { Attendance, EventType, ParticipationStatus } from './event.ts';
import { DayOrInstant } from './local-time.ts';
import { NamedRank, NamedRef } from './organization.ts';
import { Id, InLocale, Instant, OrganizationRef, PersonRef } from './primitives.ts';
import { RaiderRef } from './raider.ts';

const Since = DayOrInstant.meta({
  override: { type: 'string', maxLength: 40, examples: ['2026-09-01'] },
});

const OnlyTeam = Id.meta({
  description: 'Only events of this team. It expects the raiders who belonged to it then, and others who answered',
}).optional();

const OnlyType = EventType.meta({ description: 'Only events of this kind' }).optional();

export const AttendanceStatsInput = z.object({
  id: OrganizationRef,
  since: Since.meta({
    description:
      'Day in the time zone of the guild, or instant; within the last ten years. Default: from the beginning',
  }).optional(),
  eventType: OnlyType,
  teamId: OnlyTeam,
  explain: Id.meta({ description: 'Only this member, with the events behind the numbers' }).optional(),
  ...InLocale,
});
export type AttendanceStatsInput = z.infer<typeof AttendanceStatsInput>;

/**
 * The outcome of an event for one person. The first five count towards the rate, `declined` only if the policy says so.
 */
export const AttendanceOutcome = z
  .enum([
    'present',
    'late',
    'benched',
    'no_show',
    'missed',
    'excused',
    'absent',
    'removed',
    'declined',
    'not_a_member',
    'does_not_count',
    'not_completed',
  ])
  .meta({ id: 'AttendanceOutcome' });
export type AttendanceOutcome = z.infer<typeof AttendanceOutcome>;

const rate = z.number().nullable().meta({ description: '0 to 1; null while nothing counts' });

export const AttendanceRow = z
  .object({
    eventId: z.string(),
    title: z.string(),
    type: EventType,
    startsAt: Instant,
    outcome: AttendanceOutcome,
    counted: z.boolean().meta({ description: 'Whether it counts towards the rate' }),
    weight: z.number().nullable().meta({ description: 'Its share in the rate, 0 to 1; null if not counted' }),
    why: z.string(),
    status: ParticipationStatus.nullable().meta({ description: 'The person’s answer' }),
    statusSince: Instant.nullable(),
    attendance: Attendance.nullable().meta({ description: 'Recorded attendance' }),
    policyVersion: z.int(),
  })
  .meta({ id: 'AttendanceRow' });
export type AttendanceRow = z.infer<typeof AttendanceRow>;

const AttendingMain = z.object({ id: z.string(), name: z.string(), class: NamedRef }).meta({ id: 'AttendingMain' });

export const MemberAttendance = z
  .object({
    user: PersonRef.nullable().meta({ description: 'Null for a raider without an account' }),
    raider: RaiderRef.nullable().meta({
      description:
        'Null for a member who has not answered yet. Without an account, only events that the raider answered or was recorded at count',
    }),
    mainCharacter: AttendingMain.nullable().meta({
      description:
        'The character with which the person took part most often; else their main, or their highest-level character in the guild',
    }),
    eventsCounted: z.int().meta({ description: 'Present, late, benched, no-show and missed together' }),
    present: z.int(),
    late: z.int(),
    benched: z.int().meta({ description: 'Includes people who were waitlisted to the end' }),
    excused: z.int().meta({ description: 'Excused, away, or removed by an officer: not counted' }),
    declined: z.int().meta({ description: 'Declined in time: not counted unless the policy says so' }),
    noShow: z.int(),
    missed: z.int().meta({ description: 'Counted but absent: without an answer, or with one that came too late' }),
    rate,
    streak: z.int().meta({ description: 'Consecutive events, up to the latest, without a counted miss' }),
    lastAttendedAt: Instant.nullable(),
    tooLittleData: z.boolean().meta({ description: 'Whether there are too few events for a reliable rate' }),
    rows: z.array(AttendanceRow).optional().meta({ description: 'With `explain`: latest first, at most 1,000' }),
  })
  .meta({
    id: 'MemberAttendance',
    examples: [
      {
        user: { id: '0199d3a0-0000-7000-8000-000000000002', displayName: 'Ysolde' },
        raider: {
          id: '0199d3a0-0000-7000-8000-000000000004',
          name: 'Ysolde',
          kind: 'member',
          hasAccount: true,
          notProven: false,
        },
        mainCharacter: {
          id: '0199d3a0-0000-7000-8000-000000000003',
          name: 'Brynhild',
          class: { id: 1, name: 'Warrior' },
        },
        eventsCounted: 10,
        present: 7,
        late: 1,
        benched: 1,
        excused: 2,
        declined: 1,
        noShow: 0,
        missed: 1,
        rate: 0.9,
        streak: 4,
        lastAttendedAt: '2026-11-18T19:00:00.000Z',
        tooLittleData: false,
      },
    ],
  });
export type MemberAttendance = z.infer<typeof MemberAttendance>;

export const AttendanceStatsView = z.array(MemberAttendance);

export const AttendanceMatrixInput = AttendanceStatsInput.omit({ explain: true });
export type AttendanceMatrixInput = z.infer<typeof AttendanceMatrixInput>;

export const AttendanceMatrixView = z
  .object({
    events: z
      .array(z.object({ id: z.string(), title: z.string(), type: EventType, startsAt: Instant }))
      .meta({ description: 'Completed events that count, the oldest first: the latest 500' }),
    members: z.array(
      MemberAttendance.omit({ rows: true }).extend({
        rank: NamedRank.nullable().meta({
          description: 'The highest of their characters in a guild of the game; else null',
        }),
        outcomes: z.string().meta({
          description:
            'A letter for each event, in their order: **P**resent, **L**ate, **B**enched, **N**o show, **M**issed, **E**xcused, **A**way, **R**emoved, **D**eclined, `-` no member yet',
        }),
      }),
    ),
  })
  .meta({
    id: 'AttendanceMatrix',
    examples: [
      {
        events: [
          {
            id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
            title: 'Cinderspire Citadel',
            type: 'raid',
            startsAt: '2026-11-11T19:00:00.000Z',
          },
          {
            id: '0199d3a0-7f3e-7c41-9a52-1f0c2b8d4e6f',
            title: 'Cinderspire Citadel',
            type: 'raid',
            startsAt: '2026-11-18T19:00:00.000Z',
          },
        ],
        members: [
          {
            user: { id: '0199d3a0-0000-7000-8000-000000000002', displayName: 'Ysolde' },
            raider: {
              id: '0199d3a0-0000-7000-8000-000000000004',
              name: 'Ysolde',
              kind: 'member',
              hasAccount: true,
              notProven: false,
            },
            mainCharacter: {
              id: '0199d3a0-0000-7000-8000-000000000003',
              name: 'Brynhild',
              class: { id: 1, name: 'Warrior' },
            },
            eventsCounted: 2,
            present: 1,
            late: 1,
            benched: 0,
            excused: 0,
            declined: 0,
            noShow: 0,
            missed: 0,
            rate: 1,
            streak: 2,
            lastAttendedAt: '2026-11-18T19:00:00.000Z',
            tooLittleData: true,
            rank: { rank: 2, name: 'Keeper' },
            outcomes: 'PL',
          },
        ],
      },
    ],
  });
export type AttendanceMatrixView = z.infer<typeof AttendanceMatrixView>;

export const TrendBucket = z.enum(['week', 'month']).meta({ id: 'TrendBucket' });
export type TrendBucket = z.infer<typeof TrendBucket>;

export const AttendanceTrendsInput = z.object({
  id: OrganizationRef,
  since: Since.meta({
    description: 'Day in the time zone of the guild, or instant; within the last ten years. Default: 90 days ago',
  }).optional(),
  eventType: OnlyType,
  teamId: OnlyTeam,
  bucket: TrendBucket.default('week').meta({ description: 'Weeks begin on Monday, in the time zone of the guild' }),
});
export type AttendanceTrendsInput = z.infer<typeof AttendanceTrendsInput>;

export const AttendanceTrendsView = z
  .object({
    bucket: TrendBucket,
    since: Instant,
    timeZone: z.string(),
    buckets: z.array(
      z.object({
        start: Instant.meta({ description: 'Midnight in the time zone of the guild' }),
        startDate: z.string().meta({ format: 'date' }),
        events: z.int(),
        attendees: z.int().meta({ description: 'Number of distinct people who attended' }),
        attendances: z.int().meta({ description: 'Total attendances' }),
        counted: z.int().meta({ description: 'Total expected or actual attendances' }),
        averageRate: rate,
      }),
    ),
  })
  .meta({
    id: 'AttendanceTrends',
    examples: [
      {
        bucket: 'week',
        since: '2026-08-23T10:00:00.000Z',
        timeZone: 'Europe/Berlin',
        buckets: [
          {
            start: '2026-11-15T23:00:00.000Z',
            startDate: '2026-11-16',
            events: 2,
            attendees: 23,
            attendances: 41,
            counted: 48,
            averageRate: 0.8542,
          },
        ],
      },
    ],
  });
export type AttendanceTrendsView = z.infer<typeof AttendanceTrendsView>;

const Policy = z
  .object({
    version: z.int(),
    validFrom: Instant.nullable().meta({
      description: 'Applies to events that start from then on. Null means from the beginning',
    }),
    lateWeight: z.int().meta({ description: 'Credit in percent of presence' }),
    benchedWeight: z.int().meta({ description: 'Credit in percent of presence' }),
    countDeclined: z.boolean(),
    tooFewEvents: z.int(),
    changedBy: PersonRef.nullable(),
  })
  .meta({ id: 'AttendancePolicy' });

export const AttendancePolicyInput = z.object({ id: OrganizationRef });

export const AttendancePolicyView = z
  .object({
    current: Policy,
    versions: z.array(Policy).meta({ description: 'The latest first, at most 100' }),
  })
  .meta({ id: 'AttendancePolicies' });
export type AttendancePolicyView = z.infer<typeof AttendancePolicyView>;
