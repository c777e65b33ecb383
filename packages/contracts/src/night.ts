/** Raid nights as Warcraft Logs recorded them: where a guild's reports are, pulls, who was there, progress. */
import { z } from 'zod';
import { Attendance, ParticipationStatus } from './event.ts';
import { NamedRef } from './organization.ts';
import { bodyInteger, Id, InLocale, Instant, lineOfText, OrganizationRef } from './primitives.ts';
import { RaiderRef } from './raider.ts';
import { TeamRef } from './team.ts';

export const LogHost = z
  .enum(['www', 'classic', 'fresh'])
  .meta({ id: 'LogHost', description: 'The site of Warcraft Logs: retail, Classic, or its anniversary realms' });
export type LogHost = z.infer<typeof LogHost>;

const Tag = bodyInteger({ min: 1, max: 2_147_483_647, description: 'The number of a raid team there' });
const Percent = (description: string, example: number) => bodyInteger({ min: 1, max: 100, description, example });

const measures = {
  presentPercent: Percent('From this share of their pulls on a raider was present', 80),
  partPercent: Percent('Below this share nothing is proposed', 20),
  lateMinutes: bodyInteger({
    min: 1,
    max: 240,
    description: 'A raider whose first pull is later than this was late',
    example: 10,
  }),
  confirmsItself: z.boolean().meta({
    description:
      'Whether proposals are recorded 48 hours after the end without an officer; never that a raider did not show up',
  }),
};

export const LogSourceView = z
  .object({
    available: z.boolean().meta({ description: 'Whether this installation can read Warcraft Logs' }),
    source: z
      .object({
        host: LogHost,
        guildId: z.int(),
        guildName: z.string(),
        realm: z.string().nullable(),
        url: z.string().meta({ description: 'The page of the guild on Warcraft Logs' }),
        tags: z
          .array(z.object({ tagId: z.int(), name: z.string(), teamId: z.string().nullable() }))
          .meta({ description: 'Raid teams there, and the team here whose reports they are' }),
        presentPercent: z.int(),
        partPercent: z.int(),
        lateMinutes: z.int(),
        confirmsItself: z.boolean(),
        readAt: Instant.nullable().meta({ description: 'When the reports were last read' }),
        problem: z
          .enum(['guild_gone', 'unavailable'])
          .nullable()
          .meta({ description: 'Why the last reading failed; null if it did not' }),
      })
      .nullable()
      .meta({ description: 'Null while none is named' }),
  })
  .meta({
    id: 'LogSource',
    examples: [
      {
        available: true,
        source: {
          host: 'www',
          guildId: 500_100,
          guildName: 'The Emberforge',
          realm: 'Stormvale',
          url: 'https://www.warcraftlogs.com/guild/id/500100',
          tags: [{ tagId: 5_001_001, name: 'Main team', teamId: null }],
          presentPercent: 80,
          partPercent: 20,
          lateMinutes: 10,
          confirmsItself: false,
          readAt: null,
          problem: null,
        },
      },
    ],
  });
export type LogSourceView = z.infer<typeof LogSourceView>;

export const LogSourceInput = z.object({ id: OrganizationRef });

export const PutLogSourceInput = z
  .strictObject({
    id: OrganizationRef,
    link: lineOfText(300)
      .optional()
      .meta({
        description:
          'The page of the guild on Warcraft Logs. Default: the source that is named already, else the guild of the same name and realm',
        examples: ['https://www.warcraftlogs.com/guild/id/500100'],
      }),
    tags: z
      .array(z.strictObject({ tagId: Tag, teamId: Id.nullable() }))
      .max(20)
      .refine((tags) => new Set(tags.map(({ tagId }) => tagId)).size === tags.length, 'must not name a tag twice')
      .optional()
      .meta({ description: 'Which team the reports of a raid team there belong to' }),
    presentPercent: measures.presentPercent.optional(),
    partPercent: measures.partPercent.optional(),
    lateMinutes: measures.lateMinutes.optional(),
    confirmsItself: measures.confirmsItself.optional(),
  })
  .meta({ description: 'Fields that are left out stay as they are, or get their default: 80, 20, 10 and false' });
