/** Who calls. Verbs take an actor, never a request. */
export type Actor = { userId: string; displayName: string; isAdmin: boolean; sessionId: string };

/** What the request's credentials amount to. */
export type Authentication = { kind: 'anonymous' } | { kind: 'ambiguous' } | { kind: 'actor'; actor: Actor };
