import { expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { jobs } from '../../app/jobs.ts';
import { uuidv7 } from '../uuid.ts';
import { sendJob } from './job.ts';

const exclusive = jobs.map(({ definition }) => definition).filter(({ queue }) => queue.policy === 'exclusive');

test('this file tests every exclusive queue', () => {
  expect(exclusive.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['enrich-character', 'roster-sync-scheduled', 'send-event-mail', 'catalogue-sync']),
  );
  expect(jobs.filter(({ definition }) => definition.key).map(({ definition }) => definition)).toEqual(exclusive);
});

test('a job queued in a transaction runs after the commit, even if the same job is waiting or running', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { boss, transact, sql } = app.ctx;
  await sql('delete from pgboss.job');
  const id = uuidv7();
  const subjects = {
    characterId: id,
    organizationId: id,
    eventMailId: id,
    interactionId: id,
    endpointId: id,
    importId: id,
    userId: id,
  };
  const anything = { ...subjects, serverId: '1', channelId: '1', at: null, profileAsked: false, trigger: 'schedule' };
  for (const job of exclusive) {
    const payload = job.payload.parse(anything);
    const taken = async () => (await boss.fetch(job.name)).length;
    const outcome = {
      queue: job.name,
      whileWaiting: NaN,
      afterwards: NaN,
      besideRunning: NaN,
      besideBoth: NaN,
      many: NaN,
      manyAfterwards: NaN,
    };
    await sendJob(boss, job, payload);
    await transact(async (tx) => {
      expect(await tx.enqueue(job, payload)).toBeNull();
      outcome.whileWaiting = await taken();
    });
    outcome.afterwards = await taken();
    await transact(async (tx) => {
      expect(await tx.enqueue(job, payload)).toBeNull();
      expect(await tx.enqueue(job, payload)).toBeNull();
      expect(await taken()).toBe(0);
    });
    outcome.besideRunning = await taken();
    // That one is running now, beside the first: both may have read already.
    await transact(async (tx) => {
      expect(await tx.enqueue(job, payload)).toBeNull();
      expect(await tx.enqueue(job, payload)).toBeNull();
    });
    outcome.besideBoth = await taken();
    await sql('delete from pgboss.job where name = $1', [job.name]);
    await sendJob(boss, job, payload);
    await transact(async (tx) => {
      expect(await tx.enqueueAll(job, [{ payload }])).toBe(0);
      outcome.many = await taken();
    });
    outcome.manyAfterwards = await taken();
    const expected = { whileWaiting: 0, afterwards: 1, besideRunning: 1, besideBoth: 1, many: 0, manyAfterwards: 1 };
    expect(outcome).toEqual({ queue: job.name, ...expected });
  }
});
