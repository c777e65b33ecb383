/** Documents of wowaudit's API, as far as they say who plays and who answered. Its lists have no pages. */
import { z } from 'zod';
import { checkRows } from './decode-text.ts';
import { FormatError } from './format-error.ts';
import { checkDocument, readDocument } from './read-document.ts';
import {
  type AnswerRow,
  type AnswerStatus,
  type CharacterRow,
  classWord,
  type ImportedRow,
  type Night,
  roleWord,
  shortText,
} from './rows.ts';

const Text = z.string().nullish();

const Character = z.object({
  id: z.int(),
  name: z.string().min(1),
  realm: Text,
  class: Text,
  role: Text,
  rank: Text,
  note: Text,
  guest: z.boolean().nullish(),
});
type Character = z.infer<typeof Character>;

const listOf = (key: string) =>
  z.preprocess(
    (document) =>
      typeof document === 'object' && document !== null && key in document ? Reflect.get(document, key) : document,
    z.array(Character),
  );
export const WowauditCharacters = listOf('characters');
export const WowauditGuests = listOf('guests');

const Raid = z.object({
  id: z.int(),
  date: z.iso.date(),
  start_time: Text,
  end_time: Text,
  instance: Text,
  difficulty: Text,
  status: Text,
});
export const WowauditRaids = z.object({ raids: z.array(Raid) });
export const WowauditRaid = Raid.extend({
  signups: z.array(
    z.object({ character: Character, status: z.string(), comment: Text, selected: z.boolean().nullish() }),
  ),
});
export type WowauditRaid = z.infer<typeof WowauditRaid>;

/** Reads a document that was pasted: the characters of a team, or one of its raids. Throws `FormatError`. */
export function readWowaudit(text: string): ImportedRow[] {
  const called = 'a document of wowaudit';
  const document = readDocument(text, z.unknown(), called);
  const isRaid = typeof document === 'object' && document !== null && 'signups' in document;
  if (isRaid) return answersOfRaid(checkDocument(document, WowauditRaid, called));
  return charactersOfTeam(checkDocument(document, WowauditCharacters, called));
}

const STANDINGS = new Map<string, CharacterRow['standing']>([
  ['main', 'main'],
  ['trial', 'trial'],
  ['social', 'social'],
]);

/** `Alt` is a rank there, but whose alt it is it does not say. */
export function charactersOfTeam(characters: readonly z.infer<typeof Character>[]): CharacterRow[] {
  checkRows(characters, JSON.stringify, (character) => characters.indexOf(character) + 1);
  return characters.map((character, index) => ({
    ...personOf(character),
    kind: 'character',
    line: index + 1,
    externalId: String(character.id),
    note: shortText(character.note, 200),
    main: null,
    isMain: null,
    standing: STANDINGS.get((character.rank ?? '').toLowerCase()) ?? null,
  }));
}

const STATUSES = new Map<string, AnswerStatus>([
  ['present', 'signed_up'],
  ['late', 'signed_up'],
  ['absent', 'declined'],
  ['tentative', 'tentative'],
  ['standby', 'waitlist'],
]);

/** The statuses of characters that have not answered. */
const NO_ANSWER = new Set(['', 'unknown']);

/** The answers of one raid, without entries of characters that have not answered. Throws `FormatError` for an unknown status. */
export function answersOfRaid(raid: WowauditRaid): AnswerRow[] {
  checkRows(raid.signups, JSON.stringify, (signup) => raid.signups.indexOf(signup) + 1);
  const night = nightOf(raid);
  return raid.signups.flatMap((signup, index) => {
    const word = signup.status.trim().toLowerCase();
    const status = STATUSES.get(word);
    if (NO_ANSWER.has(word)) return [];
    if (status === undefined) {
      const message = `Sign-up ${index + 1} has none of the answers Present, Late, Absent, Tentative, Standby and Unknown. Change it and try again.`;
      throw new FormatError('invalid_value', message, { line: index + 1, field: `signups.${index}.status` });
    }
    const late = word === 'late' ? 'Late' : null;
    return {
      ...personOf(signup.character),
      kind: 'answer' as const,
      line: index + 1,
      externalId: `${raid.id}/${signup.character.id}`,
      night,
      status,
      column: null,
      note: shortText([late, signup.comment].filter(Boolean).join(': '), 200),
      answeredAt: null,
    };
  });
}

/** Times there are those of the team, whose zone no document names: the day stands, the hour is not guessed. */
function nightOf({ id, date, instance, difficulty }: z.infer<typeof Raid>): Night {
  const title = shortText([instance, difficulty].filter(Boolean).join(', '), 100);
  return { externalId: String(id), title, startsAt: null, endsAt: null, day: date };
}

const personOf = ({ name, realm, class: className, role }: Character) => ({
  name: shortText(name, 100) ?? '?',
  realm: shortText(realm, 100),
  className: classWord(className),
  discordId: null,
  role: roleWord(role),
});
