/** The profile as plain text. The REST bridge speaks only JSON, hence an Express route. */
import { SimcProfileInput } from '@guildhall/contracts/simc-profile.ts';
import { Router } from 'express';
import { authenticationOf } from '../auth/authenticate.ts';
import { invalidInput, unauthenticated } from '../core/errors.ts';
import { showLimit } from '../core/http/error-response.ts';
import { actorOf } from '../core/http/trpc.ts';
import type { AppContext } from '../core/services/context.ts';
import { getSimcProfile } from './simc-profile.ts';

export function simcProfileRoutes(ctx: AppContext): Router {
  const router = Router();
  router.get('/characters/:id/simc-profile', async (req, res, next) => {
    res.vary('Accept');
    if (req.accepts(['application/json', 'text/plain']) !== 'text/plain') return next();
    const actor = actorOf(await authenticationOf(res));
    if (!actor) throw unauthenticated();
    showLimit(res, await ctx.limits.take('session', actor.sessionId));
    const input = SimcProfileInput.safeParse({ ...req.query, id: req.params.id });
    if (!input.success) throw invalidInput(input.error);
    const { profile } = await getSimcProfile(ctx, actor, input.data);
    res.type('text/plain').send(profile);
  });
  return router;
}
