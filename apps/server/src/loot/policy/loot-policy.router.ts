import { LootPolicyInput, LootPolicyView, PutLootPolicyInput } from '@guildhall/contracts/loot-policy.ts';
import { restRoutes } from '../../core/http/rest-routes.ts';
import { authenticatedProcedure, router } from '../../core/http/trpc.ts';
import { ARCHIVED } from '../../membership/rights/archived-refusal.ts';
import { getLootPolicy, putLootPolicy } from './loot-policy.ts';

const rest = restRoutes('Loot');
const POLICY = '/organizations/{id}/loot-policy';

export const lootPolicyRouter = router({
  get: rest(authenticatedProcedure, {
    route: `GET ${POLICY}`,
    summary: 'The decisions of an organization about its loot',
    description: 'For members.',
  })
    .input(LootPolicyInput)
    .output(LootPolicyView)
    .query(({ ctx, input }) => getLootPolicy(ctx.app, ctx.actor, input)),

  put: rest(authenticatedProcedure, {
    route: `PUT ${POLICY}`,
    summary: 'Decide who sees the wishes of others, and how candidates for an item are ordered',
    description: 'Needs canManageLoot. Fields that are left out stay.',
    refusals: { 409: ARCHIVED },
  })
    .input(PutLootPolicyInput)
    .output(LootPolicyView)
    .mutation(({ ctx, input }) => putLootPolicy(ctx.app, ctx.actor, input)),
});
