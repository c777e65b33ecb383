import { afterEach, vi } from 'vitest';

import { inspectAnswers } from '../src/core/db/sql.ts';
import { checkRows } from './checked-rows.ts';
import { faultsLogged } from './faults-logged.ts';

// A row that is not what its statement declares fails the request or job that read it.
inspectAnswers((statement, { rows }) => checkRows(statement, rows));

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
