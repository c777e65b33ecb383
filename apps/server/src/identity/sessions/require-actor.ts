import { type Response, Router } from 'express';
import type { z } from 'zod';
import { type Actor, limitKeyOf } from '../../core/actor.ts';
import { invalidInput, unauthenticated } from '../../core/errors.ts';
import { clientNetwork } from '../../core/http/client-address.ts';
import { actorOf, countCall, refusedCredentialsOf, refuseReadOnly } from '../../core/http/trpc.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authenticationOf } from './authenticate.ts';

/** A route beside a procedure, for a client that prefers a file or plain text to JSON. */
export function textRoute<Input>(
  ctx: AppContext,
  path: string,
  schema: z.ZodType<Input>,
  answer: (actor: Actor, input: Input, res: Response) => Promise<unknown>,
): Router {
  return Router().get(path, async (req, res) => {
    const actor = await requireReader(ctx, res);
    const input = schema.safeParse({ ...req.query, id: req.params.id });
    if (!input.success) throw invalidInput(input.error);
    await answer(actor, input.data, res);
  });
}

/** Requires a caller for a route outside the procedures, with the same rate limit. Throws UNAUTHORIZED, TOO_MANY_REQUESTS. */
async function requireReader(app: AppContext, res: Response): Promise<Actor> {
  const authentication = await authenticationOf(res);
  const actor = actorOf(authentication);
  if (actor) await countCall({ app, res }, 'person', limitKeyOf(actor));
  else await countCall({ app, res }, 'anonymous', clientNetwork(res.req.ip));
  if (!actor) throw unauthenticated(refusedCredentialsOf(authentication));
  return actor;
}

/** The same of a route that changes something. Throws FORBIDDEN besides. */
export async function requireActor(app: AppContext, res: Response): Promise<Actor> {
  const actor = await requireReader(app, res);
  refuseReadOnly(actor);
  return actor;
}