export type PutLogSourceInput = z.infer<typeof PutLogSourceInput>;

const LogReport = z
  .object({
    id: z.string(),
    title: z.string(),
    zone: z.string().nullable(),
    url: z.string().nullable().meta({
      description:
        'The report on Warcraft Logs. Null for an unlisted one, which only people who may edit the event open',
    }),
    unlisted: z.boolean(),
    startsAt: Instant,
    endsAt: Instant,
    readAt: Instant.nullable(),
    complete: z.boolean().meta({ description: 'False while it is being uploaded' }),
    attached: z.boolean().meta({ description: 'False for one that could belong to the event' }),
  })
  .meta({ id: 'LogReport' });

export const EventReportsInput = z.object({ id: Id });
export const EventReportsView = z
  .object({
    reports: z
      .array(LogReport)
      .meta({ description: 'Those of the event, then others of these days that belong to none' }),
  })
  .meta({
    id: 'EventReports',
    examples: [
      {
        reports: [
          {
            id: '0199d3a0-0000-7000-8000-000000000001',
            title: 'Raid of The Emberforge',
            zone: 'Cinderspire Citadel',
            url: 'https://www.warcraftlogs.com/reports/aBcDeFgHiJkLmNoP',
            unlisted: false,
            startsAt: '2026-11-22T19:00:00.000Z',
            endsAt: '2026-11-22T22:12:00.000Z',
            readAt: '2026-11-22T22:15:00.000Z',
            complete: true,
            attached: true,
          },
        ],
      },
    ],
  });
export type EventReportsView = z.infer<typeof EventReportsView>;

export const AttachReportInput = z.strictObject({
  id: Id,
  link: lineOfText(300).meta({
    description: 'The address of a report on Warcraft Logs, or its code. It may be unlisted',
    examples: ['https://www.warcraftlogs.com/reports/aBcDeFgHiJkLmNoP'],
  }),
  ofAnotherGuild: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether to take a report that another guild uploaded' }),
});
export type AttachReportInput = z.infer<typeof AttachReportInput>;

export const DetachReportInput = z.object({ id: Id });

const NightPull = z
  .object({
    encounterId: z.int().meta({ description: 'On Warcraft Logs' }),
    journalEncounterId: z.int().nullable(),
    name: z.string(),
    difficulty: z.int().meta({ description: 'As Warcraft Logs counts: 1 finder, 3 normal, 4 heroic, 5 mythic' }),
    size: z.int(),
    kill: z.boolean(),
    startsAt: Instant,
    seconds: z.int(),
    percent: z.number().nullable().meta({
      description: 'The share of the encounter that a wipe left; null for a kill, and where the log does not say',
    }),
    firstKill: z.boolean().meta({ description: 'The first kill of the team at this difficulty that a log shows' }),
    wipesBefore: z
      .int()
      .meta({ description: 'Wipes of the team at this boss and difficulty before this pull, that a log shows' }),
  })
  .meta({ id: 'NightPull' });
export type NightPull = z.infer<typeof NightPull>;

/** As a log writes it: whatever that is, it is only looked up. */
const FighterName = lineOfText(60).refine((name) => name.trim() !== '', 'must not be empty');
const FighterRealm = lineOfText(60);
const Fighter = z.object({ name: z.string(), realm: z.string() }).meta({ id: 'Fighter' });

