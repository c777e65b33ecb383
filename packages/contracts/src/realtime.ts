import { z } from 'zod';
import type { ChangeType, ChangeView } from './change.ts';
import { Id } from './primitives.ts';
import type { SyncSessionView } from './sync-session.ts';

/** What the server pushes. Progress carries the whole session, so a late listener misses nothing. */
export type ServerEvents = { [T in ChangeType]: (change: ChangeView) => void } & {
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
