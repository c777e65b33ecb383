/** Plans a journal sync: the expansions, oldest first, each with the instances that belong to it. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { JournalExpansion } from '@guildhall/battlenet/schemas/journal.ts';
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import { mapConcurrently } from '../../core/concurrently.ts';
import { query } from '../../core/db/statement.ts';
import { isAbsence } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';

export type ReadableExpansion = { id: number; document: JournalExpansion; instanceIds: number[] };
/** `error` says why its document is unavailable. Its stored data stays as it is. */
type UnreadableExpansion = { id: number; error: BattlenetError };
export type PlannedExpansion = ReadableExpansion | UnreadableExpansion;

/** Lists instances of other expansions. Its id has been the same in every season. */
const CURRENT_SEASON = { id: 505, name: 'Current Season' };

const LISTED = query({ expansionId: 'int', instanceIds: 'int[]' })`
  select expansion_id as "expansionId", array_agg(id) as "instanceIds" from journal_instance where listed
  group by expansion_id`;

const LANES = 12;

/** Null when the platform shows no journal; in that case no expansion counts as removed. */
export async function planJournal(ctx: AppContext, signal: AbortSignal): Promise<PlannedExpansion[] | null> {
  const call = { region: ctx.config.battlenet.region, signal };
  const index = await nullIfAbsent(ctx.battlenet.journalExpansionsIndex(call));
  const real = (index?.data.tiers ?? []).filter(
    ({ id, name }) => id !== CURRENT_SEASON.id && textIn(name, 'en_US') !== CURRENT_SEASON.name,
  );
  if (real.length === 0) return null;
  const rows = await ctx.sql.many(LISTED);
  const listed = new Map(rows.map(({ expansionId, instanceIds }) => [expansionId, instanceIds]));
  const answers = await mapConcurrently(
    real.toSorted((left, right) => left.id - right.id),
    LANES,
    async ({ id }) => ({ id, answer: await expansionOf(ctx, id, signal, listed.has(id)) }),
  );
  const taken = new Set<number>();
  return answers.map(({ id, answer }) => {
    const unreadable = answer instanceof BattlenetError;
    // Keep the instances of an unreadable expansion from passing to a younger one.
    const all = unreadable ? (listed.get(id) ?? []) : instancesOf(answer);
    const instanceIds = [...new Set(all)].filter((instanceId) => !taken.has(instanceId));
    for (const instanceId of instanceIds) taken.add(instanceId);
    return unreadable ? { id, error: answer } : { id, document: answer, instanceIds };
  });
}

async function expansionOf(
  { battlenet, config }: AppContext,
  id: number,
  signal: AbortSignal,
  hadInstances: boolean,
): Promise<JournalExpansion | BattlenetError> {
  try {
    const { data } = await battlenet.journalExpansion({ region: config.battlenet.region, signal }, id);
    if (!hadInstances || instancesOf(data).length > 0) return data;
    // An expansion loses an instance now and then, but never all of them.
    return new BattlenetError('malformed', { path: `/data/wow/journal-expansion/${id}`, reason: 'no instances' });
  } catch (error) {
    if (error instanceof BattlenetError && (isAbsence(error) || error.kind === 'malformed')) return error;
    throw error;
  }
}

/** Null when the platform does not have the index or hides it. */
export async function nullIfAbsent<T>(index: Promise<T>): Promise<T | null> {
  try {
    return await index;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

const instancesOf = ({ dungeons, raids }: JournalExpansion) => [...dungeons, ...raids].map(({ id }) => id);
