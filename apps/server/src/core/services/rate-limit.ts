/**
 * Rate limits shared by all processes: counted in PostgreSQL, with a counter in memory that takes over during an
 * outage. Protective limits are exact: each action is counted in the database before it runs. Limits on every request
 * are counted in the process and sent to the database in batches, a few times a second. Requests answered without the
 * database are counted without it too, by each process for itself.
 */
import type { QueryConfig } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type Database, withDeadline } from '../db/database.ts';
import { AppError, type LimitState } from '../errors.ts';
import { type BatchedCounters, createBatchedCounters } from './batched-counters.ts';

type Rule = { points: number; seconds: number; counted?: 'in batches' | 'in memory' };

const LIMIT_RULES = {
  /** All sign-ins of a person together, all their tokens together, all services of organizations that they founded. */
  person: { points: 300, seconds: 60, counted: 'in batches' },
  anonymous: { points: 60, seconds: 60, counted: 'in batches' },
  /** Sign-in starts and callbacks of one network. */
  signIn: { points: 60, seconds: 60 },
  /** Answers from memory or constants: health, game data, pictures, pages. */
  open: { points: 6_000, seconds: 60, counted: 'in memory' },
  magicLinkAddress: { points: 5, seconds: 3600 },
  magicLinkNetwork: { points: 20, seconds: 3600 },
  emailChange: { points: 10, seconds: 3600 },
  upload: { points: 20, seconds: 3600 },
  chatplatform: { points: 30, seconds: 60 },
  gameplatform: { points: 30, seconds: 60 },
  /** Presses and commands on Discord, by person; by keyed hash of the Discord account of an unknown caller. */
  discordPress: { points: 30, seconds: 60 },
  discordStranger: { points: 10, seconds: 60 },
  /** Attempts of a person without an account to choose a name, by keyed hash of the Discord account and the organization. */
  discordNames: { points: 10, seconds: 3600 },
  chatInvite: { points: 10, seconds: 3600 },
  /** Test messages to webhooks, and messages sent again. */
  webhookTest: { points: 20, seconds: 60 },
  organization: { points: 20, seconds: 3600 },
  import: { points: 60, seconds: 3600 },
  calendarFeed: { points: 60, seconds: 3600 },
} satisfies Record<string, Rule>;
export type LimitName = keyof typeof LIMIT_RULES;

export type Limits = ReturnType<typeof createLimits>;

/** After this time the process counts by itself: no caller waits for the database just to be counted. */
const PATIENCE_MS = 1_000;

type LimitOverrides = Partial<Record<LimitName, number>>;

export function createLimits(database: Pick<Database, 'query'>, overrides: LimitOverrides = {}) {
  const names = Object.keys(LIMIT_RULES) as LimitName[];
  const batched = createBatchedCounters(database);
  const takers = new Map(
    names.map((name) => {
      const rule: Rule = LIMIT_RULES[name];
      const limit = { ...rule, name, points: overrides[name] ?? rule.points };
      return [name, rule.counted === 'in batches' ? batchedTaker(batched, limit) : exactTaker(database, limit)];
    }),
  );
  return {
    /** Counts one use and returns the state of the limit. Throws TOO_MANY_REQUESTS when it is exhausted. */
    async take(name: LimitName, key: string): Promise<LimitState> {
      const take = takers.get(name);
      if (!take) throw new Error(`No limit ${name}`);
      return take(key);
    },
    close: () => batched.close(),
  };
}

type Limit = Rule & { name: LimitName };
type Taker = (key: string) => Promise<LimitState>;

function batchedTaker(counters: BatchedCounters, limit: Limit): Taker {
  return async (key) => {
    const { used, msLeft } = await counters.count(limit, key);
    if (used > limit.points) throw tooMany(limit.points, msLeft);
    return stateOf(limit, limit.points - used, msLeft);
  };
}

function exactTaker(database: Pick<Database, 'query'>, limit: Limit): Taker {
  const { name, points, seconds: duration } = limit;
  const inMemory = new RateLimiterMemory({ keyPrefix: name, points, duration });
  const limiter =
    limit.counted === 'in memory'
      ? inMemory
      : new RateLimiterPostgres({
          storeClient: { query: (statement: QueryConfig) => database.query(statement) },
          storeType: 'pool',
          tableName: 'rate_limit',
          tableCreated: true,
          keyPrefix: name,
          points,
          duration,
          inMemoryBlockOnConsumed: points,
          insuranceLimiter: inMemory,
        });
  return async (key) => {
    try {
      const { remainingPoints, msBeforeNext } = await withDeadline(PATIENCE_MS, () => limiter.consume(key, 1));
      return stateOf(limit, remainingPoints, msBeforeNext);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw tooMany(points, refusal.msBeforeNext);
    }
  };
}

const stateOf = ({ points }: Limit, remaining: number, msBeforeNext: number): LimitState => ({
  limit: points,
  remaining,
  resetSeconds: Math.ceil(msBeforeNext / 1000),
});

function tooMany(limit: number, msBeforeNext: number): AppError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const when = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('TOO_MANY_REQUESTS', 'rate_limited', `Too many requests. Try again in ${when}.`, {
    retryAfterSeconds: seconds,
    limit: { limit, remaining: 0, resetSeconds: seconds },
  });
}
