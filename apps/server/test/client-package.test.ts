/** A project outside the repository installs the packed client, compiles against it and uses it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packClient } from '@guildhall/client-pack/pack.ts';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageVersion } from '../src/core/config.ts';
import { testApp } from './app.ts';
import { eventGuild } from './events.ts';
import { NODES } from './node-versions.ts';

const run = promisify(execFile);

const PROGRAM = `
import { connectRealtime, createGuildhallRest, dataOf, everyPage, isRefusal, verifyWebhook, WatchRefused, WebhookRefused, type Schemas, type WebhookMessage } from '@guildhall/client';
import * as realtime from '@guildhall/client/realtime';
import * as restEntry from '@guildhall/client/rest';
import * as webhooks from '@guildhall/client/webhooks';
const [baseUrl = '', token = '', id = '', day = ''] = process.argv.slice(2);
const same = [realtime.connectRealtime === connectRealtime, restEntry.createGuildhallRest === createGuildhallRest, webhooks.verifyWebhook === verifyWebhook];
async function main() {
  const rest = createGuildhallRest({ baseUrl, token });
  const { data, error } = await rest.GET('/organizations/{id}/changes', { params: { path: { id }, query: { limit: 10 } } });
  if (!data) throw new Error(error?.message);
  const next: string = data.next;
  let members = 0;
  const pages = everyPage((at) => rest.GET('/organizations/{id}/members', { params: { path: { id }, query: { ...at, pageSize: 1 } } }));
  for await (const page of pages) members += page.members.length;
  const reason = await dataOf(rest.GET('/posts/{id}', { params: { path: { id } } })).catch((thrown: unknown) =>
    isRefusal(thrown, 'post_not_found', 'rate_limited') ? thrown.reason satisfies 'post_not_found' | 'rate_limited' : 'another');
  const live = connectRealtime({ baseUrl, token });
  const told = new Promise<Schemas['Change']>((resolve) => live.on('absence.changed', resolve));
  live.socket.on('connect', () => void rest.POST('/auth/me/absences', { body: { from: day, to: day } }));
  const isRefused = (thrown: unknown) => thrown instanceof WatchRefused || thrown instanceof WebhookRefused;
  const refused = [
    await live.watch('00000000-0000-7000-8000-000000000000').next().catch(isRefused),
    await verifyWebhook('whsec_change-me', {}, '{}').catch(isRefused),
  ];
  process.stdout.write(JSON.stringify({ next, members, reason, same, type: (await told).type, refused }));
  live.close();
  void [
    // @ts-expect-error There is no such route.
    () => rest.GET('/nowhere'),
    // @ts-expect-error There is no such event.
    () => live.on('nothing.changed', () => {}),
    // @ts-expect-error There is no such reason.
    () => isRefusal(error, 'nothing'),
  ];
}
export function shown(message: WebhookMessage): string | null {
  switch (message.type) {
    case 'post.changed':
      return 'title' in message.data ? message.data.title : message.data.id;
    case 'membership.changed':
      return 'deleted' in message.data ? null : message.data.displayName;
    case 'feed.gap':
      return message.data.after;
    case 'ping':
      return message.data.host;
    default:
      return message.data.id;
  }
}
void main();
`;

/** TypeScript 5.9, the oldest that is supported. */
const TSC = path.join(import.meta.dirname, '../../../packages/client-pack/node_modules/typescript/bin/tsc');
const TYPES = path.join(import.meta.dirname, '../../../node_modules/@types');

const folders: string[] = [];
let tarball: string;
beforeAll(async () => {
  tarball = await packClient(await folderNamed('packed'));
});
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function folderNamed(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `guildhall-${name}-`));
  folders.push(folder);
  return folder;
}

/** A project with the packed client and these files, which compile. */
async function project(type: 'module' | 'commonjs', files: Record<string, string>, options: object = {}) {
  const folder = await folderNamed(type);
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type }));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.AsyncIterable'], module: 'NodeNext', strict: true },
    ...{ types: ['node'], typeRoots: [TYPES], skipLibCheck: false, outDir: 'out' },
    ...options,
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  await run(process.execPath, [TSC, '-p', folder]).catch(({ stdout }) => expect.fail(stdout));
  return folder;
}

