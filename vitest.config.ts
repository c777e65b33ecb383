import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['apps/**/*.test.ts', 'packages/**/*.test.ts'],
    globalSetup: ['apps/server/test/global-setup.ts'],
    setupFiles: ['apps/server/test/setup.ts'],
    // The files of a worker share what they import, which halves the processor time; `setup.ts` cleans up between tests.
    isolate: false,
    // Much of a test is waiting: for jobs, clocks and processes. So there is one file more than cores.
    maxWorkers: availableParallelism() + 1,
    // What a test waits for comes within three seconds even on a machine with six programs to a core, so ten show that it
    // never comes. Tests that need longer say so.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default', './apps/server/test/closing-line.ts'],
  },
});
