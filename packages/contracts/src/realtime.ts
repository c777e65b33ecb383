import { z } from 'zod';
import type { NotificationKind } from './notification.ts';
import { Id } from './primitives.ts';
import type { SyncSessionView } from './sync-session.ts';

/** Ids of what changed; clients that may see it should read it again. */
export type ChangeMessages = {
  'event.changed': { organizationId: string; eventId: string };
  /** One answer can move other participants, so the message names only the event. */
  'participation.changed': { organizationId: string; eventId: string };
  /** To the person alone: something new is in their inbox. */
  notification: { kind: NotificationKind };
};

type Listeners<Messages> = { [E in keyof Messages]: (message: Messages[E]) => void };

/** Messages the server pushes. Progress carries the whole session, so a late listener misses nothing. */
export type ServerEvents = Listeners<ChangeMessages> & {
  'roster-sync.progress': (session: SyncSessionView) => void;
  'character-sync.progress': (session: SyncSessionView) => void;
  'journal-sync.progress': (session: SyncSessionView) => void;
  'catalogue-sync.progress': (session: SyncSessionView) => void;
};

/** `sync.watch` subscribes to the progress of one session and answers with its current state, or with why not. */
export const WatchInput = z.object({ sessionId: Id });
export type WatchAnswer = { session: SyncSessionView } | { error: { code: string; message: string } };
export type ClientEvents = {
  'sync.watch': (input: z.input<typeof WatchInput>, answer: (result: WatchAnswer) => void) => void;
};
