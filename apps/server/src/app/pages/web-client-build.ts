/** Builds the web client when its sources have changed, in a separate process, while the service listens. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../../core/operator-error.ts';
import { openWebClient, type WebClient } from './web-client.ts';

const root = path.join(import.meta.dirname, '../../../../..');
const web = path.join(root, 'apps/web');
const SOURCES = [
  'apps/web/{src,public}/**/*.*',
  'apps/web/{index.html,*.ts}',
  'packages/{contracts,client,messages}/src/**/*.{ts,json}',
  'pnpm-lock.yaml',
];

type Options = { production: boolean; say(line: string): void };

/**
 * Returns at once and reports when the client is ready. A failed build stops nothing: the previous build, or the plain
 * pages, are served. In production it builds nothing, and throws OperatorError if there is no build.
 */
export function ensureWebClient({ production, say }: Options): WebClient & { settled: Promise<void> } {
  if (production) return builtWebClient();
  let state: ReturnType<WebClient['state']> = 'building';
  const settled = build(say).then(() => {
    state = openWebClient(path.join(web, 'dist'));
    if (state === 'absent') say('The web client is not built: plain pages take its place.');
  });
  return { state: () => state, settled };
}

function builtWebClient() {
  const state = openWebClient(path.join(web, 'dist'));
  if (state === 'absent') {
    throw new OperatorError(
      'The web client is not built: run `node apps/web/build.ts` first, or set SERVE_WEB=false to run without it.',
    );
  }
  return { state: () => state, settled: Promise.resolve() };
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
