import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import type { AppContext } from '../services/context.ts';
import { handleShare, SWEEP_PARTS, sweepOf } from './sweep-parts.ts';

test('a part whose time is over goes on in the next run, is late in the end, and leaves the others running', async () => {
  await using app = await testApp({ roles: ['web'] });
  const stop = new AbortController().signal;
  const ran: string[] = [];
  const sweep = sweepOf<AppContext>({
    sweep: 'test',
    parts: {
      endless: async (_ctx, signal) => {
        ran.push('endless');
        while (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        signal.throwIfAborted();
      },
      failing: () => Promise.reject(new Error('The test wants it')),
      short: async () => void ran.push('short'),
    },
    lateAfterSeconds: 60,
    partSeconds: 0.05,
    failure: 'Not all parts',
  });
  await expect(sweep(app.ctx, stop)).rejects.toThrow('Not all parts');
  expect(ran).toEqual(['endless', 'short']);
  await app.ctx.sql(`update sweep_part set done_at = done_at - interval '5 minutes'`);
  await expect(sweep(app.ctx, stop)).rejects.toThrow('Not all parts');
  const late = (await app.ctx.sql.many(SWEEP_PARTS)).filter(({ lateSeconds }) => lateSeconds > 0);
  expect(late.map(({ part }) => part)).toEqual(['endless', 'failing']);
  expect(await app.ctx.sql('select part, error from sweep_part where error is not null')).toEqual([
    { part: 'failing', error: 'The test wants it' },
  ]);
});

test('a worker that stops leaves the rest of a sweep to another', async () => {
  await using app = await testApp({ roles: ['web'] });
  const stop = new AbortController();
  const sweep = sweepOf<AppContext>({
    sweep: 'test',
    parts: { first: async () => stop.abort(new Error('The worker is stopping')), second: async () => {} },
    lateAfterSeconds: 60,
    failure: 'Not all parts',
  });
  await expect(sweep(app.ctx, stop.signal)).rejects.toThrow('The worker is stopping');
  expect(await app.ctx.sql('select part from sweep_part')).toEqual([{ part: 'first' }]);
});

test('shares of a list come in turn; one that fails waits for its next turn', async () => {
  await using app = await testApp({ roles: ['web'] });
  const list = [1, 2, 3, 4, 5];
  const handled: number[][] = [];
  const next = () =>
    handleShare(
      app.ctx.sql,
      {
        name: 'test',
        most: 2,
        beginning: '0',
        read: async (after) => list.filter((each) => each > Number(after)).slice(0, 2),
        positionOf: String,
      },
      async (share) => {
        handled.push(share);
        if (share.includes(3)) throw new Error('The test wants it');
      },
    );
  expect(await next()).toBe(false);
  await expect(next()).rejects.toThrow('The test wants it');
  expect(await next()).toBe(true);
  expect(await next()).toBe(false);
  expect(handled).toEqual([[1, 2], [3, 4], [5], [1, 2]]);
});
