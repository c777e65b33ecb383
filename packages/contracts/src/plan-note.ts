/** Notes of a plan: what addons of the game read, carried as they are, and shown to each raider as their own jobs. */
import { z } from 'zod';
import { BossRef } from './boss-ref.ts';
import { EventRole } from './event.ts';
import { bodyInteger, Id, InLocale, Instant, PersonRef } from './primitives.ts';

export const MAX_NOTE_BYTES = 16_384;

/** The owner of a note: one event, or a team and so each of its events that has none of its own. */
export const PlanNoteOwner = z.enum(['event', 'team']).meta({ id: 'PlanNoteOwner' });
export type PlanNoteOwner = z.infer<typeof PlanNoteOwner>;

const utf8Length = (text: string) => new TextEncoder().encode(text).length;

/** Every byte stays, except those that no addon reads and a terminal may obey. */
const NoteText = z
  .string()
  .max(MAX_NOTE_BYTES)
  .refine((text) => text.isWellFormed(), 'must not contain half of a character (an unpaired surrogate)')
  .transform((text) => text.replaceAll(/(?!\n)\p{Cc}/gu, ''))
  .refine((text) => utf8Length(text) <= MAX_NOTE_BYTES, `must have at most ${MAX_NOTE_BYTES} bytes`)
  .meta({
    description:
      'As the addon takes it, with at most 16,384 bytes of UTF-8. Control characters other than line feeds are removed; an empty text removes the note',
    override: { type: 'string', maxLength: MAX_NOTE_BYTES, examples: ['time:18;tag:Brynhild;text:Shield Wall;'] },
  });

export const PlanNoteInput = z.object({ id: Id, encounterId: BossRef });
export type PlanNoteInput = z.infer<typeof PlanNoteInput>;

export const SavePlanNoteInput = z.strictObject({
  id: Id,
  encounterId: BossRef,
  version: bodyInteger({
    min: 0,
    max: 1_000_000_000,
    description: 'The version that was read, 0 if there was none: the change is refused if there is a newer one',
    example: 3,
  }),
  of: PlanNoteOwner.default('event').meta({
    description: 'The note to save: that of this event, or that of its team, for all its events without their own',
  }),
  text: NoteText,
});
export type SavePlanNoteInput = z.infer<typeof SavePlanNoteInput>;

/** How the lines of a note are written. */
export const PlanNoteFormat = z.enum(['nsrt', 'mrt', 'text']).meta({ id: 'PlanNoteFormat' });
export type PlanNoteFormat = z.infer<typeof PlanNoteFormat>;

const LineNumber = z.int().meta({ description: 'Counted from 1' });

export const PlanNoteView = z
  .object({
    eventId: z.string(),
    encounterId: z.int().nullable().meta({ description: 'Null for the whole night' }),
    of: PlanNoteOwner.nullable().meta({ description: 'The owner of the note that is shown; null if there is none' }),
    versions: z
      .object({ event: z.int(), team: z.int() })
      .meta({ id: 'PlanNoteVersions', description: 'Send back the one of the note to change. 0 where there is none' }),
    text: z.string().meta({ description: 'Plain text, never HTML. Empty if there is no note' }),
    format: PlanNoteFormat.nullable(),
    mine: z.array(LineNumber).meta({ description: 'Lines that concern the caller' }),
    absent: z
      .array(
        z.object({
          name: z.string(),
          lines: z.array(LineNumber),
          inGuild: z.boolean().nullable().meta({
            description:
              'Whether the organization has a raider or a character of this name; false also for a person who was erased. Null for those who may not change the note',
          }),
        }),
      )
      .meta({
        description: 'Names in the note of which none has a place in the line-up, or else has signed up or waits',
      }),
    planned: z.boolean().meta({
      description: 'Whether a line-up is published for the boss: `absent` compares with it, else with the sign-ups',
    }),
    changedAt: Instant.nullable(),
    changedBy: PersonRef.nullable().meta({ description: 'For people who may change it; null for others' }),
    mayEdit: z.boolean(),
  })
  .meta({
    id: 'PlanNote',
    examples: [
      {
        eventId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        encounterId: 2601,
        of: 'event',
        versions: { event: 3, team: 0 },
        text: 'EncounterID:2902;Difficulty:Heroic;Name:Slagheart\ntime:18;tag:Brynhild;text:Shield Wall;',
        format: 'nsrt',
        mine: [2],
        absent: [],
        planned: true,
        changedAt: '2026-11-20T20:00:00.000Z',
        changedBy: null,
        mayEdit: false,
      },
    ],
  });
export type PlanNoteView = z.infer<typeof PlanNoteView>;

export const MyJobsInput = z.object({ id: Id, ...InLocale });
export type MyJobsInput = z.infer<typeof MyJobsInput>;

/** Why a line concerns a raider. */
export const JobReason = z.enum(['name', 'role', 'group', 'class', 'spec', 'everyone']).meta({ id: 'JobReason' });
export type JobReason = z.infer<typeof JobReason>;

export const JobView = z
  .object({
    line: LineNumber,
    seconds: z.number().nullable().meta({ description: 'After the pull, or after the phase began' }),
    phase: z.int().nullable(),
    text: z.string().meta({
      description:
        'Plain text, without colours, and with raid markers as `{skull}`; empty if the line has only a spell',
    }),
    spellId: z.int().nullable(),
    because: JobReason,
  })
  .meta({ id: 'PlanJob' });
export type JobView = z.infer<typeof JobView>;

export const MyJobsView = z
  .object({
    character: z.object({ name: z.string(), role: EventRole.nullable() }).nullable().meta({
      description:
        'With whom the caller has signed up. Without it or a place in a line-up, only names and `everyone` count',
    }),
    notes: z
      .array(
        z
          .object({
            encounter: z
              .object({ id: z.int(), name: z.string() })
              .nullable()
              .meta({ description: 'Null for the whole night' }),
            hasNote: z.boolean(),
            jobs: z.array(JobView),
          })
          .meta({ id: 'JobsOfNote' }),
      )
      .meta({ description: 'The whole night first, then each boss of the instance in the journal’s order' }),
    mayEdit: z.boolean().meta({ description: 'Whether the caller may change the notes' }),
  })
  .meta({
    id: 'MyJobs',
    examples: [
      {
        character: { name: 'Brynhild', role: 'tank' },
        notes: [
          {
            encounter: { id: 2601, name: 'Slagheart' },
            hasNote: true,
            jobs: [{ line: 2, seconds: 18, phase: 1, text: 'Shield Wall', spellId: null, because: 'name' }],
          },
        ],
        mayEdit: false,
      },
    ],
  });
export type MyJobsView = z.infer<typeof MyJobsView>;
