import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files, which begin first: one that began last would hold up the end of a run. */
const LONG = [
  'e2e/weights',
  'app/jobs',
  'e2e/every-state',
  'e2e/every-route',
  'e2e/people',
  'event-posts',
  'start-failures',
  'e2e/door',
  'e2e/shell',
  'discord-outlasts-kills',
  'imports/killed-loot',
  'example-bot',
  'e2e/form-errors',
  'e2e/characters',
  'e2e/admin',
  'e2e/one-truth',
  'enrichment/enrichment',
  'event-tools',
  'realtime/realtime',
  'maintenance/migrate-database',
  'maintenance/backups',
  'silent-database',
  'test/fuzz',
  'releases',
  'bench/parts',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return place === -1 ? LONG.length : place;
    };
    return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  test: {
    include: ['apps/**/*.test.ts', 'packages/**/*.test.ts', 'bench/*.test.ts', '.ci/*.test.ts'],
    globalSetup: ['apps/server/test/global-setup.ts'],
    setupFiles: ['apps/server/test/setup.ts'],
    // The files of a worker share what they import, which halves the processor time; `setup.ts` cleans up between tests.
    isolate: false,
    // A third of a run is waiting, for jobs, clocks, processes and browsers: some more files than cores keep them busy. A
    // worker has a block of ports, and several runs share thirty (`test/app.ts`).
    maxWorkers: Math.min(Math.ceil(1.5 * availableParallelism()) + 1, 12),
    sequence: { sequencer: LongFirst },
    // A machine that others use too is slow, which is no failure. Tests that need longer by themselves say so.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Even a machine with six programs to a core takes no longer than three seconds.
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default', './apps/server/test/closing-line.ts', './.ci/test-report.ts'],
  },
});
