/** A changing route answers only to its own method, and no list accepts a query language. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/app.ts';
import { createPerson, type Person } from '../../test/people.ts';
import type { Meta } from '../core/http/trpc.ts';
import { appRouter } from './router.ts';

let app: TestApp;
let person: Person;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  person = await createPerson(app, { isAdmin: true });
});
afterAll(() => app[Symbol.asyncDispose]());

const SOMEWHERE = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';
type Definition = { _def: { type: string; meta?: Meta } };
const definitions: [string, Definition][] = Object.entries(appRouter._def.procedures as never);
const mutations = definitions.flatMap(([name, { _def }]) =>
  _def.type === 'mutation' ? [{ name, method: '', path: '', ..._def.meta?.openapi }] : [],
);

const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { method, headers: { authorization: `Bearer ${person.token}`, ...headers } });

async function state(): Promise<unknown> {
  const sessions = await app.ctx.sql('select id from session order by id');
  return [await app.ctx.sql('select * from app_user'), sessions, await app.ctx.sql('select * from email_change')];
}

test.each(mutations)('S-26: GET, HEAD and method-override headers do not run $name', async ({ name, method, path }) => {
  const before = await state();
  const address = `/api/v1${path.replaceAll(/\{.+?\}/g, SOMEWHERE)}`;
  for (const safe of ['GET', 'HEAD']) {
    const { status } = await ask(safe, address, { 'x-http-method-override': method, 'x-method-override': method });
    // The same address may show something, or look like it with an id that is none.
    expect([200, 400, 404, 405]).toContain(status);
    for (const query of ['input={}', 'batch=1&input={"0":{}}']) {
      expect((await ask(safe, `/trpc/${name}?${query}`)).status).toBe(safe === 'GET' ? 405 : 204);
    }
  }
  expect(await state()).toEqual(before);
});

test.each<[string, unknown]>([
  ['an operator', { $ne: null }],
  ['alternatives', { $or: [{ name: 'x' }] }],
  ['a statement', 'name; drop table app_user'],
  ['a direction and a statement', 'name asc; select 1'],
  ['a quoted key', { '"name" or 1=1 --': 1 }],
  ['a list', ['name', 'rank']],
])('I-01: a list refuses to sort or filter by %s', async (_what, value) => {
  const list = async (input: object) =>
    (await ask('GET', `/trpc/roster.list?input=${encodeURIComponent(JSON.stringify({ id: SOMEWHERE, ...input }))}`))
      .status;
  expect(await list({ sortBy: 'name', sortOrder: 'asc' })).toBe(404);
  for (const field of ['sortBy', 'sortOrder', 'rank', 'classId', 'search', 'page', 'id']) {
    // Any text may be searched for, and might be the name of a guild.
    if (typeof value === 'string' && ['search', 'id'].includes(field)) continue;
    expect([field, await list({ [field]: value })]).toEqual([field, 400]);
  }
});
