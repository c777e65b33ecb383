/** Raiders: how an organization counts people, with or without an account. */
import { z } from 'zod';
import { HIDING, hidesText, typedName } from './name.ts';
import { CombatRole, NamedRef, TeamStatus } from './organization.ts';
import { Pagination, pageInput } from './page.ts';
import {
  bodyInteger,
  Id,
  InLocale,
  Instant,
  lineOfText,
  OrganizationRef,
  PersonRef,
  SearchText,
} from './primitives.ts';

export const RaiderKind = z.enum(['member', 'guest']).meta({ id: 'RaiderKind' });
export type RaiderKind = z.infer<typeof RaiderKind>;

/** How a character came to a raider: proved, by an officer, by the raider on the chat platform, or brought in. */
export const RaiderCharacterSource = z
  .enum(['claim', 'officer', 'self', 'import'])
  .meta({ id: 'RaiderCharacterSource' });
export type RaiderCharacterSource = z.infer<typeof RaiderCharacterSource>;

export const RaiderChangeKind = z.enum(['merge', 'split', 'release']).meta({ id: 'RaiderChangeKind' });
export type RaiderChangeKind = z.infer<typeof RaiderChangeKind>;

export const RaiderChangeCause = z.enum(['officer', 'proof', 'chat_account']).meta({
  id: 'RaiderChangeCause',
  description: 'An officer; a person who proved a character; or one who linked the chat account that had answered',
});
export type RaiderChangeCause = z.infer<typeof RaiderChangeCause>;

/** A name that people gave, which may be longer than the game allows. */
export const RaiderName = typedName(60).meta({ examples: ['Curlybill'] });

const RaiderNameOrNull = z.string().nullable().meta({
  description: 'The display name of a person with an account. Null for a person who has been erased: a former raider',
});

/** A raider inside another answer. */
export const RaiderRef = z
  .object({
    id: z.string(),
    name: RaiderNameOrNull,
    kind: RaiderKind,
    hasAccount: z.boolean().meta({ description: 'Whether the raider is a person with an account' }),
    notProven: z.boolean().meta({
      description:
        'Answers on the chat platform under a name without proof. Always false for callers without canManageRoster',
    }),
  })
  .meta({ id: 'RaiderRef' });
export type RaiderRef = z.infer<typeof RaiderRef>;

/** A raider at an event, with the character that a raider without an account brings. */
export const ParticipatingRaider = RaiderRef.extend({
  character: z
    .object({
      id: z.string(),
      name: z.string(),
      realm: z.string().meta({ description: 'As the roster or the officer writes it; empty when unknown' }),
      class: NamedRef.nullable(),
      color: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'The character of a raider without an account; `character` is that of a person' }),
}).meta({ id: 'ParticipatingRaider' });
export type ParticipatingRaider = z.infer<typeof ParticipatingRaider>;

export const RaiderCharacterView = z
  .object({
    id: z.string().nullable().meta({ description: 'Null for a proved one, which follows the proof' }),
    rosterEntryId: z.string().nullable(),
    characterId: z.string().nullable().meta({ description: 'The person’s own character, if it is proved' }),
    name: z.string(),
    realm: z.string().meta({ description: 'Empty when unknown' }),
    class: NamedRef.nullable(),
    level: z.int().nullable(),
    main: z.boolean(),
    source: RaiderCharacterSource,
  })
  .meta({ id: 'RaiderCharacter' });
export type RaiderCharacterView = z.infer<typeof RaiderCharacterView>;

export const RaiderView = RaiderRef.extend({
  organizationId: z.string(),
  user: PersonRef.nullable().meta({ description: 'Null without an account' }),
  note: z.string().nullable().meta({ description: 'For people with canManageRoster; null for others' }),
  archived: z.boolean(),
  characters: z.array(RaiderCharacterView).meta({ description: 'The main first' }),
  teams: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: CombatRole.nullable(),
      status: TeamStatus,
      lead: z.boolean(),
    }),
  ),
  createdAt: Instant,
}).meta({
  id: 'Raider',
  examples: [
    {
      id: '0199d3a0-0000-7000-8000-000000000004',
      organizationId: '0199d3a0-0000-7000-8000-000000000001',
      name: 'Curlybill',
      kind: 'member',
      hasAccount: false,
      notProven: false,
      user: null,
      note: null,
      archived: false,
      characters: [
        {
          id: '0199d3a0-0000-7000-8000-000000000005',
          rosterEntryId: '0199d3a0-0000-7000-8000-000000000006',
          characterId: null,
          name: 'Curlybill',
          realm: 'stormvale',
          class: { id: 1, name: 'Warrior' },
          level: 80,
          main: true,
          source: 'officer',
        },
      ],
      teams: [],
      createdAt: '2026-11-20T20:00:00.000Z',
    },
  ],
});
export type RaiderView = z.infer<typeof RaiderView>;

