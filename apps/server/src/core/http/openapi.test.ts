import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ErrorCode } from '@guildhall/contracts/errors.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { apiReference } from '../../app/api-reference.ts';
import { appRouter } from '../../app/router.ts';
import { readConfig } from '../config.ts';
import { committedDocument, installedDocument } from './api-document.ts';
import { serializedOpenApiDocument } from './openapi.ts';
import type { Meta } from './trpc.ts';

// Plain JSON, as any client of the document reads it.
type Json = { [key: string]: Json };
const text = serializedOpenApiDocument(appRouter, apiReference);
const document: Json = JSON.parse(text);

type Operation = { name: string; method: string; route: string; operation: Json };
const operations: Operation[] = Object.entries(document.paths ?? {}).flatMap(([route, item]) =>
  Object.entries(item).map(([method, operation]) => ({ name: `${method} ${route}`, method, route, operation })),
);
const parameters = operations.flatMap(({ name, route, operation }) =>
  Object.values(operation.parameters ?? {}).map((parameter) => ({ name, route, parameter })),
);
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: { meta?: Meta } }>);
const operationOf = (id: string) => operations.find(({ operation }) => `${operation.operationId}` === id);

/** The schema, or the one that it refers to with what it says itself. */
function meant(schema: Json = {}): Json {
  const name = `${schema.$ref ?? ''}`.split('/').at(-1) ?? '';
  return { ...document.components?.schemas?.[name], ...schema };
}

/** Every node of the document, with its place. */
function* nodes(node: unknown, place = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return;
  yield [place, node as Record<string, unknown>];
  for (const [key, child] of Object.entries(node)) yield* nodes(child, `${place}/${key}`);
}

test('the committed document is the generated one: run `pnpm openapi` and commit it', async () => {
  const committed = await readFile(path.join(import.meta.dirname, '../../../openapi.json'), 'utf8').catch(() => '');
  // Compares lines, so that a failure shows only the difference.
  expect(text.split('\n')).toEqual(committed.split('\n'));
});

test('the document is OpenAPI 3.1 and names the address of the installation', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Guildhall', version: expect.any(String) },
    servers: [{ url: 'https://guildhall.example/api/v1' }],
  });
  const { servers } = installedDocument(committedDocument(), readConfig({}));
  expect(servers).toEqual([{ url: 'http://localhost:4000/api/v1' }]);
});

test('every reference resolves, and every schema is referenced', () => {
  const all = [...nodes(document)];
  const references = new Set(all.flatMap(([, node]) => (typeof node.$ref === 'string' ? [node.$ref] : [])));
  const places = new Set(all.map(([place]) => place));
  expect([...references].filter((reference) => !places.has(reference))).toEqual([]);
  const schemas = Object.keys(document.components?.schemas ?? {}).map((name) => `#/components/schemas/${name}`);
  expect(schemas.filter((schema) => !references.has(schema))).toEqual([]);
});

test('an object used by several responses is a named schema', () => {
  // Bodies are strict where answers may gain fields, so the settings exist once for each.
  const shared = [...nodes({ schemas: document.components?.schemas }, '')].filter(
    ([place, { type, properties }]) =>
      type === 'object' && properties && !/^\/schemas\/(\w+Body\/|InitialSettings\/|[^/]+$)/.test(place),
  );
  const places = Map.groupBy(shared, ([, { description, examples, ...schema }]) => JSON.stringify(schema));
  const repeated = [...places.values()].filter(({ length }) => length > 1);
  expect(repeated.map((group) => group.map(([place]) => place))).toEqual([]);
});

test('every route belongs to a described section, and no section is empty', () => {
  const used = new Set(operations.flatMap(({ operation }) => Object.values(operation.tags ?? {}).map(String)));
  expect(apiReference.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
});

test('every procedure with a route appears exactly once', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [name, { _def }] of procedures) {
    const { method, path: route } = _def.meta?.openapi ?? {};
    expect(operationOf(name.replaceAll('.', '-'))).toMatchObject({ name: `${method?.toLowerCase()} ${route}` });
  }
});

test.each(operations)('$name documents its purpose and its errors', ({ operation }) => {
  expect(operation).toMatchObject({
    summary: expect.stringMatching(/.{5,}/),
    description: expect.stringMatching(/.{10,}/),
    tags: [expect.stringMatching(/./)],
  });
  const statuses = Object.keys(operation.responses ?? {});
  expect(statuses.filter((status) => /^[23]/.test(status)).length).toBeGreaterThan(0);
  expect(statuses.filter((status) => status.startsWith('4')).length).toBeGreaterThan(0);
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    expect([status, response.description]).toEqual([status, expect.stringMatching(/./)]);
    const schema = response.content?.['application/json']?.schema;
    const isRefusal = status.startsWith('4') || status === '500';
    if (isRefusal) expect([status, schema]).toEqual([status, { $ref: '#/components/schemas/Error' }]);
  }
});