const NightRaider = z
  .object({
    raider: RaiderRef.nullable().meta({ description: 'Null for a member or a character who never was a raider here' }),
    userId: z.string().nullable(),
    participationId: z.string().nullable(),
    rosterEntryId: z.string().nullable().meta({ description: 'Of a character who never was a raider here' }),
    name: z.string(),
    class: NamedRef.nullable(),
    specs: z
      .array(NamedRef)
      .meta({ description: 'Specializations of that class in which the log has them; none where it does not say' }),
    status: ParticipationStatus.nullable().meta({ description: 'The answer; null without one' }),
    away: z.boolean().meta({ description: 'Has an absence on that day' }),
    attendance: Attendance.nullable().meta({ description: 'As an officer recorded it; a proposal never replaces it' }),
    pulls: z.int(),
    base: z.int().meta({ description: 'Pulls that count for the raider' }),
    firstAt: Instant.nullable(),
    lastAt: Instant.nullable(),
    proposal: Attendance.nullable(),
    part: z.boolean().meta({ description: 'Whether `present` is proposed for a part of the night' }),
    decided: z
      .array(Fighter)
      .meta({ description: 'Their characters in the log that an officer matched; for people who manage the event' }),
  })
  .meta({ id: 'NightRaider' });
export type NightRaider = z.infer<typeof NightRaider>;

export const MatchFighterInput = z
  .strictObject({
    id: Id,
    name: FighterName.meta({ description: 'A character, as the log of the event writes it', examples: ['Ostrik'] }),
    realm: FighterRealm.meta({ description: 'As the log writes it; empty where it has none', examples: ['Thornwall'] }),
    raiderId: Id.optional().meta({ description: 'The raider whose character it is' }),
    userId: Id.optional().meta({ description: 'Instead: the member whose character it is' }),
    notOurs: z
      .literal(true)
      .optional()
      .meta({ description: 'Instead: it is of no raider here. With none of the three, the decision is forgotten' }),
  })
  .refine(
    ({ raiderId, userId, notOurs }) => [raiderId, userId, notOurs].filter((one) => one !== undefined).length <= 1,
    { message: 'give only one of raiderId, userId and notOurs', path: ['raiderId'] },
  );
export type MatchFighterInput = z.infer<typeof MatchFighterInput>;

export const NightInput = z.object({ id: Id, ...InLocale });
export type NightInput = z.infer<typeof NightInput>;

export const NightView = z
  .object({
    available: z.boolean().meta({ description: 'Whether this installation can read Warcraft Logs' }),
    named: z.boolean().meta({ description: 'Whether the organization has named its source' }),
    reports: z.array(LogReport),
    pulls: z.array(NightPull),
    people: z.int().meta({ description: 'How many characters fought' }),
    raiders: z.array(NightRaider).meta({
      description: 'Only the caller without canViewOfficerData, or the right to manage the event',
    }),
    unknown: z
      .array(
        Fighter.extend({
          className: z.string().nullable(),
          pulls: z.int(),
          firstAt: Instant,
          likely: z
            .array(z.object({ raiderId: z.string().nullable(), userId: z.string().nullable(), name: z.string() }))
            .meta({
              description:
                'Raiders and members whose characters have the same name on another realm, or a similar one, at most 10; for people who manage the event',
            }),
        }),
      )
      .meta({ description: 'Characters in the log that match no raider here, or several' }),
    strangers: z
      .array(Fighter)
      .meta({ description: 'Characters in the log of whom an officer said that they are of no raider here' }),
    proposals: z.int().meta({ description: 'How many raiders confirming would record' }),
    mayConfirm: z.boolean(),
    confirmsAt: Instant.nullable().meta({
      description: 'When proposals are recorded without an officer, but for no-shows; null where they are not',
    }),
  })
  .meta({
    id: 'Night',
    examples: [
      {
        available: true,
        named: true,
        reports: [],
        pulls: [
          {
            encounterId: 3009,
            journalEncounterId: 2639,
            name: 'Orrul',
            difficulty: 4,
            size: 20,
            kill: true,
            startsAt: '2026-11-22T19:04:00.000Z',
            seconds: 281,
            percent: null,
            firstKill: false,
            wipesBefore: 2,
          },
        ],
        people: 20,
        raiders: [],
        unknown: [],
        strangers: [],
        proposals: 0,
        mayConfirm: false,
        confirmsAt: null,
      },
    ],
  });
export type NightView = z.infer<typeof NightView>;

export const ProgressInput = z.object({
  id: OrganizationRef,
  teamId: Id.meta({ description: 'Only the nights of this team' }).optional(),
  ...InLocale,
});
export type ProgressInput = z.infer<typeof ProgressInput>;

