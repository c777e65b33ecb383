/** A project outside the repository installs the packed client, compiles against it and uses it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packClient } from '@guildhall/client-pack/pack.ts';
import { expect, test } from 'vitest';
import { testApp } from './app.ts';
import { eventGuild } from './events.ts';

const run = promisify(execFile);

const PROGRAM = `
import { connectRealtime } from '@guildhall/client/realtime';
import { createGuildhallRest, type Schemas } from '@guildhall/client/rest';
declare const process: { argv: string[]; stdout: { write(text: string): void } };
const [baseUrl = '', token = '', id = ''] = process.argv.slice(2);
const rest = createGuildhallRest({ baseUrl, token });
const { data, error } = await rest.GET('/organizations/{id}/changes', { params: { path: { id }, query: { limit: 10 } } });
if (!data) throw new Error(error?.message);
const next: string = data.next;
const live = connectRealtime({ baseUrl, token });
const told = new Promise<Schemas['Change']>((resolve) => live.on('absence.changed', resolve));
live.socket.on('connect', () => void rest.POST('/auth/me/absences', { body: { from: '2086-01-01', to: '2086-01-02' } }));
process.stdout.write(JSON.stringify({ next, type: (await told).type }));
live.close();
export const wrong = () => {
  // @ts-expect-error There is no such route.
  void rest.GET('/nowhere');
  // @ts-expect-error There is no such event.
  live.on('nothing.changed', () => {});
};
`;

test('a project outside the repository installs the packed client offline, compiles, and receives a change', async () => {
  await using app = await testApp({ roles: ['web'] });
  const { id, officer } = await eventGuild(app, 1);
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-outside-'));
  try {
    const tarball = await packClient(folder);
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    await writeFile(path.join(folder, 'main.ts'), PROGRAM);
    const compilerOptions = { target: 'ES2022', lib: ['ES2023', 'DOM'], module: 'NodeNext', strict: true, types: [] };
    const strict = { ...compilerOptions, skipLibCheck: false, outDir: 'out' };
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: strict, files: ['main.ts'] }),
    );
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
    await run(process.execPath, [TSC, '-p', folder]);
    const { stdout } = await run(process.execPath, ['out/main.js', app.url, officer.token, id], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual({ next: expect.stringMatching(/^\w{8}\.0$/), type: 'absence.changed' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);

/** TypeScript 5.9, the oldest that is supported. */
const TSC = path.join(import.meta.dirname, '../../../packages/client-pack/node_modules/typescript/bin/tsc');