test.each(procedures.map(([name, { _def }]) => ({ name, meta: _def.meta ?? {} })))(
  '$name: the document lists the statuses that the route returns',
  ({ name, meta }) => {
    const operation = operationOf(name.replaceAll('.', '-'))?.operation ?? {};
    const statuses = Object.keys(operation.responses ?? {});
    expect(statuses).toContain(`${meta.restStatus ?? 200}`);
    expect(statuses.includes('200')).toBe(meta.restStatus === undefined || meta.repeatable === true);
    expect(statuses.includes('403')).toBe(meta.openapi?.protect !== false || meta.refusals?.[403] !== undefined);
    for (const status of Object.keys({ ...meta.refusals, ...meta.otherStatus })) expect(statuses).toContain(status);
  },
);

test.each(parameters)('$name describes the parameter $parameter.name', ({ route, parameter }) => {
  expect(parameter.schema?.description ?? parameter.description).toMatch(/./);
  const inPath = route.includes(`{${parameter.name}}`);
  expect([parameter.in, parameter.required ?? false]).toEqual([
    inPath ? 'path' : `${parameter.name}` === 'Idempotency-Key' ? 'header' : 'query',
    inPath || (parameter.required ?? false),
  ]);
  expect(['string', 'integer', 'number', 'boolean', 'array']).toContain(meant(parameter.schema).type);
});

test('query numbers, flags, enums and ids have types, bounds and defaults', () => {
  const of = operationOf('roster-list')?.operation.parameters ?? {};
  const schemas = Object.fromEntries(Object.values(of).map((parameter) => [parameter.name, meant(parameter.schema)]));
  expect(schemas).toMatchObject({
    id: { type: 'string', maxLength: 120, examples: [expect.any(String)] },
    page: { type: 'integer', minimum: 1, default: 1 },
    pageSize: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    sortBy: { type: 'string', enum: ['rank', 'name', 'lastLogin'], default: 'rank' },
    sortOrder: { type: 'string', enum: ['asc', 'desc'] },
    includeLeft: { type: 'boolean', default: false },
    rank: { type: 'integer', minimum: 0, maximum: 9, examples: [3] },
  });
  const required = Object.values(of).filter((parameter) => parameter.required);
  expect(required.map((parameter) => parameter.name)).toEqual(['id']);
  const sessionId = Object.values(operationOf('roster-syncSession')?.operation.parameters ?? {}).at(-1);
  expect(sessionId).toMatchObject({ name: 'sessionId', required: true, schema: { type: 'string', format: 'uuid' } });
});

test.each([
  ['gameData-encounters', 'journalInstanceId'],
  ['comparisons-reputations', 'expansionId'],
  ['comparisons-guildReputations', 'expansionId'],
])('%s requires %s', (name, parameter) => {
  const parameters = Object.values(operationOf(name)?.operation.parameters ?? {});
  expect(parameters.filter(({ required }) => required).map((each) => each.name)).toContain(parameter);
});

test('response schemas are open, request bodies are closed', () => {
  const closed = [...nodes(document)].filter(([, node]) => node.additionalProperties === false);
  expect(closed.filter(([place]) => !/^#\/components\/schemas\/\w+Body(\/|$)/.test(place))).toEqual([]);
  const bodies = operations.flatMap(({ name, operation }) => {
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    return schema ? [[name, meant(schema).additionalProperties]] : [];
  });
  expect(bodies.filter(([, additional]) => `${additional}` !== 'false')).toEqual([]);
});

test('schemas have only keywords of JSON Schema', () => {
  const roots = [
    ...Object.values(document.components?.schemas ?? {}),
    ...parameters.map(({ parameter }) => parameter.schema),
    ...operations.flatMap(({ operation }) =>
      [operation.requestBody, ...Object.values(operation.responses ?? {})].flatMap((part) =>
        Object.values(part?.content ?? {}).map(({ schema }) => schema),
      ),
    ),
  ];
  const unknown = new Set(roots.flatMap((schema) => [...keywords(schema)]).filter((keyword) => !KEYWORDS.has(keyword)));
  expect([...unknown]).toEqual([]);
});

const KEYWORDS = new Set(
  (
    '$ref type enum const default description examples title format pattern minLength maxLength minimum maximum ' +
    'exclusiveMinimum exclusiveMaximum multipleOf properties required additionalProperties propertyNames items ' +
    'prefixItems minItems maxItems uniqueItems minProperties maxProperties anyOf oneOf allOf not discriminator ' +
    'deprecated readOnly writeOnly contentEncoding contentMediaType'
  ).split(' '),
);

/** The keywords of a schema and of the schemas in it. */
function* keywords(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [keyword, value] of Object.entries(schema)) {
    yield keyword;
    if (keyword === 'properties') for (const property of Object.values(value)) yield* keywords(property);
    else if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword))
      for (const part of value) yield* keywords(part);
    else if (['items', 'additionalProperties', 'propertyNames', 'not'].includes(keyword)) yield* keywords(value);
  }
}

