/**
 * `node build.ts [key]`: builds into a temporary folder, compresses the files, and replaces `dist` with it. The key
 * identifies the sources of the build; the server compares it before building again.
 */
import { globSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const COMPRESSIBLE = '**/*.{html,js,css,svg,json,webmanifest}';
const WORTH_BYTES = 256;

// A test or `pnpm dev` may start the build, but its output is always for production.
process.env.NODE_ENV = 'production';

const root = import.meta.dirname;
const dist = path.join(root, 'dist');
const next = path.join(root, `dist-${process.pid}`);
const old = `${next}-old`;

await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'warn', build: { outDir: next } });
await Promise.all(globSync(COMPRESSIBLE, { cwd: next }).map((file) => compress(path.join(next, file))));
const key = process.argv[2] ?? '';
await writeFile(path.join(next, '.key'), key);
// Another process may have built the same meanwhile, and be reading it.
const there = await readFile(path.join(dist, '.key'), 'utf8').catch(() => '');
if (key && there === key) await rm(next, { recursive: true });
else {
  await rename(dist, old).catch(() => {});
  await rename(next, dist).catch(() => rm(next, { recursive: true }));
  await rm(old, { recursive: true, force: true });
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTH_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_QUALITY]: 10 };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
