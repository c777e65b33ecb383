/** Tests rules that hold for every procedure; a new one is covered as soon as it is in the router. */

import { NoInput } from '@guildhall/contracts/primitives.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type SignedInClient, type TestApp, testApp } from '../../test/app.ts';
import type { Meta } from '../core/http/trpc.ts';
import { appRouter } from './router.ts';

/** Open to every caller. Add a procedure here only on purpose. */
const PUBLIC = [
  'health.check',
  'auth.getSession',
  'auth.signOut',
  'signIn.ways',
  'signIn.magicLink',
  'signIn.previewMagicLink',
  'signIn.redeemMagicLink',
  'signIn.magicLinkAlias',
  'signIn.social',
  'organizations.list',
  'organizations.get',
  'invites.preview',
  'characterViews.atPublicAddress',
  'posts.list',
  'posts.get',
  'texts.get',
  'logos.get',
  'gameData.expansions',
  'gameData.instances',
  'gameData.encounters',
  'gameData.items',
  'gameData.classes',
  'gameData.races',
  'gameData.specializations',
  'gameData.realms',
];

type Procedure = {
  name: string;
  mutation: boolean;
  method: string;
  route: string;
  inputs: z.ZodType[];
  fromBody: string[];
};
type Definition = { _def: { type: string; meta?: Meta; inputs: z.ZodType[] } };

const definitions: [string, Definition][] = Object.entries(appRouter._def.procedures as never);
const procedures: Procedure[] = definitions.map(([name, { _def }]) => {
  const { method = '', path: route = '' } = _def.meta?.openapi ?? {};
  const { fromBody = [] } = _def.meta ?? {};
  return { name, mutation: _def.type === 'mutation', method, route, inputs: _def.inputs, fromBody };
});
const hasBody = ({ method }: Procedure) => !['GET', 'DELETE'].includes(method);

let app: TestApp;
let user: SignedInClient;
beforeAll(async () => {
  app = await testApp({ roles: ['web'] });
  // An administrator, so that every refusal is for the input and for nothing else.
  user = await app.signIn('ysolde');
  await app.ctx.sql('update app_user set is_admin = true');
});
afterAll(() => app[Symbol.asyncDispose]());

type Call = { token?: string | undefined; input?: Record<string, unknown> };
type Answer = { status: number; body: Record<string, unknown> };

async function ask(path: string, method: string, token: string | undefined, body?: unknown): Promise<Answer> {
  const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' };
  const response = await fetch(`${app.url}${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const SOMEWHERE = '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f';

/** A parameter of the address is what the input says, or an id of nothing. */
function onRest(procedure: Procedure, { token, input = {} }: Call): Promise<Answer> {
  const rest = { ...input };
  const address = procedure.route.replaceAll(/\{(.+?)\}/g, (_, key: string) => {
    const value = rest[key] ?? SOMEWHERE;
    delete rest[key];
    return encodeURIComponent(String(value));
  });
  if (hasBody(procedure)) return ask(`/api/v1${address}`, procedure.method, token, rest);
  const { fromBody } = procedure;
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(rest).filter(([key]) => !fromBody.includes(key)))
    for (const item of [value].flat()) query.append(key, String(item));
  const body = fromBody.length > 0 ? Object.fromEntries(fromBody.map((key) => [key, rest[key]])) : undefined;
  return ask(`/api/v1${address}?${query}`, procedure.method, token, body);
}

const addressOf = (route: string) =>
  Object.fromEntries([...route.matchAll(/\{(.+?)\}/g)].map(([, key]) => [key, SOMEWHERE]));

function onTrpc({ name, mutation, route }: Procedure, { token, input = {} }: Call): Promise<Answer> {
  const whole = { ...addressOf(route), ...input };
  if (mutation) return ask(`/trpc/${name}`, 'POST', token, whole);
  return ask(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(whole))}`, 'GET', token);
}

/** Many calls of one procedure in one request; answers their statuses. */
async function onTrpcAtOnce(
  { name, mutation, route }: Procedure,
  inputs: Record<string, unknown>[],
): Promise<number[]> {
  const whole = Object.fromEntries(inputs.map((input, index) => [index, { ...addressOf(route), ...input }]));
  const path = `/trpc/${inputs.map(() => name).join(',')}?batch=1`;
  const query = `&input=${encodeURIComponent(JSON.stringify(whole))}`;
  const answer = await (mutation ? ask(path, 'POST', user.token, whole) : ask(path + query, 'GET', user.token));
  const results = answer.body as unknown as { error?: { data: { httpStatus: number } } }[];
  return results.map(({ error }) => error?.data.httpStatus ?? 200);
}

/** Every schema within a schema. */
function* schemasIn(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): Generator<z.core.$ZodType> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  const parts = (value: unknown): unknown[] =>
    Array.isArray(value)
      ? value
      : typeof value === 'object' && value !== null && !('_zod' in value)
        ? Object.values(value)
        : [value];
  for (const part of Object.values(schema._zod.def).flatMap(parts)) {
    if (typeof part === 'object' && part !== null && '_zod' in part) yield* schemasIn(part as z.core.$ZodType, seen);
  }
}

const coerced = (schema: z.ZodType) =>
  [...schemasIn(schema)].filter(({ _zod }) => 'coerce' in _zod.def && _zod.def.coerce).map(({ _zod }) => _zod.def.type);
