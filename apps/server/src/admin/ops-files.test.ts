/** The files under `ops` and those of the containers name metrics, settings and pages that exist. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { freePort, testApp } from '../../test/app.ts';
import { serve } from '../app/serve.ts';

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

type Alerts = { groups: { rules: { alert: string; annotations: { runbook_url?: string } }[] }[] };

test('every alert leads to its section of the operations page, and every section is that of an alert', () => {
  const alerts: Alerts = parse(read('ops/prometheus/alerts.yml'));
  const rules = alerts.groups.flatMap((group) => group.rules);
  const headings = [...read('docs/operations.md').matchAll(/^### (Guildhall\w+)$/gm)].map(([, name]) => name);
  expect(rules.map(({ alert }) => alert).sort()).toEqual(headings.sort());
  for (const { alert, annotations } of rules) {
    expect(annotations.runbook_url).toMatch(new RegExp(`/docs/operations\\.md#${alert.toLowerCase()}$`));
  }
});

test('the table of backups names everything that is sealed with the key', () => {
  const [, loss = ''] = /^\| Secrets +\|[^|]+\|([^|]+)\|$/m.exec(read('docs/operations.md')) ?? [];
  expect(loss).toContain('ENCRYPTION_KEY');
  for (const sealed of ['game platform', 'webhooks']) expect(loss).toContain(sealed);
});

type Compose = {
  services: Record<string, { environment: Record<string, string>; ports: string[]; healthcheck?: object }>;
};

test('containers of both roles answer the health check of the image, and Prometheus', async () => {
  const { services }: Compose = parse(read('docker-compose.yml'), { merge: true });
  const { web, worker } = services;
  expect([web?.healthcheck, worker?.healthcheck]).toEqual([undefined, undefined]);
  const portsOf = (name: string) => `127.0.0.1:\${${name}}:4000`;
  expect([web?.ports, worker?.ports]).toEqual([[portsOf('WEB_PORTS:-4000')], [portsOf('WORKER_PORTS:-4100')]]);
  const { PORT, WORKER_PORT } = worker?.environment ?? {};
  expect([PORT, WORKER_PORT]).toEqual(['4000', '4000']);
  const scraped: { static_configs: { targets: string[] }[] }[] = parse(read('ops/prometheus/scrape.yml'));
  expect(scraped[0]?.static_configs[0]?.targets).toEqual(['127.0.0.1:4000', '127.0.0.1:4100']);

  const [, command = ''] = /^HEALTHCHECK [^[]*(\[.*\])$/m.exec(read('Dockerfile').replaceAll('\\\n', '')) ?? [];
  const [program, ...parameters]: string[] = JSON.parse(command);
  expect(program).toBe('node');
  const check = (port: number) =>
    promisify(execFile)(process.execPath, parameters, { env: { PORT: String(port) } }).then(
      () => 'healthy',
      ({ code }) => code,
    );
  await using app = await testApp({ roles: ['worker'], config: { workerPort: await freePort() } });
  expect(await check(app.ctx.config.workerPort ?? 0)).toBe('healthy');
  expect(await check(await freePort())).toBe(1);
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
