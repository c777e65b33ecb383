/** The OpenAPI 3.1 document of `/api/v1`, generated from the procedures and their contracts. */
import { ErrorBody } from '@guildhall/contracts/errors.ts';
import type { AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { z } from 'zod';
import type { ZodOpenApiPathsObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { type Config, readConfig } from '../config.ts';
import { inLanguages } from '../languages.ts';
import type { Meta } from './trpc.ts';

/** Beside the procedures. */
export type Reference = {
  /** Routes that are no procedures and say everything about themselves. */
  paths: ZodOpenApiPathsObject;
  /** The sections, in their order. */
  tags: { name: string; description: string }[];
  /** Addresses that are another name of one. */
  aliases: Record<string, string>;
  /** A whole body by operation. */
  bodyExamples: Record<string, Record<string, unknown>>;
};

/** How an installation differs from another in what its document says. */
type Installation = Pick<Config, 'baseUrl' | 'locales'>;

export function openApiDocument(router: AnyTRPCRouter, { baseUrl, locales }: Installation, reference: Reference) {
  const { paths, tags, aliases, bodyExamples } = reference;
  // Its router type is built on its own root types; ours differ only in the context.
  const document = generateOpenApiDocument(router as unknown as OpenApiRouter, {
    title: 'Guildhall',
    version: '1',
    description:
      'Backend for World of Warcraft guild communities. Sign in by opening `/api/v1/auth/signin/battlenet` or `/api/v1/auth/signin/discord` in a browser; then the session comes with its cookie, or is sent as a bearer token; programs get a token of their own by `POST /auth/tokens`. Changes made with the cookie need a same-origin `Origin`. Every refusal is an `Error`: `code` and `reason` are for programs, `message` is for people.',
    baseUrl: `${baseUrl}/api/v1`,
    openApiVersion: '3.1.0',
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'session',
        description: 'Set by signing in; `__Host-session` on https',
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'The same session token' },
    },
    defs: { Error: ErrorBody },
    paths,
  });

  const procedures: [string, { _def: { meta?: Meta; inputs: unknown[] } }][] = Object.entries(router._def.procedures);
  const definitionOf = new Map(procedures.map(([path, { _def }]) => [path.replaceAll('.', '-'), _def]));
  for (const item of Object.values(document.paths ?? {})) {
    const { get, post, put, patch, delete: remove } = item;
    for (const operation of [get, post, put, patch, remove]) {
      const { meta, inputs = [] } = definitionOf.get(operation?.operationId ?? '') ?? {};
      if (!operation || !meta) continue;
      // Every body is strict; of one with refinements the generator forgets it.
      const body = bodyOf(operation);
      if (body) body.additionalProperties = false;
      if (meta.fromQuery) moveToQuery(operation, meta.fromQuery);
      if (meta.fromBody) moveToBody(operation, meta.fromBody);
      if (takesNothing(operation)) delete operation.requestBody;
      const media = jsonOf(operation);
      const example = bodyExamples[operation.operationId ?? ''];
      if (media && example) media.example = example;
      requirePath(operation);
      requireQuery(operation, inputs);
      if (meta.repeatable) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
      operation.responses = asAnswered(responsesOf(operation, meta));
    }
  }
  const schemas = Object.entries(document.components?.schemas ?? {}).filter(([name]) => !name.startsWith('error.'));
  document.components = { ...document.components, schemas: asAnswered(Object.fromEntries(schemas)) };
  document.tags = tags;
  for (const [alias, path] of Object.entries(aliases)) addAlias(document, alias, path);
  return inLanguages(document, locales);
}

/** As it is committed; the address is that of an example, because every installation has its own. */
export function serializedOpenApiDocument(router: AnyTRPCRouter, reference: Reference): string {
  return `${JSON.stringify(openApiDocument(router, readConfig({ BASE_URL: 'https://guildhall.example' }), reference), null, 2)}\n`;
}

/** The same operations under another address, whose parameters have names of their own. */
function addAlias(document: Document, alias: string, path: string): void {
  const item = document.paths?.[path];
  if (!item) return;
  const [, name = ''] = /{(\w+)}/.exec(path) ?? [];
  const [, otherName = ''] = /{(\w+)}/.exec(alias) ?? [];
  const text = JSON.stringify(item, (key, value) => {
    if (key === 'operationId') return `${value}Alias`;
    return value?.in === 'path' && value.name === name ? { ...value, name: otherName } : value;
  });
  const copy: typeof item = JSON.parse(text);
  for (const operation of [copy.get, copy.post, copy.put, copy.patch, copy.delete]) {
    if (operation) operation.description = `Another name of \`${path}\`. ${operation.description ?? ''}`.trim();
  }
  document.paths = { ...document.paths, [alias]: copy };
}

