/** Bringing in what a guild has in other tools: read, matched, decided about, applied, undone. */
import { z } from 'zod';
import { Snowflake } from './chat.ts';
import { EventRole, ParticipationStatus } from './event.ts';
import { LootTrack } from './loot-track.ts';
import { Pagination, pageInput } from './page.ts';
import {
  bodyInteger,
  Id,
  Instant,
  lineOfText,
  OrganizationRef,
  PersonRef,
  queryFlag,
  shownDefault,
} from './primitives.ts';
import { RaiderKind } from './raider.ts';

export const ImportSource = z
  .enum(['raid_helper', 'roster_notes', 'wowaudit', 'thats_my_bis', 'eqdkp', 'table', 'loot', 'points', 'reserves'])
  .meta({ id: 'ImportSource' });
export type ImportSource = z.infer<typeof ImportSource>;

export const ImportState = z
  .enum(['reading', 'preview', 'applying', 'applied', 'undoing', 'undone', 'failed'])
  .meta({ id: 'ImportState' });
export type ImportState = z.infer<typeof ImportState>;

export const ImportRowStatus = z.enum(['matched', 'ambiguous', 'unmatched', 'skipped']).meta({ id: 'ImportRowStatus' });
export type ImportRowStatus = z.infer<typeof ImportRowStatus>;

export const ImportMatchedBy = z
  .enum(['alias', 'discord', 'name_and_realm', 'name', 'part', 'prefix', 'no_diacritics', 'decision'])
  .meta({ id: 'ImportMatchedBy' });
export type ImportMatchedBy = z.infer<typeof ImportMatchedBy>;

/** Why a row writes nothing, or left something as it was. */
export const ImportRowReason = z
  .enum([
    'circle',
    'several_mains',
    'nothing_to_write',
    'no_event',
    'no_role',
    'already_there',
    'answered_already',
    'proved_by_a_person',
    'of_another_raider',
    'team_full',
    'changed_since',
    'no_time',
    'impossible_time',
    'later_line',
    'later_balance',
    'no_balance',
    'for_many',
    'of_main',
  ])
  .meta({ id: 'ImportRowReason' });
export type ImportRowReason = z.infer<typeof ImportRowReason>;

const Column = (description: string) => bodyInteger({ min: 0, max: 99, description }).optional();

/** For `table`: which column, counted from 0, holds what. */
export const ImportColumns = z
  .strictObject({
    name: bodyInteger({ min: 0, max: 99, description: 'Name of the character, with or without `-Realm`' }),
    realm: Column('Realm'),
    className: Column('Class, in English'),
    role: Column('Role'),
    main: Column('Main of the family'),
    note: Column('Public note, which may name the main'),
    answer: Column('Answer to the event: yes, no, maybe or bench'),
  })
  .meta({ id: 'ImportColumns' });
export type ImportColumns = z.infer<typeof ImportColumns>;

export const MAX_IMPORT_TEXT = 200_000;
/** Events of Raid-Helper that one import reads. */
const MAX_IMPORT_LINKS = 100;

const links = z.array(lineOfText(300)).min(1).max(MAX_IMPORT_LINKS);

const OF_POINTS = { message: 'is needed for points, and for nothing else', path: ['poolId'] };

