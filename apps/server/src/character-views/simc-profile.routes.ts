/** The profile as plain text, for a client that prefers it to JSON. */
import { SimcProfileInput } from '@guildhall/contracts/simc-profile.ts';
import { Router } from 'express';
import { requireReader } from '../auth/require-actor.ts';
import { invalidInput } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { getSimcProfile } from './simc-profile.ts';

export function simcProfileRoutes(ctx: AppContext): Router {
  const router = Router();
  router.get('/characters/:id/simc-profile', async (req, res) => {
    const actor = await requireReader(ctx, res);
    const input = SimcProfileInput.safeParse({ ...req.query, id: req.params.id });
    if (!input.success) throw invalidInput(input.error);
    const { profile } = await getSimcProfile(ctx, actor, input.data);
    res.type('text/plain').send(profile);
  });
  return router;
}
