/**
 * Sends the ids of one organization on the paths of another one, for every route of the API document that takes several:
 * by a caller who may do everything in both. The same request with ids that belong together succeeds.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiReference } from '../src/app/api-reference.ts';
import { appRouter } from '../src/app/router.ts';
import { openApiDocument } from '../src/core/http/openapi.ts';
import { type Document, type Operation, operationsOf } from './fuzz/operations.ts';
import { sendExample } from './fuzz/run.ts';
import { createFuzzWorld, type Needs, type World } from './fuzz/world.ts';

/** Parameters that name no row. */
const NO_IDS = new Set(['type', 'version', 'encounterId', 'itemId']);
/** Routes of several parameters outside organizations. */
const ELSEWHERE = [
  '/admin/jobs/{queue}/{jobId}/retry',
  '/admin/jobs/{queue}/{jobId}/cancel',
  '/images/{imageId}/{size}.webp',
];

type Walked = { operation: Operation; ids: string[] };
// The same document, with types of our own.
const document = openApiDocument(appRouter, apiReference) as unknown as Document;
const walked = operationsOf(document).flatMap((operation): Walked[] => {
  const named = (place: string) => operation.parameters.filter(({ in: at }) => at === place).map(({ name }) => name);
  const [scope, ...ids] = named('path').filter((name) => !NO_IDS.has(name));
  const tokens = named('query').filter((name) => name === 'token');
  if (scope === undefined || operation.id.endsWith('Alias')) return [];
  const others = [...ids, ...tokens];
  return others.length > 0 ? [{ operation, ids: others }] : [];
});
const inside = walked.filter(({ operation }) => /^\/(organizations|events|teams|raiders)\/\{id\}/.test(operation.path));

let world: World;
beforeAll(async () => {
  world = await createFuzzWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

test('A-01: every route that takes several ids is walked', () => {
  const outside = walked.filter((each) => !inside.includes(each)).map(({ operation }) => operation.path);
  expect(outside.toSorted()).toEqual(ELSEWHERE.toSorted());
  expect(inside.length).toBeGreaterThan(30);
});

test.each(inside)('A-01: $operation.id refuses the ids of another organization', async ({ operation, ids }) => {
  await world.repair();
  const foreign = await world.foreignNeedsOf(operation);
  const own = await world.needsOf(operation);
  for (const name of ids) {
    const { status, text } = await sendExample(world, operation, withForeign(name, own, foreign));
    expect([name, status, text]).toEqual([name, expect.toBeOneOf([403, 404]), text]);
    expect(Object.keys(operation.responses)).toContain(`${status}`);
  }
  const { status, text } = await sendExample(world, operation, own);
  expect([status < 400, text]).toEqual([true, text]);
});

function withForeign(name: string, own: Needs, foreign: Needs): Needs {
  const other = foreign.params?.[name] ?? foreign.query?.[name];
  const mine = own.params?.[name] ?? own.query?.[name];
  expect([name, typeof other, other !== mine]).toEqual([name, 'string', true]);
  return name === 'token'
    ? { ...own, query: { ...own.query, [name]: other } }
    : { ...own, params: { ...own.params, [name]: String(other) } };
}
