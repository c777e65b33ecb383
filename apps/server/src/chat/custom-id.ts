/**
 * The id of a button or select says what a press on it means. It comes back with every press and holds all the state
 * there is, so buttons outlive deployments. Anybody can send any id: nothing in it is a right.
 */
import { EventRole } from '@guildhall/contracts/event.ts';
import { z } from 'zod';

const VERSION = 'g1';

/** 16 bytes as 22 characters, because an id may have 100 at most. */
const ShortId = z
  .string()
  .regex(/^[\w-]{22}$/)
  .transform((text) => Buffer.from(text, 'base64url').toString('hex'))
  .pipe(z.string().regex(/^[0-9a-f]{32}$/))
  .transform((hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
const Nobody = z.literal('').transform(() => null);
const Role = z.union([EventRole, Nobody]);
const EventMailKind = z.enum(['reminder', 'promotion', 'placement', 'role_gap']);
type EventMailKind = z.infer<typeof EventMailKind>;
const Page = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .transform(Number);

/** Each kind with the parts that follow it. */
const KINDS = {
  signup: z.tuple([ShortId, Role]),
  answer: z.tuple([ShortId, z.enum(['tentative', 'declined'])]),
  character: z.tuple([ShortId, Role]),
  late: z.tuple([ShortId]),
  mine: z.tuple([ShortId]),
  event: z.tuple([ShortId]),
  works: z.tuple([]),
  mute: z.tuple([EventMailKind]),
  events: z.tuple([ShortId, Page]),
  roster: z.tuple([ShortId, Page]),
} satisfies Record<string, z.ZodType<readonly unknown[], unknown>>;

export type CustomId = {
  [Kind in keyof typeof KINDS]: { kind: Kind; parts: z.output<(typeof KINDS)[Kind]> };
}[keyof typeof KINDS];

const short = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
const join = (...parts: string[]) => [VERSION, ...parts].join('|');

export const customId = {
  /** Without a role for an event that has no slots. */
  signUp: (eventId: string, role: EventRole | null) => join('signup', short(eventId), role ?? ''),
  answer: (eventId: string, answer: 'tentative' | 'declined') => join('answer', short(eventId), answer),
  /** Opens the form for being late and for a note; the form that is sent has the same id. */
  late: (eventId: string) => join('late', short(eventId)),
  mine: (eventId: string) => join('mine', short(eventId)),
  character: (eventId: string, role: EventRole | null) => join('character', short(eventId), role ?? ''),
  event: (eventId: string) => join('event', short(eventId)),
  works: () => join('works'),
  /** Ends messages of this kind for the presser. */
  mute: (kind: EventMailKind) => join('mute', kind),
  /** Another page of a list, for whoever presses. */
  page: (list: 'events' | 'roster', organizationId: string, page: number) =>
    join(list, short(organizationId), String(page)),
};

/** Null for an id of another version, or one that nobody of us made. */
export function parseCustomId(text: string): CustomId | null {
  const [version, kind = '', ...parts] = text.split('|');
  if (version !== VERSION || !Object.hasOwn(KINDS, kind)) return null;
  const known = kind as keyof typeof KINDS; // It has just been found among them.
  const parsed = KINDS[known].safeParse(parts);
  // The kind decides the type of its parts, which the compiler cannot follow through the index.
  return parsed.success ? ({ kind: known, parts: parsed.data } as CustomId) : null;
}