const lenient = (schema: z.ZodType) =>
  [...schemasIn(schema)].filter((part) => part instanceof z.ZodObject && part.def.catchall?._zod.def.type !== 'never');

test('the functions that inspect schemas find what they look for', () => {
  expect(coerced(z.object({ list: z.array(z.coerce.number().optional()).nullable() }))).toEqual(['number']);
  expect(coerced(z.object({ a: z.number(), b: z.boolean().default(true) }))).toEqual([]);
  expect(lenient(z.strictObject({ a: z.object({ b: z.string() }).optional() }))).toHaveLength(1);
  expect(lenient(z.strictObject({ a: z.union([z.string(), z.strictObject({ b: z.string() })]) }))).toEqual([]);
});

test.each(procedures)('$name has a route and takes one object as its input', ({ method, route, mutation, inputs }) => {
  expect({ method, route }).toEqual({
    method: expect.stringMatching(/^(GET|POST|PUT|PATCH|DELETE)$/),
    route: expect.stringMatching(/^\//),
  });
  expect(mutation).toBe(method !== 'GET');
  expect(inputs.map((input) => input === NoInput || input instanceof z.ZodObject)).toEqual([true]);
});

test.each(procedures.filter(({ name }) => !PUBLIC.includes(name)))(
  'A-02: $name refuses anonymous callers with 401 on both surfaces, and no other spelling of its path works',
  async (procedure) => {
    const { route } = procedure;
    const body = { code: 'UNAUTHORIZED', reason: 'not_signed_in', requestId: expect.any(String) };
    await expect(onRest(procedure, {})).resolves.toMatchObject({ status: 401, body });
    for (const spelling of [`${route}/`, route.replace(/\w+/, (word) => word.toUpperCase())]) {
      await expect(onRest({ ...procedure, route: spelling }, {})).resolves.toMatchObject({ status: 404 });
    }
    await expect(onRest({ ...procedure, route: `/${route}` }, {})).resolves.toMatchObject({ status: 400 });
    await expect(onTrpc(procedure, {})).resolves.toMatchObject({ status: 401, body: { error: { data: body } } });
  },
);

test.each(procedures.filter(hasBody))('A-03: $name refuses unknown fields in a body', async (procedure) => {
  expect(procedure.inputs.flatMap(lenient)).toEqual([]);
  // Leaves out fields that the procedure takes, for instance from its address.
  const unknown = ['userId', 'isAdmin', 'constructor'].filter((key) => !fieldsOf(procedure).includes(key));
  for (const key of unknown) {
    const call = { token: user.token, input: { [key]: SOMEWHERE } };
    await expect(onRest(procedure, call)).resolves.toMatchObject({ status: 400 });
    await expect(onTrpc(procedure, call)).resolves.toMatchObject({ status: 400 });
  }
});

test.each(procedures.filter((procedure) => !hasBody(procedure)))(
  '$name refuses unknown fields in a query',
  async (procedure) => {
    const { status, body } = await onRest(procedure, { token: user.token, input: { utm_source: 'x', '': 'x' } });
    expect([status, body.reason]).toEqual([400, 'invalid_input']);
  },
);

const WRONG_IN_QUERY = ['false', '0', 'null', '', ['5', '6'], '1e400', '-1'];
const WRONG_IN_BODY = ['false', '0', null, [5], '', 0, true, {}, '1e400'];
/** Its offer is a signed text: what is not signed is 400, too, although it is text. */
const SIGNED = ['signIn.mergeAccounts'];
const inputsToTry = procedures
  .filter(({ name }) => !SIGNED.includes(name))
  .flatMap((procedure) =>
    fieldsOf(procedure).map((field) => {
      const inAddress = procedure.route.includes(`{${field}}`);
      const inBody = (hasBody(procedure) && !inAddress) || procedure.fromBody.includes(field);
      const values = (inBody ? WRONG_IN_BODY : WRONG_IN_QUERY).filter(
        (value) => !inAddress || (value !== '' && !Array.isArray(value)),
      );
      // Asked of the schema now, before any request could have changed it.
      const refused = values.filter((value) => {
        const whole = { ...addressOf(procedure.route), [field]: value };
        return procedure.inputs[0]?.safeParse(whole).success === false;
      });
      return { procedure, field, values, refused };
    }),
  );

function fieldsOf({ inputs: [input] }: Procedure): string[] {
  return input instanceof z.ZodObject ? Object.keys(input.shape) : [];
}

test.each(inputsToTry)(
  'I-08: $procedure.name accepts a wrong $field on neither surface',
  async ({ procedure, field, values, refused }) => {
    const inputs = values.map((value) => ({ [field]: value }));
    const answers = await Promise.all(inputs.map((input) => onRest(procedure, { token: user.token, input })));
    const rest = answers.map(({ status }) => status);
    const trpc = await onTrpcAtOnce(procedure, inputs);
    const refusals = (statuses: number[]) => values.filter((_, index) => statuses[index] === 400);
    expect(refusals(rest)).toEqual(refused);
    expect(refusals(trpc)).toEqual(refused);
    const usual = [200, 201, 400, 403, 404, 409, 429];
    expect([...rest, ...trpc].filter((status) => !usual.includes(status))).toEqual([]);
  },
);

test('I-08: all these requests change no schema', async () => {
  await Promise.all(procedures.map((procedure) => onRest(procedure, {})));
  for (const { name, inputs } of procedures) expect([name, ...inputs.flatMap(coerced)]).toEqual([name]);
});
