import type { Permission } from '@guildhall/contracts/organization.ts';
import type { ActScope } from '@guildhall/contracts/service.ts';
import type { RefusedCredentials } from './errors.ts';
import { hashToken } from './secrets.ts';

/** The caller. Verbs take an actor, never a request. */
export type Actor = {
  userId: string;
  displayName: string;
  /** Whether an administrator calls in person: a token stored in some tool is never an administrator. */
  isAdmin: boolean;
  sessionId: string;
  /** When the session was opened: actions that are hard to undo require a recent sign-in. */
  signedInAt: Date;
  /** The scope of a bot's or tool's labelled token; null for a person. */
  botScope: 'read' | 'write' | null;
  /** Where the person acts, if not on our pages or through our API. */
  via?: 'discord' | null;
  /** The service through which the call comes. It reaches one organization. */
  service?: CallingService;
};

/**
 * The name under which requests are counted: all of a person's sign-ins together, all their tokens together, and all
 * services of the organizations that they founded, so that a bot that asks too much does not lock its owner out. A count
 * may reach the database after the person was erased, so it does not name them.
 */
export const limitKeyOf = (actor: Actor): string => {
  const { userId, botScope, service } = actor;
  if (service) return `${hashToken(service.founderId ?? service.organizationId)} services`;
  const person = hashToken(userId);
  return botScope ? `${person} tokens` : person;
};

/** With `permissions` it calls for itself, and `userId` is its own id; with `scopes` it acts for a member. */
export type CallingService = { id: string; name: string; organizationId: string; founderId: string | null } & (
  | { permissions: Permission[]; scopes?: never }
  | { scopes: ActScope[]; permissions?: never }
);

/** The reader of something public: a caller, or an anonymous visitor. */
export type Reader = Pick<Actor, 'isAdmin' | 'botScope' | 'service'> & { userId: string | null };

const ANONYMOUS: Reader = { userId: null, isAdmin: false, botScope: null };

export const readerOf = (actor: Actor | null): Reader => actor ?? ANONYMOUS;

export type Authentication =
  | { kind: 'anonymous'; refused?: RefusedCredentials | undefined }
  | { kind: 'ambiguous' }
  | { kind: 'actor'; actor: Actor }
  /** Refused wherever it is not expected. */
  | { kind: 'service'; actor: Actor };