export const StartImportInput = z
  .strictObject({
    id: OrganizationRef,
    source: ImportSource,
    text: z
      .string()
      .min(1)
      .max(MAX_IMPORT_TEXT)
      .optional()
      .meta({
        description: 'The text as copied from the other tool. Longer texts are sent as a file',
        examples: ['Brackwyn;Aldertide'],
      }),
    link: lineOfText(300)
      .optional()
      .meta({
        description: 'For `raid_helper`: the link of an event',
        examples: ['https://raid-helper.dev/event/14000000000000000'],
      }),
    links: links.optional().meta({
      description: 'For `raid_helper`: links of several events, which a job reads at the pace that the tool allows',
      examples: [['https://raid-helper.dev/event/14000000000000000']],
    }),
    key: lineOfText(200)
      .optional()
      .meta({ description: 'For `wowaudit`: the key of the API. It is used for this request and kept nowhere' }),
    eventId: Id.optional().meta({
      description:
        'The event that answers or reserves belong to, which `reserves` need. Default: the event that begins at their time, or the only one of their day',
    }),
    newEvents: z.boolean().default(false).meta({
      description:
        'For `raid_helper`: whether to add an event for each evening that has none here. Needs canManageEvents as well',
    }),
    markPresent: z.boolean().default(false).meta({
      description:
        'With `newEvents`: whether those who signed up for an evening that is over are recorded as present. The source says only who meant to come',
    }),
    teamId: Id.optional().meta({
      description:
        'For `wowaudit`: the team whose roster takes over the ranks Main, Trial and Social. Needs canManageEvents as well, or to lead the team. For `loot`: the team whose nights these are',
    }),
    poolId: Id.optional().meta({ description: 'For `points`: the pool that takes over the balances, of EPGP or DKP' }),
    columns: ImportColumns.optional().meta({ description: 'For `table`' }),
    hasHeadings: z
      .boolean()
      .default(true)
      .meta({ description: 'For `table`: whether its first line names the columns' }),
    keepNotes: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether to keep public notes with the rows, for 30 days' }),
  })
  .refine(({ text, link, links, key }) => [text, link, links, key].filter((one) => one !== undefined).length === 1, {
    message: 'give one of text, link, links and key',
    path: ['text'],
  })
  .refine(({ source, links, newEvents }) => source === 'raid_helper' || (links === undefined && !newEvents), {
    message: 'belongs to raid_helper, as newEvents does',
    path: ['links'],
  })
  .refine(({ eventId, links, newEvents }) => eventId === undefined || (links === undefined && !newEvents), {
    message: 'is for the answers to one evening, without links and newEvents',
    path: ['eventId'],
  })
  .refine(({ newEvents, markPresent }) => newEvents || !markPresent, {
    message: 'belongs to newEvents',
    path: ['markPresent'],
  })
  .refine(({ source, teamId }) => source === 'wowaudit' || source === 'loot' || teamId === undefined, {
    message: 'belongs to wowaudit and loot',
    path: ['teamId'],
  })
  .refine(({ source, poolId }) => (source === 'points') === (poolId !== undefined), OF_POINTS)
  .refine(({ source, columns }) => (source === 'table') === (columns !== undefined), {
    message: 'is needed for a table, and for nothing else',
    path: ['columns'],
  })
  .refine(({ source, eventId }) => source !== 'reserves' || eventId !== undefined, {
    message: 'is needed for reserves',
    path: ['eventId'],
  });
export type StartImportInput = z.infer<typeof StartImportInput>;

export const RaidHelperEventsInput = z.strictObject({
  id: OrganizationRef,
  serverId: Snowflake.meta({
    description: 'The server of the chat platform, which need not be the one that is connected here',
    examples: ['420000000000000001'],
  }),
  key: lineOfText(200).meta({
    description:
      'The key of the server, which Raid-Helper shows with `/apikey`. It is used for this request and kept nowhere',
  }),
});
export type RaidHelperEventsInput = z.infer<typeof RaidHelperEventsInput>;

export const RaidHelperEventsView = z
  .object({
    events: z
      .array(
        z
          .object({
            link: z.string().meta({ description: 'For `links` of an import' }),
            title: z.string().nullable(),
            startsAt: Instant.nullable(),
            endsAt: Instant.nullable(),
            signUps: z.int().nullable().meta({ description: 'Answers there, as the tool counts them' }),
            seriesId: z.string().nullable().meta({ description: 'The same for the events of one series there' }),
            eventId: z.string().nullable().meta({ description: 'The event here that begins at its time' }),
          })
          .meta({ id: 'RaidHelperEvent' }),
      )
      .meta({ description: 'The latest first' }),
    complete: z.boolean().meta({ description: 'False if the server has more events than are listed' }),
  })
  .meta({
    id: 'RaidHelperEvents',
    examples: [
      {
        events: [
          {
            link: 'https://raid-helper.dev/event/14000000000000000',
            title: 'Wednesday raid',
            startsAt: '2026-11-18T19:00:00.000Z',
            endsAt: '2026-11-18T22:00:00.000Z',
            signUps: 24,
            seriesId: '1507069667041349763',
            eventId: null,
          },
        ],
        complete: true,
      },
    ],
  });
export type RaidHelperEventsView = z.infer<typeof RaidHelperEventsView>;

