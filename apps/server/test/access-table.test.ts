/**
 * Tests which callers may use each route of an organization: every caller in `access-table/cast.ts` on every line of
 * the tables. The first test fails if a route takes an organization and has no line, and names the route.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiReference } from '../src/app/api-reference.ts';
import { appRouter } from '../src/app/router.ts';
import { openApiDocument } from '../src/core/http/openapi.ts';
import { ask } from './access-table/ask.ts';
import { type Cast, createCast } from './access-table/cast.ts';
import type { Row } from './access-table/rows.ts';
import { rows } from './access-table/tables.ts';
import { type TestApp, testApp } from './app.ts';
import { type Place, seedOrganization } from './members.ts';

const ORGANIZATION = /^\/organizations\/\{id\}/;
const { paths = {} } = openApiDocument(appRouter, apiReference);
const routes = Object.entries(paths)
  .filter(([path]) => ORGANIZATION.test(path))
  .flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => ['get', 'post', 'put', 'patch', 'delete'].includes(key))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );

let app: TestApp;
let cast: Cast;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  cast = await createCast(app);
});
afterAll(() => app[Symbol.asyncDispose]());

async function newPlace({ on = 'synced' }: Row): Promise<Place> {
  const place = await seedOrganization(app, on);
  await cast.gather(place);
  return place;
}

test('A-02: every route with an organization has one row in the table, and every row has a route', () => {
  expect(routes.length).toBeGreaterThan(10);
  const listed = rows.map(([route]) => route);
  expect(routes.filter((route) => !listed.includes(route))).toEqual([]);
  expect(listed.filter((route, index) => !routes.includes(route) || listed.indexOf(route) !== index)).toEqual([]);
});

test.each(rows)(
  'A-02: %s answers exactly the callers whom the table allows',
  async (route, row) => {
    const [method = ''] = route.split(' ');
    const expected: Record<string, number> = {};
    const answered: Record<string, number> = {};
    const shared = await newPlace(row);
    for (const { name, token, may } of cast.callers) {
      const place = row.fresh ? await newPlace(row) : shared;
      const request = (await row.request?.({ app, place })) ?? {};
      expected[name] = row.byAddress || may(row, method) ? row.answer : token === null ? 401 : 403;
      answered[name] = (await ask(app, route, place, token, request)).status;
    }
    expect(answered).toEqual(expected);
  },
  60_000,
);

test.each(rows)(
  'A-01, A-02: %s refuses changes to an archived organization, and outsiders get 404 for hidden and archived ones',
  async (route, row) => {
    const [method] = route.split(' ');
    const place = await newPlace(row);
    const request = (await row.request?.({ app, place })) ?? {};
    const missing = row.byAddress
      ? { status: 404, reason: 'calendar_feed_not_found' }
      : { status: 404, reason: 'organization_not_found' };
    const hide = `update organization set settings = '{"visibility": "members"}' where id = $1`;
    const archive = `update organization set settings = '{}', archived_at = now() where id = $1`;
    for (const change of [hide, archive]) {
      await app.ctx.sql(change, [place.id]);
      expect(await ask(app, route, place, cast.token('outsider'), request)).toEqual(missing);
    }

    const changes = row.changes || (method !== 'GET' && !row.evenArchived);
    const answer = await ask(app, route, place, cast.token('founder'), request);
    if (changes) expect(answer).toEqual({ status: 409, reason: 'organization_archived' });
    else expect(answer.status).toBe(row.answer);
  },
  60_000,
);
