/**
 * The id of a button or select says what a press on it means. It comes back with every press and holds all the state
 * there is, so buttons outlive deployments. Any caller can send any id: nothing in it is a right.
 */
import { EventRole } from '@guildhall/contracts/event.ts';
import { WishTrack } from '@guildhall/contracts/wish.ts';
import { z } from 'zod';
import { shortId } from '../../core/short-id.ts';

const VERSION = 'g1';

/** 16 bytes as 22 characters, because an id may have 100 at most. */
const ShortId = z
  .string()
  .regex(/^[\w-]{22}$/)
  .transform((text) => Buffer.from(text, 'base64url').toString('hex'))
  .pipe(z.string().regex(/^[0-9a-f]{32}$/))
  .transform((hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
const NoRole = z.literal('').transform(() => null);
const Role = z.union([EventRole, NoRole]);
const EventMailKind = z.enum(['reminder', 'promotion', 'placement', 'role_gap']);
type EventMailKind = z.infer<typeof EventMailKind>;
const Page = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .transform(Number);
/** A count or a place; empty where the caller named none. */
const Small = z.union([
  z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number),
  z.literal('').transform(() => null),
]);

/** Each kind with the parts that follow it. */
const KINDS = {
  signup: z.tuple([ShortId, Role]),
  answer: z.tuple([ShortId, z.enum(['tentative', 'declined'])]),
  character: z.tuple([ShortId, Role]),
  late: z.tuple([ShortId]),
  mine: z.tuple([ShortId]),
  event: z.tuple([ShortId]),
  jobs: z.tuple([ShortId]),
  who: z.tuple([ShortId, z.enum(['signed_up', 'tentative', 'declined']), Role]),
  forget: z.tuple([ShortId]),
  works: z.tuple([]),
  mute: z.tuple([EventMailKind]),
  events: z.tuple([ShortId, Page]),
  roster: z.tuple([ShortId, Page]),
  reserves: z.tuple([ShortId]),
  reserve: z.tuple([ShortId, Small]),
  unreserve: z.tuple([ShortId]),
  wish: z.tuple([ShortId, WishTrack, Small]),
  unwish: z.tuple([ShortId]),
} satisfies Record<string, z.ZodType<readonly unknown[], unknown>>;

export type CustomId = {
  [Kind in keyof typeof KINDS]: { kind: Kind; parts: z.output<(typeof KINDS)[Kind]> };
}[keyof typeof KINDS];

const join = (...parts: string[]) => [VERSION, ...parts].join('|');

export const customId = {
  /** Without a role for an event that has no slots. */
  signUp: (eventId: string, role: EventRole | null) => join('signup', shortId(eventId), role ?? ''),
  answer: (eventId: string, answer: 'tentative' | 'declined') => join('answer', shortId(eventId), answer),
  /** Opens the form for being late and for a note; the form that is sent has the same id. */
  late: (eventId: string) => join('late', shortId(eventId)),
  mine: (eventId: string) => join('mine', shortId(eventId)),
  character: (eventId: string, role: EventRole | null) => join('character', shortId(eventId), role ?? ''),
  event: (eventId: string) => join('event', shortId(eventId)),
  /** The caller's places in the line-ups of an event, and what its notes give them to do. */
  jobs: (eventId: string) => join('jobs', shortId(eventId)),
  /** Asks a caller without an account who they are, for this answer; the form and the select have the same id. */
  who: (eventId: string, status: 'signed_up' | 'tentative' | 'declined', role: EventRole | null) =>
    join('who', shortId(eventId), status, role ?? ''),
  /** Ends answering without an account in this organization. */
  forget: (organizationId: string) => join('forget', shortId(organizationId)),
  works: () => join('works'),
  /** Ends messages of this kind for the caller. */
  mute: (kind: EventMailKind) => join('mute', kind),
  /** Another page of a list, for whoever presses. */
  page: (list: 'events' | 'roster', organizationId: string, page: number) =>
    join(list, shortId(organizationId), String(page)),
  reserves: (eventId: string) => join('reserves', shortId(eventId)),
  /** Opens the form that asks for an item; the form, and the select of items that it finds, have the same id. */
  reserve: (eventId: string, count: number | null = null) => join('reserve', shortId(eventId), String(count ?? '')),
  unreserve: (eventId: string) => join('unreserve', shortId(eventId)),
  wish: (organizationId: string, track: WishTrack, place: number | null) =>
    join('wish', shortId(organizationId), track, String(place ?? '')),
  unwish: (organizationId: string) => join('unwish', shortId(organizationId)),
};

/** Null for an id of another version, or one that we did not make. */
export function parseCustomId(text: string): CustomId | null {
  const [version, kind = '', ...parts] = text.split('|');
  if (version !== VERSION || !Object.hasOwn(KINDS, kind)) return null;
  const known = kind as keyof typeof KINDS; // It has just been found among them.
  const parsed = KINDS[known].safeParse(parts);
  // The kind decides the type of its parts, which the compiler cannot follow through the index.
  return parsed.success ? ({ kind: known, parts: parsed.data } as CustomId) : null;
}
