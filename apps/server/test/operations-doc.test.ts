/**
 * The commands of `docs/operations.md` and of the systemd units, run in a copy of the tree after nothing but
 * `install --prod`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './app.ts';
import { emptyDatabase } from './db.ts';
import { patiently } from './guild.ts';

const root = path.join(import.meta.dirname, '../../..');
const page = readFileSync(path.join(root, 'docs/operations.md'), 'utf8');

/** The lines of each code block below a heading. */
function blocksOf(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [text = ''] = section.split('\n## ');
  return [...text.matchAll(/```sh\n([^`]*)```/g)].map(([, block = '']) => block.trim().split('\n'));
}

const [DEPLOY = [], ENVIRONMENT = [], GRANT = []] = blocksOf('Deploy');
const [, PIN = []] = blocksOf('With Docker');
const [INSTALL = '', USE_NODE = '', BUILD = '', MIGRATE = '', WEB = '', WORKER = ''] = DEPLOY;

const NOT_TRACKED = /\/(node_modules|\.git|\.data|dist(-[\w-]+)?)$/;
const LONG_MS = 900_000;

const owned = new AsyncDisposableStack();
let folder: string;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-operations-'));
  owned.defer(() => rm(folder, { recursive: true, force: true }));
  cpSync(root, folder, { recursive: true, filter: (place) => !NOT_TRACKED.test(place) });
  const database = owned.use(await emptyDatabase());
  port = await freePort();
  const settings: Record<string, string> = {
    BASE_URL: `http://localhost:${port}`,
    DATABASE_URL: database.url,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY: randomBytes(16).toString('hex'),
    DATA_DIR: path.join(folder, 'data'),
  };
  const lines = ENVIRONMENT.map((line) => {
    const [name = ''] = line.split('=');
    return settings[name] === undefined ? line : `${name}=${settings[name]}`;
  });
  await writeFile(path.join(folder, 'production.env'), `${lines.join('\n')}\n`);
});
afterAll(() => owned.disposeAsync());

/** A shell as on a new server: without the variables and programs of this test. */
const { PATH = '', HOME = '' } = process.env;
const clean = {
  PATH: PATH.split(':')
    .filter((place) => !place.includes('node_modules'))
    .join(':'),
  HOME,
  CI: 'true',
};

function start(command: string[], environment: NodeJS.ProcessEnv = clean) {
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return { child, said: () => said };
}

const shell = (line: string) => ['bash', '--norc', '-euc', `${USE_NODE}\n${line}`];

async function run(command: string[]): Promise<{ code: number | null; said: string }> {
  const { child, said } = start(command);
  await once(child, 'close');
  return { code: child.exitCode, said: said() };
}

/** Waits until the process is ready, then stops it as systemd does. */
async function expectReady({ child, said }: ReturnType<typeof start>, at: number): Promise<void> {
  try {
    await patiently(async () => {
      if (child.exitCode !== null) return;
      expect((await fetch(`http://127.0.0.1:${at}/readyz`)).status).toBe(200);
    });
    expect(child.exitCode, said()).toBeNull();
  } finally {
    await stop(child);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = once(child, 'close');
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}

test(
  'the documented installation migrates, refuses to start without its web client, and then serves',
  async () => {
    expect(await run(['bash', '--norc', '-euc', INSTALL])).toMatchObject({ code: 0 });
    expect((await run(shell('node --version'))).said).toMatch(/^v24\./);
    expect(await run(shell(MIGRATE))).toMatchObject({ code: 0, said: expect.stringContaining('schema was created') });
    const web = WEB.replace('4000', String(port));
    const refused = await run(shell(web));
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.said)).toMatchObject({
      level: 60,
      msg: expect.stringMatching(/web client is not built.*node apps\/web\/build\.ts.*SERVE_WEB=false/),
    });
    expect(await run(shell(BUILD))).toMatchObject({ code: 0 });
    await expectReady(start(shell(web)), port);
    const workerPort = await freePort();
    await expectReady(start(shell(`WORKER_PORT=${workerPort} ${WORKER}`)), workerPort);
    const granted = await run(shell(GRANT.join('\n')));
    expect(granted).toMatchObject({ code: 1, said: expect.stringContaining('No user has signed in with the address') });

    for (const file of globSync('ops/systemd/*.service', { cwd: folder })) {
      const unit = readFileSync(path.join(folder, file), 'utf8').replaceAll('/opt/guildhall', folder);
      const own = await freePort();
      const of = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
      expect(of('WorkingDirectory')).toBe(folder);
      const [, environmentFile = ''] = /([^/]+)$/.exec(of('EnvironmentFile')) ?? [];
      const environment = {
        ...Object.fromEntries(
          of('Environment')
            .split(' ')
            .map((each) => each.replace('%i', String(own)).split('=')),
        ),
        ...parseEnv(readFileSync(path.join(folder, environmentFile), 'utf8')),
      };
      await expectReady(start(of('ExecStart').split(' '), environment), own);
    }
  },
  LONG_MS,
);