type Document = ReturnType<typeof generateOpenApiDocument>;
type Operation = NonNullable<NonNullable<Document['paths']>[string]['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];
type Responses = NonNullable<Operation['responses']>;

const jsonOf = ({ requestBody }: Operation) =>
  requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;

function bodyOf(operation: Operation) {
  const content = jsonOf(operation);
  return content?.schema && 'properties' in content.schema ? content.schema : undefined;
}

function takesNothing(operation: Operation): boolean {
  const schema = bodyOf(operation);
  return schema !== undefined && Object.keys(schema.properties ?? {}).length === 0;
}

/** The bridge documents what it would do itself: everything in the body, or nothing. */
function moveToQuery(operation: Operation, names: string[]): void {
  const schema = bodyOf(operation);
  for (const name of names) {
    const property = schema?.properties?.[name];
    if (!schema || !property) throw new Error(`There is no input ${name} in ${operation.operationId}`);
    const required = schema.required?.includes(name) ?? false;
    operation.parameters = [...(operation.parameters ?? []), { name, in: 'query', required, schema: property }];
    schema.required = schema.required?.filter((other) => other !== name) ?? [];
    delete schema.properties?.[name];
  }
}

function moveToBody(operation: Operation, names: string[]): void {
  const isMoved = (parameter: Parameter) => 'in' in parameter && names.includes(parameter.name);
  const moved = (operation.parameters ?? []).flatMap((parameter) =>
    'in' in parameter && isMoved(parameter) ? [parameter] : [],
  );
  operation.parameters = (operation.parameters ?? []).filter((parameter) => !isMoved(parameter));
  operation.requestBody = {
    required: moved.some(({ required }) => required),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(moved.map(({ name, schema = {} }) => [name, schema])),
          required: moved.flatMap(({ name, required }) => (required ? [name] : [])),
          additionalProperties: false,
        },
      },
    },
  };
}

/** An address without one of its parts is another address; the generator calls numbers in it optional. */
function requirePath({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    if ('in' in parameter && parameter.in === 'path') parameter.required = true;
  }
}

/** The generator calls every preprocessed parameter optional, such as a number. */
function requireQuery({ parameters = [] }: Operation, [input]: unknown[]): void {
  const shape = input instanceof z.ZodObject ? input.shape : {};
  for (const parameter of parameters) {
    const schema = 'in' in parameter && parameter.in === 'query' ? shape[parameter.name] : undefined;
    if (schema && 'in' in parameter) parameter.required = !z.safeParse(schema, undefined).success;
  }
}
const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of the client’s own, new for every thing that it wants to create. A request that comes again within a day with the same key creates nothing: it is answered with what the first created, status 200 and `Idempotent-Replayed: true`',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['6f3e7c41-9a52'] },
};

const KEY_REUSED = 'The `Idempotency-Key` came with another request before (`idempotency_key_reused`)';

/** A refusal in the description of a route that is no procedure. */
export const refusal = (description: string): ZodOpenApiResponseObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Of a route that is no procedure, and takes no body: what every such route may answer. */
export const usualRefusals = {
  400: refusal('The address or a parameter is not valid (`invalid_input`)'),
  429: refusal('Too many requests; wait as many seconds as `Retry-After` says'),
  500: refusal('A fault of the service; quote the request id when you report it'),
};

/** The bridge documents 200 and an error body of its own, neither of which is what we answer. */
function responsesOf(operation: Operation, meta: Meta): Responses {
  const { restStatus, otherStatus = {}, otherMedia = {}, refusals = {} } = meta;
  const success = operation.responses?.['200'] ?? {};
  for (const [type, example] of Object.entries(otherMedia)) {
    Object.assign(success, { content: { ...success.content, [type]: { schema: { type: 'string' }, example } } });
  }
  const responses: Responses = { [restStatus ?? 200]: success };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  for (const [status, description] of [...refusalsOf(operation, meta), ...Object.entries(refusals)]) {
    responses[`${status}`] = { description, content };
  }
  if (meta.repeatable) {
    responses['200'] = { ...success, description: 'The same request came before; this is what it created' };
    responses['422'] = { description: KEY_REUSED, content };
  }
  for (const [status, description] of Object.entries(otherStatus)) {
    responses[`${status}`] = status === '304' ? { description } : { ...success, description };
  }
  return responses;
}

function refusalsOf(operation: Operation, meta: Meta): [number, string][] {
  const { forbidden = 'Signed in, but without the right to do this', openapi } = meta;
  const { parameters = [], security } = operation;
  // Also where none is asked for: a body may be sent, and is refused when it says something.
  const mayHaveBody = openapi?.method !== 'GET';
  const takesBody = mayHaveBody && openapi?.method !== 'DELETE';
  const ofPath = parameters.some((parameter) => 'in' in parameter && parameter.in === 'path');
  const usual: [boolean, number, string][] = [
    [true, 400, 'The input is not valid'],
    [security !== undefined, 401, 'Not signed in'],
    [security !== undefined, 403, forbidden],
    [ofPath, 404, 'There is no such thing, or it is not for the caller to see'],
    [mayHaveBody, 413, 'The body is larger than 256 KiB'],
    [takesBody, 415, 'The body is not JSON'],
    [true, 429, 'Too many requests; wait as many seconds as `Retry-After` says'],
    [true, 500, 'A fault of the service; quote the request id when you report it'],
    [
      true,
      503,
      'The database does not answer (`database_unavailable`); try again after as many seconds as `Retry-After` says',
    ],
  ];
  return usual.flatMap(([applies, status, description]) => (applies ? [[status, description]] : []));
}

/** Answers may gain fields, and the limits of a JavaScript integer are nobody's rule. */
function asAnswered<T>(schemas: T): T {
  const text = JSON.stringify(schemas, (key, value) => {
    if (key === 'additionalProperties' && value === false) return undefined;
    if ((key === 'minimum' || key === 'maximum') && Math.abs(value) === Number.MAX_SAFE_INTEGER) return undefined;
    return value;
  });
  return JSON.parse(text);
}
