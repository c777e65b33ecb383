/** The walk by curl of `docs/http.md`, pasted into a shell, and the commands that the README names. */
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testApp } from './app.ts';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const blocksOf = (text: string) => [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);

test('the walk by curl signs in, syncs, reads, changes, and ends signed out', async () => {
  await using app = await testApp({ syncAtSignIn: true });
  const [, walk = ''] = read('docs/http.md').split('\n## By curl\n');
  const blocks = blocksOf(walk);
  expect(blocks.length).toBeGreaterThan(10);
  const script = blocks.join('\n').replace('BASE=http://localhost:4000', `BASE=${app.ctx.config.baseUrl}`);
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    maxBuffer: 50_000_000,
    timeout: 240_000,
  }).catch(({ stdout, stderr }) => expect.fail(`${stdout.slice(-2_000)}\n${stderr}`));
  expect(stderr).toBe('');
  const refusals = [...stdout.matchAll(/"reason":"(\w+)"/g)].map(([, reason]) => reason);
  expect(refusals).toEqual(['sync_cooldown']);
  expect(stdout).toMatch(/roster completed 60\/60/);
  expect(stdout).toContain('BEGIN:VCALENDAR');
  expect(stdout).toContain('"title":"Raid night"');
  expect(stdout).toMatch(/200\nGuildhall\nok\n/);
});

test('every command that README and guides name is one of the repository', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'packages/client/README.md', ...globSync('docs/*.md', { cwd: root })];
  const known = new Set([
    ...Object.keys(JSON.parse(read('package.json')).scripts),
    'install',
    'exec',
    'audit',
    'vitest',
  ]);
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/(?:\bpnpm@12|[`\n]pnpm) ([a-z][\w:-]*)/g)].map(([, name = '']) => `${page}: ${name}`),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((each) => !known.has(each.split(': ')[1] ?? ''))).toEqual([]);
});
