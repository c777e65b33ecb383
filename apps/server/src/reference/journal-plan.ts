/** What a journal sync is going to ask for: the expansions, oldest first, each with the instances that are its own. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { JournalExpansion } from '@guildhall/battlenet/schemas/journal.ts';
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import { mapConcurrently } from '../core/concurrently.ts';
import type { AppContext } from '../core/context.ts';
import { isAbsence } from '../core/platform-failure.ts';

export type PlannedExpansion = { expansion: JournalExpansion; instanceIds: number[] };

/** Lists instances of other expansions. Its id has been the same in every season. */
const CURRENT_SEASON = { id: 505, name: 'Current Season' };

const LANES = 12;

export async function planJournal(ctx: AppContext, signal: AbortSignal): Promise<PlannedExpansion[]> {
  const call = { region: ctx.config.battlenet.region, signal };
  const index = await ctx.battlenet.journalExpansionsIndex(call).catch((error) => {
    // Without the index there is nothing to say of any expansion; with an empty one all would be gone.
    if (isAbsence(error)) throw new BattlenetError('unavailable', { path: 'journal', reason: 'no index' });
    throw error;
  });
  const real = index.data.tiers.filter(
    ({ id, name }) => id !== CURRENT_SEASON.id && textIn(name, 'en_US') !== CURRENT_SEASON.name,
  );
  const expansions = await mapConcurrently(
    real.toSorted((left, right) => left.id - right.id),
    LANES,
    async ({ id }) => (await ctx.battlenet.journalExpansion(call, id)).data,
  );
  const taken = new Set<number>();
  return expansions.map((expansion) => {
    const listed = [...expansion.dungeons, ...expansion.raids].map(({ id }) => id);
    const own = [...new Set(listed)].filter((id) => !taken.has(id));
    for (const id of own) taken.add(id);
    return { expansion, instanceIds: own };
  });
}
