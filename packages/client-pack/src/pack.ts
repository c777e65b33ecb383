/**
 * Packs the client for projects outside this repository, as a tarball without dependencies. The code is bundled for Node
 * and for browsers. Its types come from the OpenAPI document, so it carries no types of the server.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { rolldown } from 'rolldown';
import ts from 'typescript';

const client = path.join(import.meta.dirname, '../../client');
const types = path.join(import.meta.dirname, '../types');
const API = path.join(client, '../../apps/server/openapi.json');
const ENTRIES = ['rest', 'realtime', 'webhooks'];

/** Returns the path of the tarball. */
export async function packClient(into: string): Promise<string> {
  const folder = path.join(into, 'package');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const document = JSON.parse(await readFile(API, 'utf8'));
  await writeFile(path.join(folder, 'schema.d.ts'), astToString(await openapiTypescript(document)));
  for (const name of ['rest', 'wire']) {
    await copyFile(path.join(types, `${name}.d.ts`), path.join(folder, `${name}.d.ts`));
  }
  for (const name of ['realtime', 'webhooks']) {
    await writeFile(path.join(folder, `${name}.d.ts`), await declarationsOf(name));
  }
  const fetchTypes = await readFile(resolve('openapi-fetch', 'dist/index.d.mts'), 'utf8');
  await writeFile(
    path.join(folder, 'openapi-fetch.d.ts'),
    fetchTypes.replaceAll("'openapi-typescript-helpers'", "'./openapi-typescript-helpers.js'"),
  );
  await copyFile(
    resolve('openapi-typescript-helpers', 'dist/index.d.mts'),
    path.join(folder, 'openapi-typescript-helpers.d.ts'),
  );
  for (const platform of ['node', 'browser'] as const) await bundle(platform, path.join(folder, platform));
  await copyFile(path.join(client, '../../LICENSE'), path.join(folder, 'LICENSE'));
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
  license: 'MIT',
  type: 'module',
  engines: { node: '>=20' },
  exports: Object.fromEntries(
    ENTRIES.map((name) => [
      `./${name}`,
      { types: `./${name}.d.ts`, browser: `./browser/${name}.js`, default: `./node/${name}.js` },
    ]),
  ),
});

async function bundle(platform: 'node' | 'browser', dir: string): Promise<void> {
  const input = Object.fromEntries(ENTRIES.map((name) => [name, path.join(client, 'src', `${name}.ts`)]));
  // `ws` requires these two optional packages in a `try`.
  const build = await rolldown({ input, platform, external: ['bufferutil', 'utf-8-validate'], logLevel: 'silent' });
  await build.write({ dir, format: 'esm', chunkFileNames: '[name].js' });
  await build.close();
}

/** Replaces types of the contracts by those of the OpenAPI document, which have the same names. */
async function declarationsOf(name: string): Promise<string> {
  const source = await readFile(path.join(client, 'src', `${name}.ts`), 'utf8');
  const { outputText } = ts.transpileDeclaration(source, { fileName: `${name}.ts` });
  return outputText.replaceAll(/'@guildhall\/contracts\/[\w-]+\.ts'/g, "'./wire.js'");
}

function resolve(name: string, file: string): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);
}
