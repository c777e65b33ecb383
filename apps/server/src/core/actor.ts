import type { RefusedCredentials } from './errors.ts';

/** Who calls. Verbs take an actor, never a request. */
export type Actor = {
  userId: string;
  displayName: string;
  /** Whether an administrator calls in person: a token that lies in some tool's settings is no administrator. */
  isAdmin: boolean;
  sessionId: string;
  /** When the session was opened: what is hard to undo asks for a recent sign-in. */
  signedInAt: Date;
  /** Set when a bot or tool calls with a labelled token, and what that may do. */
  botScope: 'read' | 'write' | null;
};

/** The reader of something public: a caller, or nobody we know. */
export type Reader = Pick<Actor, 'isAdmin' | 'botScope'> & { userId: string | null };

const NOBODY: Reader = { userId: null, isAdmin: false, botScope: null };

export const readerOf = (actor: Actor | null): Reader => actor ?? NOBODY;

/** What the request's credentials amount to. */
export type Authentication =
  | { kind: 'anonymous'; refused?: RefusedCredentials | undefined }
  | { kind: 'ambiguous' }
  | { kind: 'actor'; actor: Actor };
