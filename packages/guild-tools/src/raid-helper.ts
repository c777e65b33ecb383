/**
 * Documents of Raid-Helper, versions 2 and 4: an event with its sign-ups, and the events of a server.
 *
 * A sign-up's `className` is a column of the event's template (a class, `Tank`, `Melee` …) or an answer (`Absence`,
 * `Bench`, `Late`, `Tentative`), whatever its `status` says. `specName` may end in a digit, `roleName` may be missing.
 */
import { z } from 'zod';
import { checkRows } from './decode-text.ts';
import { readDocument } from './read-document.ts';
import {
  type AnswerRow,
  type AnswerStatus,
  classWord,
  type ImportedRole,
  type Night,
  roleWord,
  shortText,
} from './rows.ts';
import { specRole } from './spec-roles.ts';

const Text = z.string().nullish();
const Id = z.union([z.string(), z.number().int()]).transform(String);
const Seconds = z.coerce.number().int().min(0).max(4_102_444_800).nullish();

const SignUp = z.object({
  id: Id.nullish(),
  name: z.string(),
  className: z.string(),
  cClassName: Text,
  specName: Text,
  cSpecName: Text,
  roleName: Text,
  status: Text,
  userId: Id.nullish(),
  entryTime: Seconds,
});
type SignUp = z.infer<typeof SignUp>;

const Spec = z.object({ name: z.string(), roleName: Text });

export const RaidHelperEvent = z.object({
  id: Id.nullish(),
  title: Text,
  /** Day, month, year: `2-9-2026`. */
  date: Text,
  startTime: Seconds,
  endTime: Seconds,
  signUps: z.array(SignUp),
  classes: z.array(z.object({ name: Text, specs: z.array(Spec).default([]) })).default([]),
});
export type RaidHelperEvent = z.infer<typeof RaidHelperEvent>;

const PostedEvent = z.object({
  id: Id,
  title: Text,
  startTime: Seconds,
  endTime: Seconds,
  signUpCount: z.coerce.number().int().min(0).nullish(),
  scheduledId: Text,
});

export const RaidHelperEvents = z.object({ postedEvents: z.array(PostedEvent), pages: z.number().int().default(1) });
export type RaidHelperEvents = z.infer<typeof RaidHelperEvents>;

/** The answers of an event, in its own order. Throws `FormatError`. */
export function readRaidHelperEvent(text: string): AnswerRow[] {
  return answersOf(readDocument(text, RaidHelperEvent, 'an event of Raid-Helper'));
}

export function answersOf(event: RaidHelperEvent): AnswerRow[] {
  const night: Night = {
    externalId: event.id ?? null,
    title: shortText(event.title, 100),
    startsAt: instant(event.startTime),
    endsAt: instant(event.endTime),
    day: dayOf(event.date),
  };
  checkRows(event.signUps, JSON.stringify, (signUp) => event.signUps.indexOf(signUp) + 1);
  return event.signUps.map((signUp, index) => answerOf(event, signUp, night, index + 1));
}

export type EventOfServer = ReturnType<typeof eventsOfServer>[number];

/** The events of a server, with the series that each belongs to: `scheduledId` has the number of the repetition. */
export function eventsOfServer({ postedEvents }: RaidHelperEvents) {
  return postedEvents.map(({ id, title, startTime, endTime, signUpCount, scheduledId }) => ({
    id,
    title: shortText(title, 100),
    startsAt: instant(startTime),
    endsAt: instant(endTime),
    signUps: signUpCount ?? null,
    seriesId: scheduledId?.replace(/-\d+$/, '') ?? null,
  }));
}

const ANSWERS = new Map<string, AnswerStatus>([
  ['absence', 'declined'],
  ['declined', 'declined'],
  ['bench', 'waitlist'],
  ['late', 'signed_up'],
  ['tentative', 'tentative'],
]);

function answerOf(event: RaidHelperEvent, signUp: SignUp, night: Night, line: number): AnswerRow {
  const word = signUp.className.trim().toLowerCase();
  const answer = ANSWERS.get(word);
  const status = answer ?? (signUp.status === 'queued' ? 'waitlist' : 'signed_up');
  const role = roleOf(event, signUp);
  const comes = status === 'signed_up' || status === 'waitlist';
  return {
    kind: 'answer',
    line,
    externalId: signUp.id ?? null,
    name: shortText(signUp.name, 100) ?? '?',
    realm: null,
    className: classWord(signUp.className),
    discordId: signUp.userId && /^\d{15,20}$/.test(signUp.userId) ? signUp.userId : null,
    night,
    status,
    role,
    column: comes && role === null ? columnOf(signUp, answer !== undefined) : null,
    note: word === 'late' ? 'Late' : null,
    answeredAt: instant(signUp.entryTime),
  };
}

function roleOf({ classes }: RaidHelperEvent, signUp: SignUp): ImportedRole | null {
  const spec = bareSpec(signUp.specName);
  const own = classes.flatMap(({ specs }) => specs).filter(({ name }) => bareSpec(name) === spec);
  const ownRoles = new Set(own.map(({ roleName }) => roleWord(roleName)));
  const [ownRole = null] = ownRoles.size === 1 ? ownRoles : [];
  return (
    roleWord(signUp.className) ?? roleWord(signUp.roleName) ?? ownRole ?? specRole(spec, classWord(signUp.className))
  );
}

/** `Protection1` is the second Protection of the template, not another spec. */
const bareSpec = (spec: string | null | undefined) =>
  (spec ?? '')
    .trim()
    .toLowerCase()
    .replace(/\d{1,3}$/, '');

/** The guild's own words for a slot whose role only the guild can tell. */
function columnOf(signUp: SignUp, isAnswer: boolean): string | null {
  const column = isAnswer ? null : (signUp.cClassName ?? signUp.className);
  return shortText([column, signUp.cSpecName ?? signUp.specName].filter(Boolean).join(' '), 100);
}

const instant = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1_000).toISOString() : null);

function dayOf(date: string | null | undefined): string | null {
  const [, day, month, year] = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(date ?? '') ?? [];
  const text = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return Number.isNaN(Date.parse(text)) ? null : text;
}
