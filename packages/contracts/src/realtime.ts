import { z } from 'zod';
import type { NotificationKind } from './notification.ts';
import { Id } from './primitives.ts';
import type { SyncSessionView } from './sync-session.ts';

/** Ids of what changed and is to be read again, by those who may see it. */
export type ChangeMessages = {
  'event.changed': { organizationId: string; eventId: string };
  /** One answer may move others, so it names the event. */
  'participation.changed': { organizationId: string; eventId: string };
  /** To the person alone: something new is in their inbox. */
  notification: { kind: NotificationKind };
};

type Listeners<Messages> = { [E in keyof Messages]: (message: Messages[E]) => void };

/** What the server pushes; progress carries the whole session, so a late listener misses nothing. */
export type ServerEvents = Listeners<ChangeMessages> & {
  'roster-sync.progress': (session: SyncSessionView) => void;
  'character-sync.progress': (session: SyncSessionView) => void;
  'journal-sync.progress': (session: SyncSessionView) => void;
  'catalogue-sync.progress': (session: SyncSessionView) => void;
};

/** `sync.watch` joins the progress of one session and answers with its current state, or with why not. */
export const WatchInput = z.object({ sessionId: Id });
export type WatchAnswer = { session: SyncSessionView } | { error: { code: string; message: string } };
export type ClientEvents = {
  'sync.watch': (input: z.input<typeof WatchInput>, answer: (result: WatchAnswer) => void) => void;
};
