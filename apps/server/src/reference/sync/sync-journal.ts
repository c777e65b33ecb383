/** The job behind a journal sync: expansions one by one, each appearing as a whole; resumable after interruptions. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { JournalParts } from '@guildhall/contracts/sync-session.ts';
import { mapAhead } from '../../core/concurrently.ts';
import type { JobPayload, JobRun } from '../../core/jobs/job.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { isAbsence } from '../../core/platform/platform-failure.ts';
import type { AppContext } from '../../core/services/context.ts';
import { runSync } from '../../core/syncs/run-sync.ts';
import {
  advanceSyncSession,
  type ClaimedSync,
  openSyncSession,
  type SyncEnd,
  type SyncStep,
} from '../../core/syncs/sync-session.ts';
import { forgetGameData } from '../game-data/game-data-cache.ts';
import { wantLatestDrops } from '../game-data/items.ts';
import type { journalSyncJob } from '../game-data/reference.jobs.ts';
import { applyExpansion, retireExpansions } from './apply-journal.ts';
import { fetchExpansion } from './fetch-journal.ts';
import { nullIfAbsent, type PlannedExpansion, planJournal } from './journal-plan.ts';
import { LINK_FACTIONS, lockFactions } from './sync-factions.ts';

const UNREADABLE: SyncEnd = {
  status: 'failed',
  reason: 'platform_answer_malformed',
  message: 'The game platform sent an answer that could not be read. The expansion it is about stays as it was.',
};

const NO_JOURNAL: SyncEnd = {
  status: 'failed',
  reason: 'platform_unavailable',
  message:
    'The game platform does not show its journal at the moment. Our data about it stays as it is; try again later.',
};

const partlyRead = ({ total, done }: JournalParts['expansions']): SyncEnd => ({
  status: 'completed',
  reason: 'platform_unavailable',
  message: `${done} of ${total} expansions came: the game platform does not show the others at the moment. What we know of them stays as it is; try again later.`,
});

export async function syncJournal(ctx: AppContext, { sessionId }: JobPayload<typeof journalSyncJob>, run: JobRun) {
  const later = { kind: 'journal', subjectId: null, trigger: 'schedule' } as const;
  const id = sessionId ?? (await openSyncSession(ctx.sql, later, run));
  await runSync(ctx, id, run, (sync) => work(ctx, sync, run.signal));
}

async function work(ctx: AppContext, { row, fence }: ClaimedSync, signal: AbortSignal): Promise<SyncEnd> {
  let parts = row.parts;
  /** Progress moves in the transaction of the work it covers. */
  async function step(tx: UnitOfWork, next: JournalParts, rest: SyncStep): Promise<void> {
    const [before, after] = [sumOf(parts), sumOf(next)];
    const counted = { total: after.total - before.total, done: after.done - before.done, parts: next };
    const session = await advanceSyncSession(tx.sql, fence, { ...counted, ...rest });
    // A repeated transaction has to count from the same state.
    tx.afterCommit(() => {
      parts = next;
    });
    tx.afterCommit(() => ctx.realtime.publishSync(session));
    if (rest.added || rest.updated) tx.afterCommit(() => forgetGameData(ctx));
  }

  const plan = await planJournal(ctx, signal);
  const encountersListed = parts?.encounters.total ?? (await countEncounters(ctx, signal));
  if (plan === null || encountersListed === null) return NO_JOURNAL;
  const instances = plan.flatMap((planned) => ('error' in planned ? [] : planned.instanceIds)).length;
  let current: JournalParts = parts ?? {
    expansions: { total: plan.length, done: 0 },
    instances: { total: instances, done: 0 },
    encounters: { total: encountersListed, done: 0 },
  };
  if (!parts) await ctx.transact((tx) => step(tx, current, {}));

  /** The last expansion done, and whether an earlier one was unreadable. */
  const [after, mark] = (row.cursor ?? '0').split(' ');
  let unreadable = mark === UNREADABLE_BEFORE;
  const cursorAt = (id: number) => (unreadable ? `${id} ${UNREADABLE_BEFORE}` : `${id}`);
  let { failed } = row;
  const ahead = new AbortController();
  // Prefetched documents are useless once this attempt has ended.
  using _ = { [Symbol.dispose]: () => ahead.abort() };
  const fetch = async (planned: PlannedExpansion) => {
    if ('error' in planned) return planned;
    return fetchExpansion(ctx, planned, AbortSignal.any([signal, ahead.signal])).catch((error) => {
      if (error instanceof BattlenetError && error.kind === 'malformed') return { id: planned.id, error };
      // The platform asks for a pause or is unreachable, so requests in progress must not wait for it.
      ahead.abort(error);
      throw error;
    });
  };
  const left = plan.filter(({ id }) => id > Number(after));
  for await (const fetched of mapAhead(left, 1, fetch)) {
    if ('error' in fetched) {
      // The other expansions are still worth having.
      ctx.log.warn({ err: fetched.error }, 'expansion of the journal left out');
      unreadable ||= !isAbsence(fetched.error);
      await ctx.transact((tx) => step(tx, current, { failed: 1, cursor: cursorAt(fetched.id) }));
      failed += 1;
      continue;
    }
    const { missing } = fetched;
    current = {
      expansions: further(current.expansions, 1),
      instances: further(current.instances, fetched.instances.length),
      encounters: further(current.encounters, fetched.encounters.length),
    };
    await ctx.transact(async (tx) => {
      const changes = await applyExpansion(tx.sql, fetched, ctx.config.locales);
      await step(tx, current, { ...changes, failed: missing, cursor: cursorAt(fetched.id) });
    });
    failed += missing;
  }
  if (unreadable) return UNREADABLE;

  const { expansions, instances: places, encounters } = current;
  if (expansions.done === 0) return NO_JOURNAL;
  const missingElsewhere = expansions.total - expansions.done + places.total - places.done;
  const listed = encounters.done + failed - missingElsewhere;
  await ctx.transact(async (tx) => {
    await lockFactions(tx.sql);
    const changes = await retireExpansions(
      tx.sql,
      plan.map(({ id }) => id),
    );
    await tx.sql.run(LINK_FACTIONS);
    await wantLatestDrops(tx);
    // The index also contains encounters of instances that no expansion lists.
    await step(tx, { ...current, encounters: { ...encounters, total: listed } }, changes);
  });
  return expansions.done === expansions.total ? { status: 'completed' } : partlyRead(expansions);
}

const UNREADABLE_BEFORE = 'unreadable';

async function countEncounters({ battlenet, config }: AppContext, signal: AbortSignal): Promise<number | null> {
  const index = await nullIfAbsent(battlenet.journalEncountersIndex({ region: config.battlenet.region, signal }));
  return index?.data.encounters.length ?? null;
}

const further = ({ total, done }: JournalParts['expansions'], by: number) => ({
  total: Math.max(total, done + by),
  done: done + by,
});

function sumOf(parts: JournalParts | null) {
  const sum = { total: 0, done: 0 };
  for (const { total, done } of parts ? Object.values(parts) : []) {
    sum.total += total;
    sum.done += done;
  }
  return sum;
}
