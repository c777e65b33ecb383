/** Splits: one raid in several runs, over the mains and alts of its raiders. A proposal writes nothing. */
import { z } from 'zod';
import { BuffKey, LineupCharacter, LineupDifficulty, LineupSizeView } from './lineup.ts';
import { CombatRole, NamedRef } from './organization.ts';
import { bodyInteger, GameVersion, Id, InLocale, Instant, OrganizationRef } from './primitives.ts';
import { RaiderRef } from './raider.ts';

export const ProposeSplitInput = z.strictObject({
  id: OrganizationRef,
  eventId: Id.meta({ description: 'The event whose people are divided: all who answered, other than by declining' }),
  runs: bodyInteger({ min: 2, max: 8, description: 'How many runs', example: 2 }),
  together: z.boolean().default(true).meta({
    description:
      'Whether the runs take place at the same time, so that each person is in one. Otherwise a person may be in each of them with another character',
  }),
  difficulty: LineupDifficulty.nullable().default(null),
  ...InLocale,
});
export type ProposeSplitInput = z.infer<typeof ProposeSplitInput>;

/** Every run has a size that its difficulty takes, tanks, and healers for a fifth of it. */
export const SplitRule = z.enum(['size', 'tanks', 'healers']).meta({ id: 'SplitRule' });
export type SplitRule = z.infer<typeof SplitRule>;

/** Why a raider is in no run. */
export const LeftOutOfSplit = z.enum(['no_character', 'full', 'few_healers']).meta({
  id: 'LeftOutOfSplit',
  description:
    '`no_character`: none is known that could come. `full`: all runs have as many as they take. `few_healers`: the healers suffice for smaller runs only',
});
export type LeftOutOfSplit = z.infer<typeof LeftOutOfSplit>;

const Place = z
  .object({
    raider: RaiderRef,
    character: LineupCharacter,
    spec: NamedRef.nullable(),
    main: z.boolean().meta({ description: 'Whether they signed up with it, or it is their main' }),
    itemLevel: z.int().nullable().meta({ description: 'Null when unknown' }),
    killsOfWeek: z
      .object({
        kills: z.int().meta({ description: 'At least so many: what its armory had shown by then' }),
        of: z.int().meta({ description: 'Bosses of the instance' }),
        readAt: Instant,
      })
      .nullable()
      .meta({
        description:
          'The bosses of the event’s instance that the character has killed at this difficulty since the weekly reset before the event. Null when unknown: nothing has been read since then',
      }),
    role: CombatRole,
    group: z.int(),
    slot: z.int(),
  })
  .meta({ id: 'SplitPlace' });

export const ProposedSplitView = z
  .object({
    eventId: z.string(),
    gameVersion: GameVersion,
    size: LineupSizeView,
    holds: z.boolean().meta({ description: 'Whether every run keeps every rule' }),
    runs: z.array(
      z
        .object({
          places: z.array(Place),
          problems: z.array(z.object({ rule: SplitRule, has: z.int(), needs: z.int() })).meta({
            description: 'The rules that it breaks: what it has, and what it needs at least, or of the size at most',
          }),
          buffsOf: z.string().meta({ description: 'The version of the game that the buffs are known for' }),
          missingBuffs: z.array(BuffKey),
          itemLevel: z.number().nullable().meta({ description: 'On average, of those whose is known' }),
          itemLevelsKnown: z.int(),
          gain: z.number().nullable().meta({
            description:
              'The sum of what each drop of the instance gains at most in this run, in percent, by sims. Null where gains did not count',
          }),
          gainsKnown: z.int().meta({ description: 'Characters of the run that gain by a drop, by sims' }),
        })
        .meta({ id: 'SplitRun' }),
    ),
    gains: z.enum(['counted', 'unknown', 'hidden', 'no_difficulty']).meta({
      description:
        'Whether the gains of wishes counted: `unknown` without a recent sim of these characters for this difficulty, `hidden` for a caller to whom the loot policy does not show wishes',
    }),
    leftOut: z
      .array(z.object({ raider: RaiderRef, why: LeftOutOfSplit }))
      .meta({ description: 'Raiders who are in no run' }),
  })
  .meta({ id: 'ProposedSplit' });
export type ProposedSplitView = z.infer<typeof ProposedSplitView>;
