/**
 * The request budget of a platform for all processes together: one row and one statement per request, plus one after a
 * wait. Every request takes the next free slot of an evenly paced timeline and waits for it, so the pace holds whatever
 * the number of processes, and requests are served in order.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Priority, RequestBudget } from '@guildhall/battlenet/client.ts';
import type { BudgetLimits } from '../config.ts';
import type { Sql } from '../db/sql.ts';
import { query, statement } from '../db/statement.ts';

/** The longest wait for which a slot is taken; a request that would wait longer tries again later or fails. */
const MAX_WAIT_MS = 30_000;

const TAKE = query({ waitMs: 'float' })`
  insert into platform_budget as b (platform, next_at, hour_start, hour_used)
  values ($1, clock_timestamp() + $2 * interval '1 ms', clock_timestamp(), 1)
  on conflict (platform) do update set
    next_at = greatest(b.next_at, clock_timestamp()) + $2 * interval '1 ms',
    hour_start = case when b.hour_start < clock_timestamp() - interval '1 hour' then clock_timestamp() else b.hour_start end,
    hour_used = case when b.hour_start < clock_timestamp() - interval '1 hour' then 1 else b.hour_used + 1 end
  where b.next_at < clock_timestamp() + interval '${MAX_WAIT_MS} ms'
    and (b.hour_used < $3 or b.hour_start < clock_timestamp() - interval '1 hour')
  returning extract(epoch from next_at - clock_timestamp())::float8 * 1000 - $2 as "waitMs"`;

/** The time until a request is possible again: when the platform's pause ends, or the current hour. */
const UNTIL_FREE = query({ waitMs: 'float' })`
  select extract(epoch from greatest(next_at, case when hour_used >= $2 then hour_start + interval '1 hour' end)
    - clock_timestamp())::float8 * 1000 as "waitMs"
  from platform_budget where platform = $1`;

const PENALIZE = statement`
  insert into platform_budget as b (platform, next_at, hour_start, paused_until)
  values ($1, clock_timestamp() + $2 * interval '1 ms', clock_timestamp(), clock_timestamp() + $2 * interval '1 ms')
  on conflict (platform) do update set
    next_at = greatest(b.next_at, excluded.next_at),
    paused_until = greatest(b.paused_until, excluded.paused_until)`;

/** Whether the platform has asked for a pause since the slot was taken, which voids the slot. */
const IS_PAUSED = statement`select from platform_budget where platform = $1 and paused_until > clock_timestamp()`;

/** Thrown to requests that cannot wait as long as the platform or the hourly budget demands. */
export class BudgetExhausted extends Error {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super('The request budget is used up for the moment');
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Requests that a person waits for or watches fail instead of waiting for minutes; the others wait their turn. Only
 * requests that a person waits for may use the part of the hour reserved for people.
 */
export function createPlatformBudget(sql: Sql, platform: string, limits: BudgetLimits): RequestBudget {
  const stepMs = 1000 / limits.perSecond;
  const backgroundPerHour = Math.floor(limits.perHour * (1 - limits.interactiveShare));

  async function waitUntilFree(priority: Priority, hourLimit: number, signal: AbortSignal | undefined): Promise<void> {
    const free = await sql.maybe(UNTIL_FREE, [platform, hourLimit]);
    const waitMs = Math.max(0, free?.waitMs ?? 0);
    if (priority !== 'background' && waitMs > MAX_WAIT_MS) throw new BudgetExhausted(waitMs);
    await waitFor(Math.min(waitMs, MAX_WAIT_MS), signal);
  }

  return {
    async take(priority, signal) {
      const hourLimit = priority === 'interactive' ? limits.perHour : backgroundPerHour;
      for (;;) {
        signal?.throwIfAborted();
        const slot = await sql.maybe(TAKE, [platform, stepMs, hourLimit]);
        if (!slot) {
          await waitUntilFree(priority, hourLimit, signal);
          continue;
        }
        if (slot.waitMs <= 0) return;
        await waitFor(slot.waitMs, signal);
        if ((await sql.run(IS_PAUSED, [platform])) === 0) return;
      }
    },
    async penalize(ms) {
      await sql.run(PENALIZE, [platform, ms]);
    },
  };
}

async function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error) => {
    signal?.throwIfAborted(); // Throw the caller's own reason instead of the timer's wrapper around it.
    throw error;
  });
}