/** A file is the body, so the rest stands in the address. */
export const ImportFileAddress = z.object({
  id: OrganizationRef,
  source: ImportSource.meta({ description: 'The tool and format of the file' }),
  eventId: Id.optional().meta({ description: 'The event that answers belong to, as for a text' }),
  columns: z
    .string()
    .max(500)
    .transform((text, ctx) => {
      try {
        return JSON.parse(text);
      } catch {
        ctx.addIssue({ code: 'custom', message: 'is no JSON' });
        return z.NEVER;
      }
    })
    .pipe(ImportColumns)
    .optional()
    .meta({
      override: {
        type: 'string',
        maxLength: 500,
        description: 'For `table`: the columns as JSON, as for a text',
        examples: ['{"name":0,"main":2}'],
      },
    }),
  hasHeadings: shownDefault(queryFlag('For `table`: whether its first line names the columns'), true),
  keepNotes: shownDefault(queryFlag('Whether to keep public notes with the rows, for 30 days'), false),
  newEvents: shownDefault(queryFlag('For `raid_helper`: whether to add an event, as for a text'), false),
  markPresent: shownDefault(queryFlag('With `newEvents`: whether to record those who signed up as present'), false),
  teamId: Id.optional().meta({ description: 'For `wowaudit` and `loot`: a team, as for a text' }),
  poolId: Id.optional().meta({ description: 'For `points`: the pool, as for a text' }),
});
export const StartImportFileInput = ImportFileAddress.refine(
  ({ source, columns }) => (source === 'table') === (columns !== undefined),
  {
    message: 'is needed for a table, and for nothing else',
    path: ['columns'],
  },
)
  .refine(({ source, poolId }) => (source === 'points') === (poolId !== undefined), OF_POINTS)
  .refine(({ source, newEvents }) => source === 'raid_helper' || !newEvents, {
    message: 'belongs to raid_helper',
    path: ['newEvents'],
  })
  .refine(({ newEvents, markPresent }) => newEvents || !markPresent, {
    message: 'belongs to newEvents',
    path: ['markPresent'],
  })
  .refine(({ source, teamId }) => source === 'wowaudit' || source === 'loot' || teamId === undefined, {
    message: 'belongs to wowaudit and loot',
    path: ['teamId'],
  })
  .refine(({ source, eventId }) => source !== 'reserves' || eventId !== undefined, {
    message: 'is needed for reserves',
    path: ['eventId'],
  });

export const ImportInput = z.object({ id: OrganizationRef, importId: Id });
export type ImportInput = z.infer<typeof ImportInput>;
/** The same for a body. */
export const ImportActionInput = z.strictObject(ImportInput.shape);

const Counts = z
  .object({ matched: z.int(), ambiguous: z.int(), unmatched: z.int(), skipped: z.int() })
  .meta({ id: 'ImportCounts', description: 'Rows by status' });

const RUN = {
  id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
  source: 'roster_notes',
  state: 'preview',
  counts: { matched: 149, ambiguous: 3, unmatched: 4, skipped: 200 },
  names: { ambiguous: 3, unmatched: 4 },
  written: 0,
  kept: 0,
  startedBy: { id: '0199d3a0-0000-7000-8000-000000000002', displayName: 'Ysolde' },
  createdAt: '2026-11-20T20:00:00.000Z',
  appliedAt: null,
  undoneAt: null,
  earlier: null,
  events: null,
  evenings: { found: 0, missing: 0 },
  newEvents: 0,
  eventId: null,
  poolId: null,
} as const;

export const ImportView = z
  .object({
    id: z.string(),
    source: ImportSource,
    state: ImportState,
    counts: Counts,
    names: z.object({ ambiguous: z.int(), unmatched: z.int() }).meta({
      id: 'ImportNames',
      description: 'Names that wait for a decision: one may have several rows. 0 while it is read',
    }),
    written: z.int().meta({ description: 'Rows that wrote something' }),
    kept: z
      .int()
      .meta({ description: 'Rows whose writing stayed when the run was undone, because it was changed since' }),
    startedBy: PersonRef.nullable(),
    createdAt: Instant,
    appliedAt: Instant.nullable(),
    undoneAt: Instant.nullable(),
    earlier: z.object({ id: z.string(), appliedAt: Instant }).nullable().meta({
      description: 'The last run that brought in the same: this one will write nothing that is there already',
    }),
    events: z
      .object({
        asked: z.int(),
        read: z.int(),
        missing: z.int().meta({ description: 'Events that the tool has no more, or that cannot be read' }),
      })
      .nullable()
      .meta({ description: 'The events that `links` named; null for other imports' }),
    evenings: z
      .object({
        found: z.int().meta({ description: 'Evenings of its answers that have an event here' }),
        missing: z.int().meta({ description: 'Evenings without one, whose answers are skipped' }),
      })
      .meta({ id: 'ImportEvenings' }),
    newEvents: z.int().meta({ description: 'Events that the import adds, or has added' }),
    eventId: z.string().nullable().meta({
      description: 'The event that it was started for, or the only one that its answers are of; null without one',
    }),
    poolId: z.string().nullable().meta({ description: 'The pool of points that it was started for' }),
  })
  .meta({ id: 'Import', examples: [RUN] });
