/**
 * Rate limits shared by all processes: counted in PostgreSQL, with a counter in memory that takes over while the
 * database is away. The limit that every request meets is taken from the database in small leases, so that one row write
 * pays for several requests; costly actions are counted one by one. What is answered without the database is counted
 * without it, too, by each process for itself.
 */

import { LRUCache } from 'lru-cache';
import type { QueryConfig } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type Database, withPatience } from '../db/database.ts';
import { AppError, type LimitState } from '../errors.ts';

type Rule = { points: number; seconds: number; counted?: 'in leases' | 'in memory' };

export const LIMIT_RULES = {
  session: { points: 300, seconds: 60, counted: 'in leases' },
  anonymous: { points: 60, seconds: 60, counted: 'in leases' },
  /** What comes out of memory or never changes: health, game data, pictures, pages. */
  open: { points: 6_000, seconds: 60, counted: 'in memory' },
  magicLinkAddress: { points: 5, seconds: 3600 },
  magicLinkNetwork: { points: 20, seconds: 3600 },
  emailChange: { points: 10, seconds: 3600 },
  upload: { points: 20, seconds: 3600 },
  chatplatform: { points: 30, seconds: 60 },
  gameplatform: { points: 30, seconds: 60 },
  chatInvite: { points: 10, seconds: 3600 },
  organization: { points: 20, seconds: 3600 },
  calendarFeed: { points: 60, seconds: 3600 },
} satisfies Record<string, Rule>;
export type LimitName = keyof typeof LIMIT_RULES;

export type Limits = {
  /** Counts one against a limit and says how it stands. Throws TOO_MANY_REQUESTS when it is used up. */
  take(name: LimitName, key: string): Promise<LimitState>;
};

/** A part of the limit that this process may use without asking. */
type Lease = { left: number; remaining: number; resetAt: number };

/** So many leases share a limit: few enough to save writes, many enough that processes rarely hold what others need. */
const LEASES = 30;
const MAX_KEYS = 50_000;
/** Then this process counts by itself: nobody waits for the database just to be counted. */
const PATIENCE_MS = 1_000;

export type LimitOverrides = Partial<Record<LimitName, number>>;

export function createLimits(database: Pick<Database, 'query'>, overrides: LimitOverrides = {}): Limits {
  const names = Object.keys(LIMIT_RULES) as LimitName[];
  const takers = new Map(names.map((name) => [name, taker(database, name, overrides[name])]));
  return {
    async take(name, key) {
      const take = takers.get(name);
      if (!take) throw new Error(`No limit ${name}`);
      return take(key);
    },
  };
}

function taker(
  database: Pick<Database, 'query'>,
  name: LimitName,
  override: number | undefined,
): (key: string) => Promise<LimitState> {
  const rule: Rule = LIMIT_RULES[name];
  const points = override ?? rule.points;
  const duration = rule.seconds;
  const inMemory = new RateLimiterMemory({ keyPrefix: name, points, duration });
  const limiter =
    rule.counted === 'in memory'
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
  const consume = async (key: string, count: number) => {
    try {
      return await withPatience(PATIENCE_MS, () => limiter.consume(key, count));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw tooMany(points, refusal.msBeforeNext);
    }
  };
  const stateOf = (remaining: number, msBeforeNext: number): LimitState => ({
    limit: points,
    remaining,
    resetSeconds: Math.ceil(msBeforeNext / 1000),
  });
  if (rule.counted !== 'in leases') {
    return async (key) => {
      const { remainingPoints, msBeforeNext } = await consume(key, 1);
      return stateOf(remainingPoints, msBeforeNext);
    };
  }

  const size = Math.max(1, Math.floor(points / LEASES));
  const leases = new LRUCache<string, Promise<Lease>>({ max: MAX_KEYS });
  const renew = (key: string): Promise<Lease> => {
    const lease = consume(key, size).then(({ remainingPoints, msBeforeNext }) => ({
      left: size,
      remaining: remainingPoints,
      resetAt: Date.now() + msBeforeNext,
    }));
    leases.set(key, lease);
    lease.catch(() => leases.peek(key) === lease && leases.delete(key));
    return lease;
  };
  return async (key) => {
    for (;;) {
      const asked = leases.get(key) ?? renew(key);
      const lease = await asked;
      const fresh = lease.resetAt > Date.now();
      if (fresh && lease.left > 0) {
        lease.left -= 1;
        return stateOf(lease.remaining + lease.left, lease.resetAt - Date.now());
      }
      // Of all who find it used up, the first renews it and the others wait for that.
      if (leases.get(key) === asked) leases.delete(key);
    }
  };
}

function tooMany(limit: number, msBeforeNext: number): AppError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const when = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError('TOO_MANY_REQUESTS', 'rate_limited', `Too many requests. Try again in ${when}.`, {
    retryAfterSeconds: seconds,
    limit: { limit, remaining: 0, resetSeconds: seconds },
  });
}
