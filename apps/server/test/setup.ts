import { afterEach, vi } from 'vitest';

import { faultsLogged } from './faults-logged.ts';

const consoleError = vi.spyOn(console, 'error');

// The next file of the worker finds clocks, variables and functions as they were.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

// Prints the errors behind a failed test, which itself sees only a 500.
afterEach(({ task }) => {
  const faults = faultsLogged.splice(0);
  if (task.result?.state === 'fail') for (const fault of faults) process.stdout.write(fault);
});

// An error on the console fails the test.
afterEach(() => {
  const messages = consoleError.mock.calls.map((call) => call.join(' '));
  consoleError.mockClear();
  if (messages.length > 0) throw new Error(`console.error was called: ${messages.join('\n')}`);
});
