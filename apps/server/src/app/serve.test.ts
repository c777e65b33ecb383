import { connectRealtime } from '@guildhall/client/realtime.ts';
import { expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { PROFILES } from '../../test/guild.ts';

test('a process stops promptly with an open socket and a running sync', async () => {
  const app = await testApp();
  const ilveth = await app.signIn('ilveth');
  const realtime = connectRealtime({ baseUrl: app.url, token: ilveth.token });
  try {
    await expect.poll(() => realtime.socket.connected, { timeout: 30_000 }).toBe(true);
    const release = app.simulator.faults.add({ match: PROFILES, fault: { kind: 'latency', ms: 500 } });
    await ilveth.post('/characters/sync').expect(201);
    const running = `select from sync_session where kind = 'roster' and status = 'running' and done > 0`;
    await expect.poll(async () => (await app.ctx.sql(running)).length, { timeout: 60_000 }).toBeGreaterThan(0);
    // From here on the sync waits for the platform. The process does not.
    app.simulator.faults.add({ match: PROFILES, fault: { kind: 'hang' } });
    release();
  } finally {
    await app[Symbol.asyncDispose]();
    realtime.close();
  }
  expect(app.logged.filter((line) => line.includes('job given back'))).not.toEqual([]);
});
