/** Looks up the current session at most once a minute, however many parts of a client ask for it. */
import type { CurrentSession } from '@guildhall/contracts/user.ts';
import { SignedOut } from './signed-out.ts';

export type SessionCheck = {
  /** The session, or null. Concurrent calls share one request; the answer is kept for 60 seconds. */
  current(): Promise<CurrentSession>;
  /** Call after signing in or out: the next call asks again. */
  forget(): void;
};

const KEEP_MS = 60_000;

/** `load` asks the server, e.g. `() => client.auth.getSession.query({})`. A failed request is not kept. */
export function createSessionCheck(load: () => Promise<CurrentSession>, now: () => number = Date.now): SessionCheck {
  let answer: { session: Promise<CurrentSession>; until: number } | undefined;
  return {
    current() {
      if (!answer || answer.until <= now()) {
        const session = load().catch(noneWhenSignedOut);
        const asked = { session, until: now() + KEEP_MS };
        answer = asked;
        session.catch(() => {
          if (answer === asked) answer = undefined;
        });
      }
      return answer.session;
    },
    forget() {
      answer = undefined;
    },
  };
}

/** tRPC's client wraps what `fetch` throws. */
function noneWhenSignedOut(error: unknown): null {
  if (error instanceof SignedOut || (error instanceof Error && error.cause instanceof SignedOut)) return null;
  throw error;
}
