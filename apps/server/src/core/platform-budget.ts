/**
 * The request budget of a platform for all processes together: one row, one statement a request. Every request takes
 * the next free slot of an evenly paced timeline and waits for it; so the pace holds however many processes there are,
 * and whoever asks is served in turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestBudget } from '@guildhall/battlenet/client.ts';
import type { Sql } from './sql.ts';

export type BudgetLimits = { perSecond: number; perHour: number; interactiveShare: number };

/** The platform allows 100/s and 36,000/h; we stay well below. Source: decisions on the platform budget. */
export const PLATFORM_LIMITS: BudgetLimits = { perSecond: 35, perHour: 30_000, interactiveShare: 0.15 };

const TAKE = `
  insert into platform_budget as b (platform, next_at, hour_start, hour_used)
  values ($1, clock_timestamp() + $2 * interval '1 ms', clock_timestamp(), 1)
  on conflict (platform) do update set
    next_at = greatest(b.next_at, clock_timestamp()) + $2 * interval '1 ms',
    hour_start = case when b.hour_start < clock_timestamp() - interval '1 hour' then clock_timestamp() else b.hour_start end,
    hour_used = case when b.hour_start < clock_timestamp() - interval '1 hour' then 1 else b.hour_used + 1 end
  where b.hour_used < $3 or b.hour_start < clock_timestamp() - interval '1 hour'
  returning extract(epoch from next_at - clock_timestamp())::float8 * 1000 - $2 as "waitMs"`;

const UNTIL_NEXT_HOUR = `
  select extract(epoch from hour_start + interval '1 hour' - clock_timestamp())::float8 * 1000 as "waitMs"
  from platform_budget where platform = $1`;

const PENALIZE = `
  insert into platform_budget as b (platform, next_at, hour_start)
  values ($1, clock_timestamp() + $2 * interval '1 ms', clock_timestamp())
  on conflict (platform) do update set next_at = greatest(b.next_at, clock_timestamp() + $2 * interval '1 ms')`;

/** Longest single wait for a new hour before looking again; a person's request fails instead of waiting that long. */
const HOUR_POLL_MS = 30_000;

/** Thrown to a person's request when the hour is used up. */
export class BudgetExhausted extends Error {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super('The request budget of this hour is used up');
    this.retryAfterMs = retryAfterMs;
  }
}

export function createPlatformBudget(sql: Sql, platform: string, limits: BudgetLimits): RequestBudget {
  const stepMs = 1000 / limits.perSecond;
  const backgroundPerHour = Math.floor(limits.perHour * (1 - limits.interactiveShare));
  return {
    async take(priority, signal) {
      const hourLimit = priority === 'interactive' ? limits.perHour : backgroundPerHour;
      for (;;) {
        const [slot] = await sql<{ waitMs: number }>(TAKE, [platform, stepMs, hourLimit]);
        if (slot) {
          if (slot.waitMs > 0) await sleep(slot.waitMs, undefined, { signal });
          return;
        }
        const [hour] = await sql<{ waitMs: number }>(UNTIL_NEXT_HOUR, [platform]);
        const waitMs = Math.max(0, hour?.waitMs ?? 0);
        if (priority === 'interactive') throw new BudgetExhausted(waitMs);
        await sleep(Math.min(waitMs, HOUR_POLL_MS), undefined, { signal });
      }
    },
    async penalize(ms) {
      await sql(PENALIZE, [platform, ms]);
    },
  };
}
