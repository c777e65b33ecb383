/**
 * Counters kept in this process: every few hundred milliseconds one statement adds the new counts of all keys to the
 * database, and returns the counts of all processes. In between, a process may run ahead of the shared count by at most
 * a tenth of a limit; requests beyond that wait for the next of these statements.
 */
import { LRUCache } from 'lru-cache';
import { type Database, withDeadline } from '../db/database.ts';

type CounterRule = { name: string; points: number; seconds: number };
type CounterState = { used: number; msLeft: number };

export type BatchedCounters = ReturnType<typeof createBatchedCounters>;

type Counter = {
  key: string;
  seconds: number;
  /** Counted by all processes, as far as this one knows. */
  known: number;
  /** Counted here and being sent to the database. */
  sent: number;
  /** Counted here since then. */
  unsent: number;
  resetAt: number;
};

const SEND_EVERY_MS = 300;
const SHARE_AHEAD = 0.1;
const MAX_COUNTERS = 100_000;
/** After this time the process counts by itself: no caller waits for the database just to be counted. */
const PATIENCE_MS = 1_000;

/** Sorted by key, so that two processes do not deadlock. */
const ADD_COUNTS = {
  name: 'add-counts',
  text: `
    insert into rate_limit as r (key, points, expire)
    select key, points, extract(epoch from now()) * 1000 + "durationMs"
    from jsonb_to_recordset($1) as counted(key text, points int, "durationMs" bigint) order by key
    on conflict (key) do update set
      points = excluded.points + case when r.expire > extract(epoch from now()) * 1000 then r.points else 0 end,
      expire = case when r.expire > extract(epoch from now()) * 1000 then r.expire else excluded.expire end
    returning key, points, (expire - extract(epoch from now()) * 1000)::float8 as "msLeft"`,
};
type StoredCount = { key: string; points: number; msLeft: number };

export function createBatchedCounters(database: Pick<Database, 'query'>) {
  // With `max` in place of sizes, it would reserve the memory for all of them at once.
  const counters = new LRUCache<string, Counter>({ maxSize: MAX_COUNTERS, sizeCalculation: () => 1 });
  let waiting = new Set<Counter>();
  let flushing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    const batch = waiting;
    waiting = new Set();
    const rows = [...batch].map((counter) => {
      counter.sent = counter.unsent;
      counter.unsent = 0;
      return { key: counter.key, points: counter.sent, durationMs: counter.seconds * 1000 };
    });
    const answer = withDeadline(PATIENCE_MS, () =>
      database.query<StoredCount>({ ...ADD_COUNTS, values: [JSON.stringify(rows)] }),
    );
    // Without the database, only the counts of this process are known.
    const counted = await answer.then((result) => result.rows).catch(() => []);
    const stored = new Map(counted.map((row) => [row.key, row]));
    for (const counter of batch) {
      const row = stored.get(counter.key);
      counter.known = row?.points ?? counter.known + counter.sent;
      if (row) counter.resetAt = Date.now() + row.msLeft;
      counter.sent = 0;
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    flushing ??= send().finally(() => {
      flushing = undefined;
      if (waiting.size > 0) flushSoon();
    });
    return flushing;
  }

  function flushSoon(): void {
    timer ??= setTimeout(flush, SEND_EVERY_MS).unref();
  }

  function counterOf({ name, seconds }: CounterRule, key: string): Counter {
    const named = `${name}:${key}`;
    const counter = counters.get(named) ?? { key: named, seconds, known: 0, sent: 0, unsent: 0, resetAt: 0 };
    counters.set(named, counter);
    if (counter.resetAt <= Date.now()) {
      counter.known = 0;
      counter.resetAt = Date.now() + seconds * 1000;
    }
    return counter;
  }

  return {
    /** Counts one use, unless the limit is exhausted: then `used` exceeds it. */
    async count(rule: CounterRule, key: string): Promise<CounterState> {
      const mayRunAhead = Math.max(1, Math.floor(rule.points * SHARE_AHEAD));
      let counter = counterOf(rule, key);
      while (usedOf(counter) < rule.points && counter.sent + counter.unsent >= mayRunAhead) {
        await flush();
        counter = counterOf(rule, key);
      }
      const used = usedOf(counter) + 1;
      if (used <= rule.points) {
        counter.unsent += 1;
        waiting.add(counter);
        if (!flushing) flushSoon();
      }
      return { used, msLeft: counter.resetAt - Date.now() };
    },
    /** Sends the rest; nothing may be counted afterwards. */
    async close(): Promise<void> {
      await flushing;
      clearTimeout(timer);
      if (waiting.size > 0) await flush();
      clearTimeout(timer);
    },
  };
}

const usedOf = ({ known, sent, unsent }: Counter) => known + sent + unsent;
