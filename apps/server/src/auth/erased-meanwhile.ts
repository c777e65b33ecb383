/** Sessions are opened after the transaction that identified their user, who may be erased in between. */

import { violates } from '../core/db/violates.ts';
import { unauthenticated } from '../core/errors.ts';

const wasErased = (error: unknown) => violates(error, 'session_user_id_foreign');

/** Repeats the sign-in, which now finds no such person: it creates a new one or is refused. */
export function decidedAgain<T>(signIn: () => Promise<T>): Promise<T> {
  return signIn().catch((error) => {
    if (!wasErased(error)) throw error;
    return signIn();
  });
}

/** For actions within a session: the session was erased together with its user. */
export function refusedIfErased(error: unknown): never {
  throw wasErased(error) ? unauthenticated() : error;
}
