import { afterEach, vi } from 'vitest';

import { faultsLogged } from './faults-logged.ts';

const consoleError = vi.spyOn(console, 'error');

// A failed test shows what went wrong inside, where all that it sees is a 500.
afterEach(({ task }) => {
  const faults = faultsLogged.splice(0);
  if (task.result?.state === 'fail') for (const fault of faults) process.stdout.write(fault);
});

// What is worth an error on the console is worth a failed test.
afterEach(() => {
  const messages = consoleError.mock.calls.map((call) => call.join(' '));
  consoleError.mockClear();
  if (messages.length > 0) throw new Error(`console.error was called: ${messages.join('\n')}`);
});