export const RaiderListInput = z.object({
  id: OrganizationRef,
  search: SearchText.meta({ description: 'Part of a name of the raider or a character' }).optional(),
  only: z
    .enum(['account', 'no_account', 'not_proven', 'guests', 'archived'])
    .meta({ description: 'Default: all that are not archived' })
    .optional(),
  teamId: Id.optional(),
  ...InLocale,
  ...pageInput,
});
export type RaiderListInput = z.infer<typeof RaiderListInput>;

const RaiderCounts = z
  .object({
    all: z.int(),
    account: z.int(),
    noAccount: z.int(),
    notProven: z.int().meta({ description: 'For people with canManageRoster; 0 for others' }),
    guests: z.int(),
    archived: z.int(),
  })
  .meta({ id: 'RaiderCounts', description: 'Raiders by each value of `only`, whatever is searched for' });

export const RaiderListView = z
  .object({ raiders: z.array(RaiderView), counts: RaiderCounts, pagination: Pagination })
  .meta({ id: 'Raiders' });
export type RaiderListView = z.infer<typeof RaiderListView>;

const Note = lineOfText(200).nullable().meta({ description: 'For officers; null removes it' });

const characterFields = {
  rosterEntryId: Id.optional().meta({ description: 'A character of the roster' }),
  name: RaiderName.optional().meta({ description: 'Instead: a character that the roster does not list' }),
  realm: lineOfText(60)
    .refine((text) => !hidesText(text), HIDING)
    .default('')
    .meta({ description: 'With name' }),
  classId: bodyInteger({ min: 1, max: 20, description: 'With name', example: 1 }).optional(),
  main: z.boolean().default(false),
};
const oneCharacter = ({ rosterEntryId, name }: { rosterEntryId?: unknown; name?: unknown }) =>
  (rosterEntryId === undefined) !== (name === undefined);
const ONE_CHARACTER = { message: 'give either rosterEntryId or name, not both or neither', path: ['name'] };

export const AddRaiderInput = z.strictObject({
  id: OrganizationRef,
  name: RaiderName,
  kind: RaiderKind.default('member'),
  note: Note.optional(),
  rosterEntryId: Id.optional().meta({ description: 'The raider’s main' }),
});
export type AddRaiderInput = z.infer<typeof AddRaiderInput>;

export const ChangeRaiderInput = z.strictObject({
  id: Id,
  name: RaiderName.optional().meta({ description: 'Of a raider without an account' }),
  kind: RaiderKind.optional(),
  note: Note.optional(),
  archived: z.boolean().optional(),
  mainId: Id.optional().meta({ description: 'A character of the raider without an owner who has proved it' }),
});
export type ChangeRaiderInput = z.infer<typeof ChangeRaiderInput>;

export const AddRaiderCharacterInput = z
  .strictObject({ id: Id, ...characterFields })
  .refine(oneCharacter, ONE_CHARACTER);
export type AddRaiderCharacterInput = z.infer<typeof AddRaiderCharacterInput>;

export const MergeRaiderInput = z.strictObject({
  id: Id,
  raiderId: Id.meta({ description: 'The raider to take in; it must have no account if the other one has' }),
});
export type MergeRaiderInput = z.infer<typeof MergeRaiderInput>;

export const SplitRaiderInput = z.strictObject({
  id: Id,
  characterIds: z.array(Id).min(1).max(100).meta({ description: 'Characters without an owner who has proved them' }),
});
export type SplitRaiderInput = z.infer<typeof SplitRaiderInput>;

export const RaiderInput = z.strictObject({ id: Id });

const changeId = z
  .string()
  .meta({ description: 'To undo it: `POST /organizations/{id}/raider-changes/{changeId}/undo`' });
export const RaiderMovedView = z
  .object({ raider: RaiderView, other: RaiderView.nullable(), changeId })
  .meta({ id: 'RaiderMoved' });
export type RaiderMovedView = z.infer<typeof RaiderMovedView>;

export const RaiderChangeListInput = z.object({ id: OrganizationRef, ...pageInput });
export type RaiderChangeListInput = z.infer<typeof RaiderChangeListInput>;

export const RaiderChangeListView = z
  .object({
    changes: z.array(
      z.object({
        id: z.string(),
        kind: RaiderChangeKind,
        from: RaiderRef,
        to: RaiderRef.nullable(),
        by: PersonRef.nullable().meta({ description: 'Null if a proof led to it, or the account was erased' }),
        cause: RaiderChangeCause,
        answers: z.int().meta({ description: 'Answers that were moved' }),
        characters: z.int().meta({ description: 'Characters that were moved' }),
        at: Instant,
        undoneAt: Instant.nullable(),
      }),
    ),
    pagination: Pagination,
  })
  .meta({ id: 'RaiderChanges' });
export type RaiderChangeListView = z.infer<typeof RaiderChangeListView>;

export const UndoRaiderChangeInput = z.strictObject({ id: OrganizationRef, changeId: Id });
export type UndoRaiderChangeInput = z.infer<typeof UndoRaiderChangeInput>;
