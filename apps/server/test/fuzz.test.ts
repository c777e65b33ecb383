/**
 * Sends requests derived from the service's own API document: its examples, and valid and invalid ones. Every response
 * must be one that the document declares. `pnpm fuzz` sends many more, from a new seed each time.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fuzz, tryExamples } from './fuzz/run.ts';
import { createFuzzWorld, type World } from './fuzz/world.ts';

const requests = Number(process.env.FUZZ_REQUESTS ?? 4_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122);

let world: World | undefined;
beforeAll(async () => {
  world = await createFuzzWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

test('every route accepts the example of its body unchanged', async () => {
  if (!world) throw new Error('There is no world');
  expect(await tryExamples(world)).toEqual([]);
});

test('every answer to a generated request matches a declared response, and nearly every operation succeeds', async () => {
  if (!world) throw new Error('There is no world');
  const { faults, never, operations } = await fuzz(world, { seed, requests });
  const rest = never.join(', ') || 'none';
  process.stdout.write(
    `fuzz: seed ${seed}, ${requests} requests, ${operations} operations; without a success: ${rest}\n`,
  );
  expect(faults.join('\n')).toBe('');
  expect(never.length / operations, rest).toBeLessThanOrEqual(0.02);
}, 3_600_000);
