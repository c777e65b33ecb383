import type { Response } from 'express';
import type { Actor } from '../core/actor.ts';
import { unauthenticated } from '../core/errors.ts';
import { actorOf, refuseReadOnly } from '../core/trpc.ts';
import { authenticationOf } from './authenticate.ts';

/** The caller of a route that changes something and is no procedure. Throws UNAUTHORIZED, FORBIDDEN. */
export async function requireActor(res: Response): Promise<Actor> {
  const actor = actorOf(await authenticationOf(res));
  if (!actor) throw unauthenticated();
  refuseReadOnly(actor);
  return actor;
}
