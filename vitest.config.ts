import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/**/*.test.ts', 'packages/**/*.test.ts', '.ci/*.test.ts'],
    globalSetup: ['apps/server/test/global-setup.ts'],
    setupFiles: ['apps/server/test/setup.ts'],
    // The files of a worker share what they import, which halves the processor time; `setup.ts` cleans up between tests.
    isolate: false,
    // Much of a test is waiting: for jobs, clocks and processes. So there is one file more than cores.
    maxWorkers: availableParallelism() + 1,
    // A machine that others use too is slow, which is no failure. Tests that need longer by themselves say so.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A machine with six programs to a core takes three seconds, and one whose processor is lent out longer still.
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', './apps/server/test/closing-line.ts', './.ci/test-report.ts'],
  },
});
