/** Derives requests from an operation's documentation: valid ones, and valid ones with one mistake. */
import fc from 'fast-check';
import { oddTexts } from '../odd-texts.ts';
import type { Operation, Schema } from './operations.ts';
import type { Needs } from './world.ts';

export type Caller = 'owner' | 'member' | 'stranger' | 'reader' | 'nobody' | 'liar';

export type Request = {
  params: Record<string, string>;
  query: [name: string, value: string][];
  body: unknown;
  /** Sent unchanged instead of the body. */
  rawBody?: { text: string; type: string };
  caller: Caller;
  /** Sent while the guild of the world is archived. */
  archived?: true;
};

type Generated = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown };
export type Draft = Generated & { useExample: boolean; mutations: Mutation[] };

/** Half of all requests are valid as far as the document can tell; half of those send its example. */
export function draftsOf(operation: Operation, resolve: (schema: Schema) => Schema): fc.Arbitrary<Draft> {
  const value = valuesOf(resolve);
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  return fc.record({
    params: fc.record(Object.fromEntries(inPath.map(({ name, schema }) => [name, value(schema)]))),
    query: fc.record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, value(schema)])), {
      requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name),
    }),
    body: operation.body?.media === 'application/json' ? value(operation.body.schema) : fc.constant(undefined),
    useExample: fc.boolean(),
    mutations: fc.oneof(fc.constant<Mutation[]>([]), fc.array(mutation, { minLength: 1, maxLength: 3 })),
  });
}

/** Replaces invented values by those the operation needs from the world. */
export function requestOf(operation: Operation, draft: Draft, needs: Needs): Request {
  const example = operation.body?.example;
  const body = draft.useExample && example !== undefined ? example : draft.body;
  const isObject = typeof body === 'object' && body !== null;
  const query = { ...(draft.useExample ? {} : draft.query), ...needs.query };
  const request: Request = {
    params: { ...asTexts(draft.params), ...needs.params },
    // An undefined need leaves a parameter out.
    query: Object.entries(query).flatMap(([name, given]) =>
      [given ?? []].flat().map((one): [string, string] => [name, `${one}`]),
    ),
    body: isObject ? structuredClone({ ...body, ...needs.body }) : body,
    caller: 'owner',
  };
  // A copy, because a second mistake may be made inside the first one.
  for (const { kind, at, odd, caller } of draft.mutations) {
    MUTATE[kind](request, { at, odd: structuredClone(odd), caller });
  }
  return request;
}

const asTexts = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, `${value}`]));

type Details = { at: number; odd: unknown; caller: Caller };
type Mutation = Details & { kind: keyof typeof MUTATE };

const ODD = [
  [
    '',
    ' ',
    '\u0000',
    '\ud800',
    '😀'.repeat(40),
    'x'.repeat(5000),
    'null',
    '%00',
    "'; drop table app_user; --",
    '../..',
  ],
  [-1, 0, 1, 0.5, 1e308, 2 ** 31, 2 ** 53, true, false, null, [], {}, [null], [[]], { $gt: '' }],
  [
    '2026-02-30',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-12-01T20:00',
    '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
  ],
].flat();

