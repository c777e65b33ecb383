/**
 * The job behind the catalogue: specializations, professions with their recipes, factions. Each part is written whole and
 * only where it changed; what recipes make is asked for last, a batch at a time, and an interruption loses no batch.
 */
import type { AppContext } from '../core/context.ts';
import type { JobRun } from '../core/worker.ts';
import { syncFactions } from './sync-factions.ts';
import { syncProfessions } from './sync-professions.ts';
import { syncRecipeDetails } from './sync-recipe-details.ts';
import { syncReference } from './sync-reference.ts';
import { syncSpecializations } from './sync-specializations.ts';

export async function syncCatalogue(ctx: AppContext, _payload: object, { signal }: JobRun): Promise<void> {
  // A specialization is of a class.
  await syncReference(ctx);
  await syncSpecializations(ctx, signal);
  await syncFactions(ctx, signal);
  await syncProfessions(ctx, signal);
  await syncRecipeDetails(ctx, signal);
}