export const ProgressView = z
  .object({
    bosses: z
      .array(
        z.object({
          encounterId: z.int(),
          journalEncounterId: z.int().nullable(),
          name: z.string(),
          difficulty: z.int(),
          team: TeamRef.nullable().meta({ description: 'Null for events of no team' }),
          firstKillAt: Instant.nullable(),
          wipes: z.int().meta({ description: 'Before the first kill, or until now' }),
          bestPercent: z.number().nullable().meta({ description: 'The least that a wipe left; null without one' }),
          pulls: z.int(),
          kills: z.int(),
          nights: z.int(),
        }),
      )
      .meta({ description: 'In the order in which they were first pulled' }),
    since: Instant.nullable().meta({ description: 'The first night that a log shows; earlier ones are unknown' }),
  })
  .meta({
    id: 'Progress',
    examples: [
      {
        bosses: [
          {
            encounterId: 3009,
            journalEncounterId: 2639,
            name: 'Orrul',
            difficulty: 4,
            team: null,
            firstKillAt: '2026-11-22T21:04:00.000Z',
            wipes: 22,
            bestPercent: 3,
            pulls: 23,
            kills: 1,
            nights: 4,
          },
        ],
        since: '2026-11-08T19:04:00.000Z',
      },
    ],
  });
export type ProgressView = z.infer<typeof ProgressView>;

const pastNights = {
  class: NamedRef.nullable(),
  there: z.int(),
  benched: z.int().meta({ description: 'Nights on which the platform has them on the bench' }),
  of: z.int().meta({ description: 'All nights since their first one' }),
  firstAt: Instant.nullable(),
  lastAt: Instant.nullable(),
};

export const PastAttendanceInput = z.object({ id: OrganizationRef, ...InLocale });
export type PastAttendanceInput = z.infer<typeof PastAttendanceInput>;

export const PastAttendanceView = z
  .object({
    url: z.string().nullable().meta({ description: 'The guild on Warcraft Logs; null while it is not named' }),
    readAt: Instant.nullable().meta({ description: 'When all was read; null until then' }),
    nights: z
      .int()
      .meta({ description: 'Evenings with a public report before the first event here, at most 200 reports' }),
    since: Instant.nullable(),
    until: Instant.nullable(),
    raiders: z
      .array(
        z.object({
          raider: RaiderRef.nullable().meta({
            description: 'Null for a member or a character who never was a raider here',
          }),
          userId: z.string().nullable(),
          name: z.string(),
          ...pastNights,
        }),
      )
      .meta({ description: 'By their names alone; only the caller without canViewOfficerData' }),
    unknown: z.array(
      z.object({
        name: z.string(),
        ambiguous: z.boolean().meta({ description: 'Whether several raiders have characters of this name' }),
        ...pastNights,
      }),
    ),
  })
  .meta({
    id: 'PastAttendance',
    examples: [
      {
        url: 'https://www.warcraftlogs.com/guild/id/500100',
        readAt: '2026-11-22T19:04:00.000Z',
        nights: 42,
        since: '2026-01-08T19:04:00.000Z',
        until: '2026-11-01T19:04:00.000Z',
        raiders: [
          {
            raider: {
              id: '0199d3a0-0000-7000-8000-000000000004',
              name: 'Ysolde',
              kind: 'member',
              hasAccount: true,
              notProven: false,
            },
            userId: '0199d3a0-0000-7000-8000-000000000002',
            name: 'Ysolde',
            class: { id: 1, name: 'Warrior' },
            there: 36,
            benched: 2,
            of: 40,
            firstAt: '2026-01-15T19:04:00.000Z',
            lastAt: '2026-11-01T19:04:00.000Z',
          },
        ],
        unknown: [],
      },
    ],
  });
export type PastAttendanceView = z.infer<typeof PastAttendanceView>;

export const ReadReportsView = z
  .object({ queued: z.boolean() })
  .meta({ id: 'ReportsQueued', examples: [{ queued: true }] });
