/** Builds the web client when its sources have changed, in a process of its own, while the service is listening. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openWebClient, type WebClient } from './web-client.ts';

const root = path.join(import.meta.dirname, '../../..');
const web = path.join(root, 'apps/web');
const SOURCES = [
  'apps/web/{src,public}/**/*.*',
  'apps/web/{index.html,vite.config.ts,build.ts}',
  'packages/{contracts,client}/src/**/*.ts',
  'pnpm-lock.yaml',
];

type Options = { production: boolean; say(line: string): void };

/**
 * Answers at once; the client says itself when it is there. A failed build stops nothing: what was built before goes on
 * being served, or the plain pages. In production nothing is built.
 */
export function ensureWebClient({ production, say }: Options): WebClient & { settled: Promise<void> } {
  let state: ReturnType<WebClient['state']> = 'building';
  const settled = (production ? Promise.resolve() : build(say)).then(() => {
    state = openWebClient(path.join(web, 'dist'));
    if (state === 'absent') say('The web client is not built: plain pages take its place.');
  });
  return { state: () => state, settled };
}

async function build(say: Options['say']): Promise<void> {
  try {
    const key = await sourceKey();
    if ((await readFile(path.join(web, 'dist/.key'), 'utf8').catch(() => '')) === key) return;
    await promisify(execFile)(process.execPath, [path.join(web, 'build.ts'), key], { cwd: web });
  } catch (error) {
    say(`The web client could not be built: ${error instanceof Error ? error.message : error}`);
  }
}

/** Equal for equal sources, whatever their dates. */
async function sourceKey(): Promise<string> {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file))));
  const hash = createHash('sha256');
  files.forEach((file, index) => void hash.update(`${file}\0`).update(contents[index] ?? ''));
  return hash.digest('hex');
}