test('pictures that are backed up and restored by the documented commands are the same', async () => {
  const [[DUMP = '', PACK = ''] = [], [CREATE = '', LOAD = '', UNPACK = '', AGAIN = ''] = []] =
    blocksOf('Back up and restore');
  const place = await mkdtemp(path.join(folder, 'pictures-'));
  const picture = path.join(place, 'storage/images/one.webp');
  await mkdir(path.dirname(picture), { recursive: true });
  await writeFile(picture, 'a picture');
  const inPlace = (line: string) => run(['bash', '--norc', '-euc', `export DATA_DIR="${place}"; ${line}`]);
  expect(await inPlace(PACK)).toEqual({ code: 0, said: '' });
  await rm(path.join(place, 'storage'), { recursive: true });
  expect(await inPlace(UNPACK)).toEqual({ code: 0, said: '' });
  expect(await readFile(picture, 'utf8')).toBe('a picture');
  expect(AGAIN).toBe(MIGRATE);
  // The client programs of PostgreSQL 18 are not among the packages.
  const [, file] = / --file=(\S+) /.exec(DUMP) ?? [];
  const [, into] = / (\w+)$/.exec(CREATE) ?? [];
  expect(LOAD).toMatch(new RegExp(`--dbname="\\$SERVER_URL/${into}" ${file}$`));
});

test('every command that the page names exists', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const tools = readFileSync(path.join(root, 'apps/server/src/tools.ts'), 'utf8');
  const named = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, name = '']) => name);
  const commands = named(/\bpnpm(?:@12)? ([a-z][\w:-]*)/g);
  expect(commands).toEqual(expect.arrayContaining(['start', 'migrate', 'backup', 'restore']));
  expect(commands.filter((name) => name !== 'install' && !scripts[name])).toEqual([]);
  const tasks = named(/tools\.ts ([a-z:]+)/g);
  expect(tasks).toEqual(expect.arrayContaining(['admin:grant', 'keys:rotate']));
  expect(tasks.filter((task) => !tools.includes(`=== '${task}'`))).toEqual([]);
  const migrate = readFileSync(path.join(root, 'apps/server/src/migrate.ts'), 'utf8');
  const options = named(/(?:migrate\.ts|pnpm migrate) --([a-z-]+)/g);
  expect(options).toEqual(expect.arrayContaining(['dry-run', 'stopped']));
  expect(options.filter((name) => !migrate.includes(name))).toEqual([]);
});

test('an upgrade takes the steps of a deployment, and every file that the page names exists', () => {
  const [upgrade = []] = blocksOf('Upgrade');
  expect(upgrade).toEqual([INSTALL, USE_NODE, BUILD, MIGRATE]);
  const files = page.match(/\b(?:apps|packages|ops)\/[\w./-]+\.\w+/g) ?? [];
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('the documented pin names the image that the Dockerfile, compose and the pipeline build from', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const [INSPECT = '', PINNED = ''] = PIN;
  const [, image = ''] = /imagetools inspect (\S+) --format '\{\{\.Manifest\.Digest\}\}'/.exec(INSPECT) ?? [];
  expect(PINNED).toBe(`docker build --build-arg BASE_IMAGE=${image}@sha256:… .`);
  const dockerfile = read('Dockerfile');
  // A name that only an argument gives, before the first stage, reaches each of them.
  expect(dockerfile).toMatch(new RegExp(`^ARG BASE_IMAGE=${image}$\\n+FROM`, 'm'));
  const stages = [...dockerfile.matchAll(/^FROM (\S+)(?: AS (\S+))?/gm)];
  const names = stages.map(([, , name]) => name);
  const bases = stages.map(([, base]) => base).filter((base) => !names.includes(base));
  expect(new Set(bases)).toEqual(new Set([`\${BASE_IMAGE}`]));
  expect(read('docker-compose.yml')).toMatch(new RegExp(`BASE_IMAGE: \\$\\{BASE_IMAGE:-${image}\\}`));
  expect(read('.github/workflows/ci.yml')).toContain(INSPECT.split('   #')[0]);
});