export type ImportView = z.infer<typeof ImportView>;

export const ImportsInput = z.object({ id: OrganizationRef, ...pageInput });
export type ImportsInput = z.infer<typeof ImportsInput>;
export const ImportsView = z.object({ imports: z.array(ImportView), pagination: Pagination }).meta({ id: 'Imports' });
export type ImportsView = z.infer<typeof ImportsView>;

const Target = z
  .string()
  .max(60)
  .regex(
    /^(raider|member|character):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    'must be `raider:`, `member:` or `character:` and a UUID',
  )
  .meta({
    description: 'A raider, a member who has not appeared as one, or a character of the roster',
    examples: ['raider:0199d3a0-0000-7000-8000-000000000003'],
  });

const ImportPerson = z
  .object({
    target: z.string(),
    name: z.string().nullable().meta({ description: 'Null for a person who is gone' }),
    classId: z.int().nullable().meta({ description: 'Of the character, or of the main' }),
    by: ImportMatchedBy,
  })
  .meta({ id: 'ImportPerson' });

export const ImportRowView = z
  .object({
    id: z.string(),
    line: z.int(),
    status: ImportRowStatus,
    decided: z.boolean().meta({ description: 'Whether an officer decided' }),
    reason: ImportRowReason.nullable(),
    name: z.string().meta({ description: 'As the source writes it' }),
    realm: z.string().nullable(),
    main: z.string().nullable().meta({ description: 'The main that the source or its note names' }),
    note: z.string().nullable(),
    answer: z
      .object({
        eventId: z.string().nullable(),
        evening: z
          .object({ title: z.string().nullable(), startsAt: Instant.nullable() })
          .meta({ description: 'As the source names it' }),
        status: ParticipationStatus,
        role: EventRole.nullable(),
        column: z
          .string()
          .nullable()
          .meta({ description: 'The words of the source for a role that has to be decided' }),
      })
      .nullable(),
    award: z
      .object({
        itemId: z.int(),
        itemName: z.string().nullable(),
        track: LootTrack.nullable(),
        receivedAt: Instant.nullable().meta({ description: 'Null for a time that cannot be' }),
        dayOnly: z.boolean(),
        response: z.string(),
      })
      .nullable()
      .meta({ description: 'The award, for `loot`' }),
    balance: z
      .object({
        points: z
          .number()
          .nullable()
          .meta({ description: 'EP, or points, as the tool counts; null if it does not say' }),
        gp: z.number().nullable(),
        at: Instant.nullable().meta({ description: 'When it was so; null if the tool does not say' }),
      })
      .nullable()
      .meta({ description: 'The balance, for `points`' }),
    reserve: z
      .object({
        itemId: z.int(),
        itemName: z.string().nullable(),
        count: z.int(),
        plus: z.int(),
        reservedAt: Instant.nullable().meta({ description: 'Null where the tool names no time zone' }),
      })
      .nullable()
      .meta({ description: 'The reserve, for `reserves`' }),
    person: ImportPerson.nullable().meta({ description: 'The raider that the row is of' }),
    guest: z.boolean().meta({ description: 'Whether the row adds a guest' }),
    proposals: z.array(ImportPerson),
    written: z.boolean(),
    lines: z.int().meta({ description: 'With `byName`, how many rows of this status have the name; otherwise 1' }),
    nights: z
      .object({ first: Instant, last: Instant })
      .nullable()
      .meta({ description: 'The first and the last evening of these rows, as far as the source says' }),
  })
  .meta({
    id: 'ImportRow',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        line: 7,
        status: 'ambiguous',
        decided: false,
        reason: null,
        name: 'Oakh',
        realm: null,
        main: null,
        note: null,
        answer: {
          eventId: '0199d3a0-0000-7000-8000-000000000001',
          evening: { title: 'Wednesday raid', startsAt: '2026-11-18T19:00:00.000Z' },
          status: 'signed_up',
          role: 'melee',
          column: null,
        },
        award: null,
        balance: null,
        reserve: null,
        person: null,
        guest: false,
        proposals: [
          { target: 'raider:0199d3a0-0000-7000-8000-000000000003', name: 'Oakhelm', classId: 2, by: 'prefix' },
          { target: 'character:0199d3a0-0000-7000-8000-000000000004', name: 'Oakhild', classId: 11, by: 'prefix' },
        ],
        written: false,
        lines: 1,
        nights: { first: '2026-11-18T19:00:00.000Z', last: '2026-11-18T19:00:00.000Z' },
      },
    ],
  });