/** Mistakes that a request can contain. */
const MUTATE = {
  value: (request: Request, { at, odd }: Details) => {
    const places = placesIn(request.body);
    const place = places[at % places.length];
    if (place) place.holder[place.key] = odd;
    else request.body = odd;
  },
  missing: ({ body }: Request, { at }: Details) => {
    const places = placesIn(body);
    const place = places[at % places.length];
    if (place) delete place.holder[place.key];
  },
  unknown: (request: Request, { at, odd }: Details) => {
    const name = ['__proto__', 'constructor', 'isAdmin', 'userId', 'id'][at % 5] ?? 'id';
    if (at % 2) request.query.push([name, textOf(odd)]);
    else request.rawBody = { text: `{${JSON.stringify(name)}:${JSON.stringify(odd)}}`, type: 'application/json' };
  },
  query: ({ query }: Request, { at, odd }: Details) => {
    const pair = query[at % query.length];
    if (pair) pair[1] = textOf(odd);
  },
  twice: ({ query }: Request, { at, odd }: Details) => {
    const pair = query[at % query.length];
    if (pair) query.push([pair[0], textOf(odd)]);
  },
  address: ({ params }: Request, { at, odd }: Details) => {
    const names = Object.keys(params);
    const name = names[at % names.length];
    // An empty segment or one of dots would change the path.
    if (name) params[name] = textOf(odd).replace(/^\.*$/, 'x');
  },
  raw: (request: Request, { at }: Details) => {
    const type = 'application/json';
    const bodies = [
      { text: '{"a":', type },
      { text: '[]', type },
      { text: 'null', type },
      { text: JSON.stringify({ x: 'x'.repeat(300_000) }), type },
      { text: 'a=b', type: 'application/x-www-form-urlencoded' },
      { text: '{}', type: 'text/plain' },
      { text: '[['.repeat(200), type },
      { text: JSON.stringify(request.body ?? {}), type: 'application/json; charset=utf-8' },
    ];
    const body = bodies[at % bodies.length];
    if (body) request.rawBody = body;
  },
  archived: (request: Request) => {
    request.archived = true;
  },
  caller: (request: Request, { caller }: Details) => {
    request.caller = caller;
  },
};

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(...(Object.keys(MUTATE) as (keyof typeof MUTATE)[])),
  at: fc.nat(1_000),
  odd: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ODD) }, { weight: 1, arbitrary: fc.jsonValue() }),
  caller: fc.constantFrom<Caller>('member', 'stranger', 'reader', 'nobody', 'liar'),
});

const textOf = (odd: unknown) => (typeof odd === 'string' ? odd.toWellFormed() : `${JSON.stringify(odd)}`);

type Place = { holder: Record<string, unknown>; key: string };

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  // Works for lists too, whose keys are their indexes.
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

/** Any value the schema allows, most often one of its examples. */
function valuesOf(resolve: (schema: Schema) => Schema) {
  const arbitrary = (given: Schema): fc.Arbitrary<unknown> => {
    const schema = resolve(given);
    const made = madeOf(schema);
    const { examples = [] } = schema;
    if (examples.length === 0) return made;
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...examples) }, { weight: 2, arbitrary: made });
  };

  const madeOf = (schema: Schema): fc.Arbitrary<unknown> => {
    const { allOf, minimum = -1_000_000, maximum = 1_000_000, items = {}, properties = {}, required = [] } = schema;
    const choices = schema.anyOf ?? schema.oneOf;
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (choices) return fc.oneof(...choices.map(arbitrary));
    if (allOf) return madeOf(Object.assign({}, ...allOf.map(resolve), { ...schema, allOf: undefined }));
    switch ([schema.type].flat()[0]) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.integer({ min: minimum, max: maximum });
      case 'number':
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      case 'array':
        return fc.array(arbitrary(items), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 4, 4),
        });
      case 'object':
        return fc.record(Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, arbitrary(of)])), {
          requiredKeys: required.filter((name) => name in properties),
        });
      default:
        return textFor(schema);
    }
  };
  return arbitrary;
}

const sized = new Map<number, string[]>();

/** As long as the field allows. */
function oddTextsOf(length: number): string[] {
  const texts = sized.get(length) ?? oddTexts(length).map(([, text]) => text);
  sized.set(length, texts);
  return texts;
}

const oftenOr = (usual: fc.Arbitrary<string>, seldom: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: seldom });

function textFor({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  const instants = { min: new Date('2001-01-01'), max: new Date('2098-12-31'), noInvalidDate: true };
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.date(instants).map((date) => date.toISOString());
  if (format === 'date') return fc.date(instants).map((date) => date.toISOString().slice(0, 10));
  if (format === 'email') return fc.nat().map((number) => `somebody-${number}@example.org`);
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  const size = { minLength, maxLength: Math.min(maxLength, minLength + 40) };
  const odd = fc.constantFrom(...oddTextsOf(maxLength));
  if (pattern === undefined) {
    return oftenOr(fc.string({ ...size, unit: 'grapheme' }).filter(fits), odd);
  }
  // Patterns that only exclude characters do not tell what to send.
  if (pattern.startsWith('^[^')) return oftenOr(fc.string({ ...size, unit: 'grapheme-ascii' }), odd);
  return fc.stringMatching(new RegExp(pattern)).filter(fits);
}
