/** What a journal sync is going to ask for: the expansions, oldest first, each with the instances that are its own. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { JournalExpansion } from '@guildhall/battlenet/schemas/journal.ts';
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import { mapConcurrently } from '../core/concurrently.ts';
import { isAbsence } from '../core/platform/platform-failure.ts';
import type { AppContext } from '../core/services/context.ts';

export type ReadableExpansion = { id: number; document: JournalExpansion; instanceIds: number[] };
/** `error` says why its document is not to be had. What we know of it stays as it is. */
export type UnreadableExpansion = { id: number; error: BattlenetError };
export type PlannedExpansion = ReadableExpansion | UnreadableExpansion;

/** Lists instances of other expansions. Its id has been the same in every season. */
const CURRENT_SEASON = { id: 505, name: 'Current Season' };

/** What each expansion has in the lists now. */
const LISTED = `
  select expansion_id as "expansionId", array_agg(id) as "instanceIds" from journal_instance where listed
  group by expansion_id`;

const LANES = 12;

/** Null where the platform shows no journal: of no expansion there is anything to say then, and none is gone. */
export async function planJournal(ctx: AppContext, signal: AbortSignal): Promise<PlannedExpansion[] | null> {
  const call = { region: ctx.config.battlenet.region, signal };
  const index = await unlessAbsent(ctx.battlenet.journalExpansionsIndex(call));
  const real = (index?.data.tiers ?? []).filter(
    ({ id, name }) => id !== CURRENT_SEASON.id && textIn(name, 'en_US') !== CURRENT_SEASON.name,
  );
  if (real.length === 0) return null;
  const rows = await ctx.sql<{ expansionId: number; instanceIds: number[] }>(LISTED);
  const listed = new Map(rows.map(({ expansionId, instanceIds }) => [expansionId, instanceIds]));
  const answers = await mapConcurrently(
    real.toSorted((left, right) => left.id - right.id),
    LANES,
    async ({ id }) => ({ id, answer: await expansionOf(ctx, id, signal, listed.has(id)) }),
  );
  const taken = new Set<number>();
  return answers.map(({ id, answer }) => {
    const unreadable = answer instanceof BattlenetError;
    // What belongs to one that cannot be read is not given to a younger one meanwhile.
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
    // An expansion loses an instance now and then, but not all that it has.
    return new BattlenetError('malformed', { path: `/data/wow/journal-expansion/${id}`, reason: 'no instances' });
  } catch (error) {
    if (error instanceof BattlenetError && (isAbsence(error) || error.kind === 'malformed')) return error;
    throw error;
  }
}

/** Null where the platform has no such index, or does not show it. */
export async function unlessAbsent<T>(index: Promise<T>): Promise<T | null> {
  try {
    return await index;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

const instancesOf = ({ dungeons, raids }: JournalExpansion) => [...dungeons, ...raids].map(({ id }) => id);
