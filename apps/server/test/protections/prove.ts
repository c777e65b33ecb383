/**
 * Proves every row of `docs/security.md`: removes its protection in a copy of the tree and runs the test that has to
 * fail then. `pnpm prove:protections [id …]` prints the survivors; there should be none.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVitest, type Vitest } from 'vitest/node';
import { type Protection, protections } from './protections.ts';

const root = path.join(import.meta.dirname, '../../../..');
const asked = process.argv.slice(2);
const chosen = protections.filter(({ id }) => asked.length === 0 || asked.includes(id));

const copy = copyOfTree();
process.chdir(copy);
const vitest = await createVitest({
  root: copy,
  config: path.join(copy, 'vitest.config.ts'),
  watch: false,
  maxWorkers: 1,
  fileParallelism: false,
  reporters: [{}],
  // Without its protection, a test may wait for something that never happens.
  testTimeout: 60_000,
  hookTimeout: 120_000,
});
const survivors: string[] = [];
try {
  await vitest.standalone();
  for (const protection of chosen) {
    const started = performance.now();
    const verdict = await withoutProtection(vitest, protection);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stdout.write(`${protection.id.padEnd(5)} ${verdict} (${seconds} s) ${protection.test}\n`);
    if (verdict !== 'proven') survivors.push(`${protection.id}: ${verdict}`);
  }
} finally {
  // Without its protection, a test may leave a process that never ends.
  await Promise.race([vitest.close(), sleep(30_000)]);
  rmSync(copy, { recursive: true, force: true });
}
process.stdout.write(`${chosen.length} protections, ${survivors.length} survivors\n${survivors.join('\n')}\n`);
process.exit(survivors.length === 0 ? 0 : 1);

type Verdict = 'proven' | 'SURVIVED' | 'NO SUCH TEST' | 'BROKEN: the code no longer loads';

async function withoutProtection(running: Vitest, { changes, test, name }: Protection): Promise<Verdict> {
  const originals = changes.map(
    ({ file }) => [path.join(copy, file), readFileSync(path.join(copy, file), 'utf8')] as const,
  );
  try {
    for (const { file, remove, put = '' } of changes) {
      const place = path.join(copy, file);
      writeFileSync(
        place,
        readFileSync(place, 'utf8').replace(remove, () => put),
      );
      running.invalidateFile(place);
    }
    running.setGlobalTestNamePattern(new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
    const specifications = await running.globTestSpecifications([path.join(copy, test)]);
    const { testModules } = await running.runTestSpecifications(specifications);
    const states = testModules.flatMap((module) => [...module.children.allTests()].map((one) => one.result().state));
    if (states.includes('failed')) return 'proven';
    if (states.includes('passed')) return 'SURVIVED';
    return testModules.some((module) => module.errors().length > 0)
      ? 'BROKEN: the code no longer loads'
      : 'NO SUCH TEST';
  } finally {
    for (const [place, text] of originals) {
      writeFileSync(place, text);
      running.invalidateFile(place);
    }
  }
}

/**
 * Copies every tracked or untracked file that git does not ignore, with its own node_modules, because packages refer to
 * each other through those.
 */
function copyOfTree(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'guildhall-unprotected-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\n').filter(Boolean)) {
    cpSync(path.join(root, file), path.join(folder, file), { force: true, verbatimSymlinks: true });
  }
  execFileSync('npx', ['--yes', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline'], {
    cwd: folder,
    stdio: 'ignore',
  });
  return folder;
}