export type ImportRowView = z.infer<typeof ImportRowView>;

export const ImportRowsInput = ImportInput.extend({
  status: ImportRowStatus.meta({ description: 'Only rows of this status' }).optional(),
  byName: shownDefault(
    queryFlag(
      'Whether to list the first row of each name and status, and how many there are, because a decision is about a name',
    ),
    false,
  ),
  ...pageInput,
});
export type ImportRowsInput = z.infer<typeof ImportRowsInput>;
export const ImportRowsView = z
  .object({ rows: z.array(ImportRowView), pagination: Pagination })
  .meta({ id: 'ImportRows' });
export type ImportRowsView = z.infer<typeof ImportRowsView>;

export const DecideImportRowsInput = z
  .strictObject({
    id: OrganizationRef,
    importId: Id,
    rowIds: z.array(Id).min(1).max(500),
    decision: z.enum(['first', 'target', 'guest', 'skip', 'role']).meta({
      description:
        'Take the first proposal, the person in `target`, add a guest, skip, or only say the `role` of an answer',
    }),
    target: Target.optional(),
    role: EventRole.optional(),
    alike: z.boolean().default(false).meta({
      description:
        'Also about the other rows of the import that are alike: of the same name and status, or for a role with the same words for it',
    }),
  })
  .refine(({ decision, target }) => (decision === 'target') === (target !== undefined), {
    message: 'belongs to the decision "target"',
    path: ['target'],
  })
  .refine(({ decision, role }) => (decision === 'role') === (role !== undefined), {
    message: 'belongs to the decision "role"',
    path: ['role'],
  });
export type DecideImportRowsInput = z.infer<typeof DecideImportRowsInput>;

/** Why two raiders may be one person, the surest first. */
export const SamePersonBecause = z
  .enum(['import', 'alias', 'note', 'name', 'part', 'no_diacritics', 'prefix'])
  .meta({ id: 'SamePersonBecause' });
export type SamePersonBecause = z.infer<typeof SamePersonBecause>;

const MayBeSame = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: RaiderKind,
    hasAccount: z.boolean(),
    main: z.object({ name: z.string(), classId: z.int().nullable() }).nullable(),
  })
  .meta({ id: 'RaiderWhoMayBeSame' });

export const SamePeopleInput = z.object({ id: OrganizationRef });
export type SamePeopleInput = z.infer<typeof SamePeopleInput>;
export const SamePeopleView = z
  .object({
    proposals: z
      .array(
        z
          .object({
            raider: MayBeSame.meta({ description: 'Would take in the other' }),
            other: MayBeSame,
            because: z.array(SamePersonBecause),
          })
          .meta({ id: 'SamePersonProposal' }),
      )
      .meta({ description: 'The surest 50' }),
    total: z.int(),
  })
  .meta({
    id: 'SamePeople',
    examples: [
      {
        proposals: [
          {
            raider: {
              id: '0199d3a0-0000-7000-8000-000000000003',
              name: 'Ines',
              kind: 'member',
              hasAccount: true,
              main: { name: 'Bronwen', classId: 2 },
            },
            other: {
              id: '0199d3a0-0000-7000-8000-000000000004',
              name: 'Brona',
              kind: 'guest',
              hasAccount: false,
              main: null,
            },
            because: ['note'],
          },
        ],
        total: 1,
      },
    ],
  });
export type SamePeopleView = z.infer<typeof SamePeopleView>;

export const DismissSamePersonInput = z.strictObject({
  id: OrganizationRef,
  raiderIds: z
    .array(Id)
    .length(2)
    .refine(([one, other]) => one !== other, 'must name two raiders')
    .meta({
      description: 'Two raiders who are two people',
      examples: [['0199d3a0-0000-7000-8000-000000000003', '0199d3a0-0000-7000-8000-000000000004']],
    }),
});
export type DismissSamePersonInput = z.infer<typeof DismissSamePersonInput>;