test('schemas take names, descriptions and examples from the contracts', () => {
  const { schemas = {} } = document.components ?? {};
  expect(Object.keys(schemas).filter((name) => /^error\.|^__|Input$/.test(name))).toEqual([]);
  expect(schemas.Error).toMatchObject({
    required: ['code', 'reason', 'message', 'requestId'],
    properties: { code: { $ref: '#/components/schemas/ErrorCode' } },
    examples: [{ code: 'CONFLICT' }],
  });
  expect(schemas.ErrorCode?.enum).toEqual(ErrorCode.options);
  expect(schemas.RosterEntry?.examples?.[0]).toMatchObject({ name: 'Brynhild' });
  expect(schemas.GameplatformStatus?.properties?.expired?.description).toContain('sign in');
});

test('protected operations declare both ways to send a session', () => {
  expect(document.components?.securitySchemes).toMatchObject({
    session: { type: 'apiKey', in: 'cookie' },
    bearer: { type: 'http', scheme: 'bearer' },
  });
  for (const [name, { _def }] of procedures) {
    const open = _def.meta?.openapi?.protect === false;
    const { security } = operationOf(name.replaceAll('.', '-'))?.operation ?? {};
    const ways = [{ session: [] }, { bearer: [] }];
    expect([name, security]).toEqual([name, !open ? ways : _def.meta?.identifies ? [{}, ...ways] : []]);
  }
});

test('every request body and every repeated enum is a named schema', () => {
  const { schemas = {} } = document.components ?? {};
  const choices = [...nodes(document)].flatMap(([place, { enum: values }]) =>
    Array.isArray(values) ? [[place, JSON.stringify(values)] as const] : [],
  );
  const named = new Set(
    choices.flatMap(([place, values]) => (/^#\/components\/schemas\/\w+$/.test(place) ? [values] : [])),
  );
  const written = Map.groupBy(choices, ([, values]) => values);
  const anonymous = choices.filter(([place, values]) => {
    const repeated = named.has(values) || (written.get(values)?.length ?? 0) > 1;
    return repeated && !/^#\/components\/schemas\/\w+$/.test(place);
  });
  expect(anonymous).toEqual([]);
  expect(Object.entries(schemas).filter(([, schema]) => `${schema.type}` === 'boolean')).toEqual([]);
  expect([...nodes(document)].filter(([, node]) => node.type === 'boolean' && node.enum)).toEqual([]);
  const bodies = operations.flatMap(({ operation }) => {
    const schema = operation.requestBody?.content?.['application/json']?.schema;
    return schema ? [`${schema.$ref}`] : [];
  });
  expect(bodies.filter((reference) => !/^#\/components\/schemas\/\w+Body$/.test(reference))).toEqual([]);
  expect(new Set(bodies).size).toBeGreaterThan(50);
});

test('the example body of every operation matches its schema', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema(document, 'document');
  const wrong = operations.flatMap(({ name, operation }) => {
    const { schema, example } = operation.requestBody?.content?.['application/json'] ?? {};
    if (!schema || ajv.validate({ $ref: `document${schema.$ref}` }, example)) return [];
    return [`${name}: ${ajv.errorsText()}`];
  });
  expect(wrong).toEqual([]);
});

test('every example of a schema matches it', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  const linked: unknown = JSON.parse(text.replaceAll('"#/', '"document#/'));
  ajv.addSchema(linked as Json, 'document');
  const shown = [...nodes(linked)].flatMap(([place, schema]) =>
    Array.isArray(schema.examples) ? schema.examples.map((example: unknown) => ({ place, schema, example })) : [],
  );
  const wrong = shown.flatMap(({ place, schema, example }) =>
    ajv.validate(schema, example) ? [] : [`${place}: ${ajv.errorsText()}`],
  );
  expect(wrong).toEqual([]);
  expect(shown.length).toBeGreaterThan(1_000);
});
