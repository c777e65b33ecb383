import { DiscordError } from '@guildhall/discord/errors.ts';
import type { Pace } from '@guildhall/discord/limits.ts';
import type { Sql } from '../db/sql.ts';
import { BudgetExhausted, createPlatformBudget } from './platform-budget.ts';

/** Discord allows a bot 50 requests a second; the rest is for answers that must not wait. */
const LIMITS = { perSecond: 40, perHour: 40 * 3_600, interactiveShare: 0 };

/** Paces the bot's requests of all processes together. */
export function createDiscordPace(sql: Sql): Pace {
  const budget = createPlatformBudget(sql, 'discord', LIMITS);
  return {
    async take(signal) {
      try {
        await budget.take('interactive', signal);
      } catch (error) {
        if (!(error instanceof BudgetExhausted)) throw error;
        const { retryAfterMs } = error;
        throw new DiscordError('rate_limited', { path: '(every route)', retryAfterMs, everywhere: true });
      }
    },
    penalize: (ms) => budget.penalize(ms),
  };
}
