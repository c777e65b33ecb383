import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { acquireLane, backOffLane, type Lane, laneAnswered, laneFailed } from './lane.ts';

test('a holder whose lease ran out changes nothing of the next holder’s lane', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { sql } = app.ctx;
  const laneOf = (holder: string): Lane => ({ channelId: '900000000000000001', holder });
  const former = laneOf('00000000-0000-7000-8000-000000000001');
  const next = laneOf('00000000-0000-7000-8000-000000000002');
  await acquireLane(sql, former);
  await sql(`update discord_lane set held_until = now() - interval '1 second'`);
  await acquireLane(sql, next);
  await laneFailed(app.ctx, next);
  await laneFailed(app.ctx, next);
  const FOUND = 'select job_id, failures, resume_at from discord_lane';
  const before = await sql(FOUND);
  expect(before).toMatchObject([{ job_id: next.holder, failures: 2 }]);

  await laneAnswered(app.ctx, former);
  await laneFailed(app.ctx, former);
  await backOffLane(app.ctx, former, 1_000);
  expect(await sql(FOUND)).toEqual(before);

  await laneAnswered(app.ctx, next);
  expect(await sql(FOUND)).toMatchObject([{ failures: 0 }]);
});
