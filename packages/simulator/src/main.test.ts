import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

test.each(['SIGINT', 'SIGTERM'] as const)('the command prints its addresses, and exits on %s', async (signal) => {
  const child = spawn(process.execPath, [main, '--port', '0', '--seed', '3']);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Ctrl+C');
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
  expect((await fetch(origin)).status).toBe(200);
  child.kill(signal);
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});

test('a wrong option exits with a line of help', async () => {
  const child = spawn(process.execPath, [main, '--port', 'x']);
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, errors]).toEqual([2, expect.stringContaining('--port has to be')]);
});
