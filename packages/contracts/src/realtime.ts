/** The socket: events of the server, requests of clients, and refusals of a connection. */
import { z } from 'zod';
import type { ChangeType, ChangeView } from './change.ts';
import { Id } from './primitives.ts';
import { type SyncKind, SyncSessionView } from './sync-session.ts';

/** Progress carries the whole session, so a late listener misses nothing. */
export const progressEvents = {
  'roster-sync.progress': 'A sync of a roster began, moved or ended',
  'character-sync.progress': 'A sync of the characters of the caller began, moved or ended',
  'journal-sync.progress': 'A sync of the journal began, moved or ended. For administrators',
  'catalogue-sync.progress': 'A sync of the catalogue began, moved or ended. For administrators',
} satisfies Record<`${SyncKind}-sync.progress`, string>;
export type ProgressEvent = keyof typeof progressEvents;

export type ServerEvents = { [T in ChangeType]: (change: ChangeView) => void } & {
  [T in ProgressEvent]: (session: SyncSessionView) => void;
};

/** `sync.watch` subscribes to the progress of one session and answers with its current state, or with why not. */
export const WatchInput = z.object({ sessionId: Id }).meta({
  id: 'WatchInput',
  examples: [{ sessionId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f' }],
});
export const watchRefusals = ['BAD_REQUEST', 'NOT_FOUND', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'] as const;
export const WatchAnswer = z
  .union([
    z.object({ session: SyncSessionView }),
    z.object({ error: z.object({ code: z.enum(watchRefusals), message: z.string() }) }),
  ])
  .meta({ id: 'WatchAnswer' });
export type WatchAnswer = z.infer<typeof WatchAnswer>;
export type ClientEvents = {
  'sync.watch': (input: z.input<typeof WatchInput>, answer: (result: WatchAnswer) => void) => void;
};

/** Messages of `connect_error`, with their meaning. */
export const handshakeRefusals = {
  unauthorized: 'No session, or an expired one. Sign in, or create another token',
  too_many_connections: 'The person has 50 sockets on this process. Close one first',
  unavailable: 'The database does not respond. Connect again in a moment',
} as const;
