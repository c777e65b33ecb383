import pg from 'pg';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../../../test/db.ts';
import { AppError } from '../errors.ts';
import { createLimits } from './rate-limit.ts';

const outcomes = async (attempts: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(attempts);
  return {
    allowed: settled.filter(({ status }) => status === 'fulfilled').length,
    refused: settled.filter((result) => result.status === 'rejected' && result.reason instanceof AppError).length,
  };
};

test('R-01: two processes together let exactly five of fifty parallel attempts through', async () => {
  await using database = await cloneDatabase();
  const [one, other] = [
    new pg.Pool({ connectionString: database.url }),
    new pg.Pool({ connectionString: database.url }),
  ];
  try {
    const limits = [createLimits(one), createLimits(other)];
    const attempts = Array.from({ length: 50 }, (_, i) => limits[i % 2]?.take('magicLinkAddress', 'a@example.org'));
    expect(await outcomes(attempts.map(async (attempt) => attempt))).toEqual({ allowed: 5, refused: 45 });
    expect((await limits[0]?.take('magicLinkAddress', 'b@example.org'))?.remaining).toBe(4);
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
});

test('the limit for requests holds across processes, with a tolerance of a tenth per further process', async () => {
  await using database = await cloneDatabase();
  const [one, other] = [
    new pg.Pool({ connectionString: database.url }),
    new pg.Pool({ connectionString: database.url }),
  ];
  const limits = [createLimits(one), createLimits(other)];
  try {
    const attempts = Array.from({ length: 700 }, async (_, i) => limits[i % 2]?.take('person', 'somebody'));
    const { allowed, refused } = await outcomes(attempts);
    expect(allowed).toBeGreaterThanOrEqual(300);
    expect(allowed).toBeLessThanOrEqual(330);
    expect(refused).toBe(700 - allowed);
  } finally {
    await Promise.all(limits.map((each) => each.close()));
    await Promise.all([one.end(), other.end()]);
  }
});

test('requests of many people are counted in batches, and the next process continues from those counts', async () => {
  await using database = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    let statements = 0;
    const counted = { query: (statement: pg.QueryConfig) => ++statements && pool.query(statement) };
    const first = createLimits(counted as typeof pool);
    for (let person = 0; person < 50; person += 1) {
      for (let call = 0; call < 3; call += 1) await first.take('person', `person ${person}`);
    }
    await first.close();
    expect(statements).toBeLessThan(10);

    const next = createLimits(pool, { person: 3 });
    // It takes one locally, then asks the database.
    const { allowed } = await outcomes([1, 2, 3].map(() => next.take('person', 'person 7')));
    expect(allowed).toBe(1);
    await next.close();
  } finally {
    await pool.end();
  }
});

test('a limit resets when its window ends', async () => {
  await using database = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    await pool.query(`insert into rate_limit (key, points, expire) values ('session:somebody', 300, 1000)`);
    const limits = createLimits(pool);
    const { allowed } = await outcomes(Array.from({ length: 301 }, () => limits.take('person', 'somebody')));
    expect(allowed).toBe(300);
    await limits.close();
  } finally {
    await pool.end();
  }
});

test('a refusal says when to retry, and the remaining count decreases', async () => {
  await using database = await cloneDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    const limits = createLimits(pool, { anonymous: 2 });
    expect((await limits.take('anonymous', 'network')).remaining).toBe(1);
    expect((await limits.take('anonymous', 'network')).remaining).toBe(0);
    const refusal = await limits.take('anonymous', 'network').catch((error) => error);
    expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS', reason: 'rate_limited' });
    expect(refusal.retryAfterSeconds).toBeGreaterThan(20);
  } finally {
    await pool.end();
  }
});

test('R-04: a counter in memory enforces the limit while the database is down', async () => {
  const pool = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none', connectionTimeoutMillis: 200 });
  try {
    const limits = createLimits(pool);
    const attempts = Array.from({ length: 8 }, async () => limits.take('magicLinkAddress', 'a@example.org'));
    expect(await outcomes(attempts)).toEqual({ allowed: 5, refused: 3 });
    const requests = Array.from({ length: 310 }, async () => limits.take('person', 'somebody'));
    expect(await outcomes(requests)).toEqual({ allowed: 300, refused: 10 });
  } finally {
    await pool.end();
  }
});
