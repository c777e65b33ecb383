/** The files under `ops` name metrics that exist, and settings that the service reads. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePort, testApp } from '../../test/app.ts';
import { serve } from '../serve.ts';

const root = path.join(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const TOKEN = 'a-token-for-prometheus';

test('a worker serves probes and metrics, and every metric named in alert rules and dashboards exists', async () => {
  await using app = await testApp({ roles: ['web'], environment: { METRICS_TOKEN: TOKEN } });
  const workerPort = await freePort();
  const config = { ...app.config, roles: new Set(['worker'] as const), workerPort };
  await using _worker = await serve(config, { log: app.ctx.log });
  const ask = (address: string, headers = {}) => fetch(`http://127.0.0.1:${workerPort}${address}`, { headers });
  expect((await ask('/livez')).status).toBe(200);
  expect((await ask('/readyz')).status).toBe(200);
  expect((await ask('/metrics')).status).toBe(401);
  expect((await ask('/api/v1/health')).status).toBe(404);

  const known = new Set<string>();
  for (const url of [app.url, `http://127.0.0.1:${workerPort}`]) {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(answer.status).toBe(200);
    for (const [, name = '', kind] of (await answer.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      known.add(name);
      if (kind === 'histogram') for (const part of ['bucket', 'count', 'sum']) known.add(`${name}_${part}`);
    }
  }
  const files = [...globSync('ops/{prometheus,grafana}/*', { cwd: root }), 'docs/operations.md'];
  expect(files.length).toBeGreaterThan(2);
  const named = files.flatMap(
    (file) => read(file).match(/\b(?:guildhall|process|nodejs)_[a-z0-9]+(?:_[a-z0-9]+)+/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('systemd units name settings that the service reads, and allow more time than its shutdown takes', () => {
  const settings = new Set(
    read('apps/server/src/core/config.ts')
      .match(/^ {2}([A-Z_]+):/gm)
      ?.map((line) => line.trim().slice(0, -1)),
  );
  const units = globSync('ops/systemd/*.service', { cwd: root }).map(read);
  expect(units).toHaveLength(2);
  for (const unit of units) {
    const [, assignments = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    expect(assignments.split(' ').filter((each) => !settings.has(each.split('=')[0] ?? ''))).toEqual([]);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(25);
    expect(unit).toContain('apps/server/src/main.ts');
  }
});
