import { afterEach, vi } from 'vitest';

const consoleError = vi.spyOn(console, 'error');

// What is worth an error on the console is worth a failed test.
afterEach(() => {
  const messages = consoleError.mock.calls.map((call) => call.join(' '));
  consoleError.mockClear();
  if (messages.length > 0) throw new Error(`console.error was called: ${messages.join('\n')}`);
});
