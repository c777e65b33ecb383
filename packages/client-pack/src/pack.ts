/**
 * Packs the client for projects outside this repository, as a tarball without dependencies. The code is bundled for Node,
 * as ES modules and as CommonJS, and for browsers. Its types come from the OpenAPI and AsyncAPI documents, so it carries
 * no types of the server.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { type RolldownOptions, rolldown } from 'rolldown';
import { esmExternalRequirePlugin } from 'rolldown/plugins';
import ts from 'typescript';

const client = path.join(import.meta.dirname, '../../client');
const types = path.join(import.meta.dirname, '../types');
const server = path.join(client, '../../apps/server');

/** Entries beside the root. */
const ENTRIES = ['rest', 'realtime', 'webhooks'];
const ROOT = path.join(import.meta.dirname, 'index.ts');
const DERIVED = ['changes', 'pages', 'realtime', 'refusals', 'retries', 'signed-out', 'webhooks', 'whole-roster'];

/** Returns the path of the tarball. */
export async function packClient(into: string): Promise<string> {
  const folder = path.join(into, 'package');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeDeclarations(folder);
  const bundled = await Promise.all([
    bundle({ platform: 'node', plugins: [withoutImportMeta] }, path.join(folder, 'node'), 'esm'),
    bundle({ platform: 'node', external: BUILT_IN }, path.join(folder, 'node'), 'cjs'),
    bundle({ platform: 'browser' }, path.join(folder, 'browser'), 'esm'),
  ]);
  await writeFile(path.join(folder, 'THIRD-PARTY-LICENSES'), await licensesOf(bundled.flat()));
  await copyFile(path.join(client, '../../LICENSE'), path.join(folder, 'LICENSE'));
  await copyFile(path.join(client, 'README.md'), path.join(folder, 'README.md'));
  const { version } = JSON.parse(await readFile(path.join(client, 'package.json'), 'utf8'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest(version), null, 2));
  const file = path.join(into, `guildhall-client-${version}.tgz`);
  await promisify(execFile)('tar', ['-czf', file, '-C', into, 'package']);
  return file;
}

const manifest = (version: string) => ({
  name: '@guildhall/client',
  version,
  description: 'Client of a Guildhall service: its REST API with types, what it tells live, and its webhooks',
  keywords: ['guildhall', 'world-of-warcraft', 'guild', 'raid', 'api-client'],
  license: 'MIT',
  type: 'module',
  // The oldest on which tests run it.
  engines: { node: '>=20' },
  sideEffects: false,
  main: './node/index.cjs',
  types: './index.d.cts',
  exports: {
    '.': exported('index'),
    ...Object.fromEntries(ENTRIES.map((name) => [`./${name}`, exported(name)])),
    './package.json': './package.json',
  },
});

const exported = (name: string) => ({
  browser: { types: `./${name}.d.ts`, default: `./browser/${name}.js` },
  require: { types: `./${name}.d.cts`, default: `./node/${name}.cjs` },
  default: { types: `./${name}.d.ts`, default: `./node/${name}.js` },
});

const BUILT_IN = builtinModules.flatMap((name) => [name, `node:${name}`]);

/** Dependencies `require` what Node has. Imports in place of that let others bundle the result, as CommonJS too. */
const withoutImportMeta = esmExternalRequirePlugin({ external: BUILT_IN });

/** Returns the files that went into it. */
async function bundle(options: RolldownOptions, dir: string, format: 'esm' | 'cjs'): Promise<string[]> {
  const entries = ENTRIES.map((name) => [name, path.join(client, 'src', `${name}.ts`)]);
  const build = await rolldown({
    input: { index: ROOT, ...Object.fromEntries(entries) },
    logLevel: 'silent',
    // `ws` does without its two optional packages then.
    transform: { define: { 'process.env.WS_NO_BUFFER_UTIL': '"1"', 'process.env.WS_NO_UTF_8_VALIDATE': '"1"' } },
    ...options,
  });
  const extension = format === 'cjs' ? 'cjs' : 'js';
  const names = { entryFileNames: `[name].${extension}`, chunkFileNames: `[name].${extension}` };
  const { output } = await build.write({ dir, format, ...names });
  await build.close();
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

/** The licences of the packages of others that these files belong to. */
async function licensesOf(files: string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []));
  const texts = [...folders].map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    const [file = ''] = (await readdir(folder)).filter((each) => /^licen[sc]e/i.test(each));
    return `${name} ${version}\n\n${(await readFile(path.join(folder, file), 'utf8')).trim()}\n`;
  });
  return (await Promise.all(texts)).sort().join('\n\n');
}

/** Declarations without values are the same for ES modules and CommonJS. */
const SHARED = ['schema', 'wire', 'openapi-fetch', 'openapi-typescript-helpers'];

async function writeDeclarations(folder: string): Promise<void> {
  const all = await declarations();
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  for (const [name, text] of all) {
    const asCommonJs = text.replaceAll(/'\.\/([\w-]+)\.js'/g, "'./$1.cjs'");
    await write(`${name}.d.cts`, asCommonJs);
    if (SHARED.includes(name)) continue;
    const shared = (given: string, to: string) => (SHARED.includes(to) ? `'./${to}.cjs'` : given);
    await write(`${name}.d.ts`, text.replaceAll(/'\.\/([\w-]+)\.js'/g, shared));
  }
}

/** Declarations by name. */
async function declarations(): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  const [api, live] = await Promise.all(
    ['openapi', 'asyncapi'].map(async (name) => JSON.parse(await readFile(path.join(server, `${name}.json`), 'utf8'))),
  );
  // The documents agree where they describe the same. Only the second has the messages of webhooks.
  const schemas = { ...live.components.schemas, ...api.components.schemas };
  const document = { ...api, components: { ...api.components, schemas } };
  // A request may leave out fields that have a default.
  all.set('schema', astToString(await openapiTypescript(document, { defaultNonNullable: false })));
  for (const name of ['rest', 'wire']) all.set(name, await readFile(path.join(types, `${name}.d.ts`), 'utf8'));
  for (const name of DERIVED) all.set(name, await declarationsOf(path.join(client, 'src', `${name}.ts`)));
  all.set('index', await declarationsOf(ROOT));
  const fetchTypes = await readFile(resolve('openapi-fetch', 'dist/index.d.mts'), 'utf8');
  const helpers = "'./openapi-typescript-helpers.js'";
  all.set('openapi-fetch', fetchTypes.replaceAll("'openapi-typescript-helpers'", helpers));
  const helperTypes = await readFile(resolve('openapi-typescript-helpers', 'dist/index.d.mts'), 'utf8');
  return all.set('openapi-typescript-helpers', helperTypes);
}

/** Replaces types of the contracts by those of the API documents, which have the same names. */
async function declarationsOf(file: string): Promise<string> {
  const { outputText } = ts.transpileDeclaration(await readFile(file, 'utf8'), { fileName: file });
  return outputText
    .replaceAll(/'@guildhall\/contracts\/[\w-]+\.ts'/g, "'./wire.js'")
    .replaceAll(/'(?:@guildhall\/client|\.)\/([\w-]+)\.ts'/g, "'./$1.js'");
}

function resolve(name: string, file: string): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
}
