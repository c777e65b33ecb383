/** A session is opened behind the transaction that found whose it is. Who is erased in between has none. */

import { violates } from '../core/db/violates.ts';
import { unauthenticated } from '../core/errors.ts';

const wasErased = (error: unknown) => violates(error, 'session_user_id_foreign');

/** A sign-in is decided once more, as one of somebody who was never here: it makes a new person, or is refused. */
export function decidedAgain<T>(signIn: () => Promise<T>): Promise<T> {
  return signIn().catch((error) => {
    if (!wasErased(error)) throw error;
    return signIn();
  });
}

/** For what the person asks for in a session, which is gone with them. */
export function refusedIfErased(error: unknown): never {
  throw wasErased(error) ? unauthenticated() : error;
}
