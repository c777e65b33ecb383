import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { createLease } from './lease.ts';

const KEY = ['a channel'];

test('a lease has one holder at a time, until it is released or its time is over', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const lease = createLease({
    table: 'discord_lane',
    key: ['channel_id'],
    holder: 'job_id',
    until: 'held_until',
    seconds: 60,
  });
  const [one, other] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
  const competing = await Promise.all([one, other].map((holder) => lease.acquire(sql, KEY, [holder])));
  const holder = competing.find((token) => token !== null) ?? '';
  const loser = holder === one ? other : one;
  expect(competing.toSorted()).toEqual([holder, null].toSorted());

  expect(await lease.acquire(sql, KEY, [holder])).toBe(holder);
  expect(await lease.renew(sql, KEY, loser)).toBeNull();
  expect(await lease.release(sql, KEY, loser)).toBe(false);
  expect(await lease.renew(sql, KEY, holder)).toBe(holder);

  await sql(`update discord_lane set held_until = now() - interval '1 second'`);
  expect(await lease.acquire(sql, KEY, [loser])).toBe(loser);
  expect(await lease.renew(sql, KEY, holder)).toBeNull();
  const fail = lease.releasing('failures = $3');
  expect(await fail(sql, KEY, holder, [7])).toBe(false);
  expect(await fail(sql, KEY, loser, [3])).toBe(true);
  expect(await sql('select job_id, held_until, failures from discord_lane')).toEqual([
    { job_id: null, held_until: null, failures: 3 },
  ]);
});

test('a holder without a name shows when its lease ends', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const lease = createLease({
    table: 'discord_lane',
    key: ['channel_id'],
    until: 'held_until',
    seconds: 60,
    where: 'l.failures < $2',
  });
  const first = (await lease.acquire(sql, KEY, [5])) ?? '';
  expect(await lease.acquire(sql, KEY, [5])).toBeNull();
  await sql(`update discord_lane set held_until = now() - interval '1 second'`);
  // Ends are kept in milliseconds, and a lease outlasts one.
  await sql('select pg_sleep(0.002)');
  const second = (await lease.acquire(sql, KEY, [5])) ?? '';
  expect(await lease.release(sql, KEY, first)).toBe(false);
  await sql('select pg_sleep(0.002)');
  const third = (await lease.renew(sql, KEY, second)) ?? '';
  expect(await lease.release(sql, KEY, second)).toBe(false);
  expect(await lease.release(sql, KEY, third)).toBe(true);
  await sql('update discord_lane set failures = 5');
  expect(await lease.acquire(sql, KEY, [5])).toBeNull();
  expect(await lease.acquire(sql, ['no such channel'], [5], { exists: true })).toBeNull();
});
