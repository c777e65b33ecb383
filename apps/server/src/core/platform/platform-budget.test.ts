import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { createContext } from '../../app/compose.ts';
import { mapConcurrently } from '../concurrently.ts';
import { PLATFORM_LIMITS, type Role } from '../config.ts';
import { BudgetExhausted, createPlatformBudget } from './platform-budget.ts';

const FAST = { perSecond: 1000, perHour: 20, interactiveShare: 0.15 };
const timed = async (work: Promise<unknown>) => {
  const started = performance.now();
  await work;
  return performance.now() - started;
};

test.concurrent('three processes together keep to the rate of one', async () => {
  await using app = await testApp({ roles: ['web'] });
  const config = { ...app.config, platformLimits: PLATFORM_LIMITS, roles: new Set<Role>() };
  const contexts = await Promise.all([1, 2, 3].map(() => createContext(config)));
  await using stack = new AsyncDisposableStack();
  for (const context of contexts) stack.use(context);
  const started = performance.now();
  const requests = Array.from({ length: 150 }, (_, index) => contexts[index % 3]);
  await mapConcurrently(requests, 30, async (context) => {
    const answer = context?.battlenet.characterProfile({ region: 'us' }, { realmSlug: 'highmere', name: 'nobody' });
    await expect(answer).rejects.toThrow(BattlenetError);
  });
  // 149 intervals; a busy machine only makes it longer.
  expect(performance.now() - started).toBeGreaterThan((149 / 35) * 1000 * 0.9);
  // A busy machine lets requests bunch up; the platform itself allows 100.
  expect(app.simulator.requests.perSecond({ path: '/profile/wow/character/*' }).peak).toBeLessThan(100);
});

test.concurrent('a pause that the platform asks of one process applies to all', async () => {
  await using app = await testApp({ roles: ['web'] });
  const [one, another] = [1, 2].map(() => createPlatformBudget(app.ctx.sql, 'paused', FAST));
  await one?.take('background');
  const ms = await timed(
    Promise.resolve(one?.penalize(700)).then(() =>
      Promise.race([one?.take('interactive'), another?.take('interactive')]),
    ),
  );
  expect(ms).toBeGreaterThan(690);
});

test.concurrent('a pause also delays requests that already have a slot', async () => {
  await using app = await testApp({ roles: ['web'] });
  const slow = { ...FAST, perSecond: 0.1 };
  const [one, another] = [1, 2].map(() => createPlatformBudget(app.ctx.sql, 'overtaken', slow));
  await one?.take('background');
  const sent: number[] = [];
  const enough = new AbortController();
  const waiting = [1, 2].map(() =>
    another?.take('background', enough.signal).then(
      () => sent.push(performance.now()),
      () => {},
    ),
  );
  await expect
    .poll(() => app.ctx.sql(`select hour_used from platform_budget where platform = 'overtaken'`))
    .toEqual([{ hour_used: 3 }]);
  const pausedAt = performance.now();
  await one?.penalize(15_000);
  // The first was due after ten seconds, the second after twenty.
  await Promise.race(waiting);
  enough.abort();
  expect((sent[0] ?? 0) - pausedAt).toBeGreaterThan(14_990);
});

test.concurrent('fifteen percent of the hourly budget is reserved for interactive requests', async () => {
  await using app = await testApp({ roles: ['web'] });
  const budget = createPlatformBudget(app.ctx.sql, 'hourly', FAST);
  for (let taken = 0; taken < 17; taken++) await budget.take('background');
  const waiting = new AbortController();
  const background = budget.take('background', waiting.signal).then(
    () => 'taken',
    (reason) => reason,
  );
  for (let taken = 0; taken < 3; taken++) await budget.take('interactive');
  const refused = await budget.take('interactive').catch((error) => error);
  expect(refused).toBeInstanceOf(BudgetExhausted);
  expect(refused.retryAfterMs).toBeGreaterThan(3_500_000);

  waiting.abort(new Error('stopped'));
  expect(await background).toEqual(new Error('stopped'));
  await app.ctx.sql(
    `update platform_budget set hour_start = hour_start - interval '61 minutes' where platform = 'hourly'`,
  );
  await budget.take('background');
  expect(await app.ctx.sql(`select hour_used from platform_budget where platform = 'hourly'`)).toEqual([
    { hour_used: 1 },
  ]);
});

test.concurrent('an aborted wait ends immediately with the given reason', async () => {
  await using app = await testApp({ roles: ['web'] });
  const budget = createPlatformBudget(app.ctx.sql, 'aborted', FAST);
  await budget.penalize(20_000);
  const reason = new Error('the worker is stopping');
  const stopping = new AbortController();
  const waiting = budget.take('interactive', stopping.signal);
  await expect
    .poll(() => app.ctx.sql(`select hour_used from platform_budget where platform = 'aborted'`))
    .toEqual([{ hour_used: 1 }]);
  stopping.abort(reason);
  // A wait that did not end here would end with the pause, and take the slot.
  await expect(waiting).rejects.toBe(reason);
  await expect(budget.take('background', AbortSignal.abort(reason))).rejects.toBe(reason);
});

test.concurrent('a pause of minutes refuses interactive requests, and background requests wait for it', async () => {
  await using app = await testApp({ roles: ['web'] });
  const budget = createPlatformBudget(app.ctx.sql, 'long', FAST);
  await budget.penalize(300_000);
  await expect(budget.take('interactive')).rejects.toThrow(BudgetExhausted);
  await expect(budget.take('background', AbortSignal.timeout(300))).rejects.toThrow('timeout');
});
