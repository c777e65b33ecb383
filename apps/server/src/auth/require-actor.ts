import type { Response } from 'express';
import type { Actor } from '../core/actor.ts';
import { unauthenticated } from '../core/errors.ts';
import { clientNetwork } from '../core/http/client-address.ts';
import { actorOf, countCall, refusedOf, refuseReadOnly } from '../core/http/trpc.ts';
import type { AppContext } from '../core/services/context.ts';
import { authenticationOf } from './authenticate.ts';

/**
 * The caller of a route that changes something and is no procedure, counted as for one. Throws UNAUTHORIZED, FORBIDDEN,
 * TOO_MANY_REQUESTS.
 */
export async function requireActor(app: AppContext, res: Response): Promise<Actor> {
  const authentication = await authenticationOf(res);
  const actor = actorOf(authentication);
  if (actor) await countCall({ app, res }, 'session', actor.sessionId);
  else await countCall({ app, res }, 'anonymous', clientNetwork(res.req.ip));
  if (!actor) throw unauthenticated(refusedOf(authentication));
  refuseReadOnly(actor);
  return actor;
}