test.each([
  ['module', 'an ES module', 'import'],
  ['commonjs', 'CommonJS', 'require'],
] as const)(
  'a project of the type %s installs the packed client offline, compiles as %s, and uses it on each Node that it names',
  async (type, _, word) => {
    await using app = await testApp({ roles: ['web'] });
    const { id, officer } = await eventGuild(app, 1);
    const folder = await project(type, { 'main.ts': PROGRAM });
    const compiled = await readFile(path.join(folder, 'out/main.js'), 'utf8');
    expect(compiled).toMatch(word === 'import' ? /^import /m : /require\("@guildhall\/client"\)/);
    for (const format of ['esm', 'cjs'] as const) await bundled(folder, format);
    const programs = ['out/main.js', 'bundled.mjs', 'bundled.cjs'];
    for (const [index, [version, node, program]] of NODES.flatMap(([version, node]) =>
      programs.map((program) => [version, node, program] as const),
    ).entries()) {
      expect((await run(node, ['--version'])).stdout.trim()).toBe(version);
      const day = `2086-01-0${index + 1}`;
      const { stdout } = await run(node, [program, app.url, officer.token, id, day], { cwd: folder });
      expect(JSON.parse(stdout), `${program} on ${version}`).toEqual({
        next: expect.stringMatching(index === 0 ? /^\w{8}\.0$/ : /^\w{8}\.[1-9]\d*$/),
        members: 2,
        reason: 'post_not_found',
        // A bundler of the other kind takes each entry for itself.
        same: [true, true, true],
        type: 'absence.changed',
        refused: [true, true],
      });
    }
  },
  300_000,
);

/** Bundles the project for Node. */
async function bundled(folder: string, format: 'esm' | 'cjs'): Promise<void> {
  const build = await rolldown({ input: path.join(folder, 'out/main.js'), platform: 'node', logLevel: 'silent' });
  await build.write({ file: path.join(folder, format === 'esm' ? 'bundled.mjs' : 'bundled.cjs'), format });
  await build.close();
}

test('the tarball has what a registry shows, and the version of the service', async () => {
  const folder = await project('module', {
    'main.ts': `import '@guildhall/client';`,
  });
  const installed = path.join(folder, 'node_modules/@guildhall/client');
  const read = (name: string) => readFile(path.join(installed, name), 'utf8');
  expect(JSON.parse(await read('package.json'))).toMatchObject({
    version: packageVersion(),
    engines: { node: `>=${NODES.map(([version]) => Number.parseInt(version.slice(1), 10)).sort((a, b) => a - b)[0]}` },
  });
  expect(await read('README.md')).toContain(`guildhall-client-${packageVersion()}.tgz`);
  // Bundlers that write CommonJS leave `import.meta` empty.
  const code = await Promise.all((await readdir(path.join(installed, 'node'))).map((name) => read(`node/${name}`)));
  expect(code.filter((text) => /import\.meta|createRequire/.test(text))).toEqual([]);
  expect(await read('LICENSE')).toContain('MIT');
  expect(await read('THIRD-PARTY-LICENSES')).toMatch(/^socket\.io-client \d[\s\S]*Permission is hereby granted/m);
});

/** Builds, by the condition under which a program takes each. */
const BUILDS = { import: 'node/*.js', require: 'node/*.cjs', browser: 'browser/*.js' };

test('each entry exports at run time what its types name, and nothing else, in every build', async () => {
  const folder = await project('module', { 'main.ts': `import '@guildhall/client';` });
  const installed = path.join(folder, 'node_modules/@guildhall/client');
  const { exports } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
  const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'));
  expect(entries.length).toBeGreaterThan(3);
  const program = (entry: string, names: string[]) => `
    import * as entry from '@guildhall/client${entry.slice(1)}';
    type Code = ${names.map((name) => `'${name}'`).join(' | ')};
    export const onlyInTypes: [] = [] as Exclude<keyof typeof entry, Code>[] satisfies never[] as [];
    export const onlyInCode: [] = [] as Exclude<Code, keyof typeof entry>[] satisfies never[] as [];`;
  const programs: Record<string, string> = {};
  for (const entry of entries) {
    const file = entry === '.' ? 'index' : entry.slice(2);
    const namesOf = async (build: string) =>
      Object.keys(await import(path.join(installed, build.replace('*', file)))).filter(
        (name) => !/^(default|module\.exports)$/.test(name),
      );
    const [names = [], ...others] = await Promise.all(Object.values(BUILDS).map(namesOf));
    expect(names.length, entry).toBeGreaterThan(0);
    for (const other of others) expect(other.sort(), entry).toEqual(names.sort());
    programs[`${file}.mts`] = program(entry, names);
    programs[`${file}-required.cts`] = program(entry, names);
  }
  await project('module', programs);
});

test('every program of the README compiles against the packed client, in a bundler too', async () => {
  const readme = await readFile(path.join(import.meta.dirname, '../../../packages/client/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  expect(blocks.length).toBeGreaterThan(8);
  const files = Object.fromEntries(blocks.map((block, index) => [`block-${index + 1}.mts`, block]));
  await project('module', files);
  await project('module', files, { module: 'ESNext', moduleResolution: 'Bundler', exactOptionalPropertyTypes: true });
});
