import type { Response } from 'express';
import type { Actor } from '../core/actor.ts';
import { unauthenticated } from '../core/errors.ts';
import { clientNetwork } from '../core/http/client-address.ts';
import { actorOf, countCall, refusedOf, refuseReadOnly } from '../core/http/trpc.ts';
import type { AppContext } from '../core/services/context.ts';
import { authenticationOf } from './authenticate.ts';

/** Requires a caller for a route outside the procedures, with the same rate limit. Throws UNAUTHORIZED, TOO_MANY_REQUESTS. */
export async function requireReader(app: AppContext, res: Response): Promise<Actor> {
  const authentication = await authenticationOf(res);
  const actor = actorOf(authentication);
  if (actor) await countCall({ app, res }, 'session', actor.sessionId);
  else await countCall({ app, res }, 'anonymous', clientNetwork(res.req.ip));
  if (!actor) throw unauthenticated(refusedOf(authentication));
  return actor;
}

/** The same of a route that changes something. Throws FORBIDDEN besides. */
export async function requireActor(app: AppContext, res: Response): Promise<Actor> {
  const actor = await requireReader(app, res);
  refuseReadOnly(actor);
  return actor;
}
