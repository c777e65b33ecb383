/** The OpenAPI 3.1 document of `/api/v1`, generated from the procedures and their contracts. */
import { ErrorBody } from '@guildhall/contracts/errors.ts';
import { Locale } from '@guildhall/contracts/primitives.ts';
import type { AnyTRPCRouter } from '@trpc/server';
import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { packageVersion } from '../config.ts';
import { DEFAULT_LOCALES, inLanguages } from '../languages.ts';
import type { Meta } from './trpc.ts';

/** The parts of the document besides the procedures. */
export type Reference = {
  /** Complete entries for routes that are not procedures. */
  paths: ZodOpenApiPathsObject;
  tags: { name: string; description: string }[];
  /** Alias addresses, each with the route it stands for. */
  aliases: Record<string, string>;
  /** A complete example body by operation. */
  bodyExamples: Record<string, Record<string, unknown>>;
};

/**
 * The document as committed, with an example address and the default languages, because every installation has its own.
 * The service reads that file (`api-document.ts`): neither the generator nor what it takes is part of a running process.
 */
export function openApiDocument(router: AnyTRPCRouter, reference: Reference): Document {
  const text = JSON.stringify(generate(router, reference), withoutOverrides);
  const document: Document = JSON.parse(inLanguages(text, Locale.options, DEFAULT_LOCALES));
  return { ...document, servers: [{ url: 'https://guildhall.example/api/v1' }] };
}

export const serializedOpenApiDocument = (router: AnyTRPCRouter, reference: Reference): string =>
  `${JSON.stringify(openApiDocument(router, reference), null, 2)}\n`;

/** The generator leaves its own instruction beside the reference to which it applied it. */
function withoutOverrides(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$ref' in value) || !('override' in value)) return value;
  const { override: _, ...schema } = value;
  return schema;
}

function generate(router: AnyTRPCRouter, reference: Reference): Document {
  const { paths, tags, aliases, bodyExamples } = reference;
  // The generator types its router on its own root types; ours differ only in the context.
  const document = generateOpenApiDocument(router as unknown as OpenApiRouter, {
    title: 'Guildhall',
    version: packageVersion(),
    description:
      'Backend for World of Warcraft guild communities. Sign in by opening `/api/v1/auth/signin/battlenet` or `/api/v1/auth/signin/discord` in a browser; the session then travels as a cookie or a bearer token. Programs get their own token from `POST /auth/tokens`. Changes made with the cookie need a same-origin `Origin`. Every refusal is an `Error`: `code` and `reason` are for programs, `message` is for people.',
    baseUrl: '',
    openApiVersion: '3.1.0',
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'session',
        description: 'Set when signing in; `__Host-session` on https',
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'The same session token' },
    },
    defs: { Error: ErrorBody },
    paths,
  });

  const procedures: [string, { _def: { meta?: Meta; inputs: unknown[] } }][] = Object.entries(router._def.procedures);
  const definitionOf = new Map(procedures.map(([path, { _def }]) => [path.replaceAll('.', '-'), _def]));
  for (const operation of Object.values(document.paths ?? {}).flatMap(operationsOf)) {
    const { operationId = '' } = operation;
    const { meta, inputs = [] } = definitionOf.get(operationId) ?? {};
    if (!meta) continue;
    // Every body is strict, but the generator loses that for schemas with refinements.
    const body = bodyOf(operation);
    if (body) body.additionalProperties = false;
    if (meta.fromQuery) moveToQuery(operation, meta.fromQuery);
    if (meta.fromBody) moveToBody(operation, meta.fromBody);
    if (takesNothing(operation)) delete operation.requestBody;
    else if (body && operation.requestBody && 'content' in operation.requestBody) {
      operation.requestBody.required = needsBody(meta, body);
    }
    const media = jsonOf(operation);
    if (media && bodyExamples[operationId]) media.example = bodyExamples[operationId];
    requireParameters(operation, inputs);
    if (meta.repeatable) operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
    operation.responses = asAnswered(responsesOf(operation, meta));
    operation.security ??= meta.identifies ? [{}, { session: [] }, { bearer: [] }] : [];
  }
  const schemas = Object.entries(document.components?.schemas ?? {}).filter(([name]) => !name.startsWith('error.'));
  document.components = { ...document.components, schemas: asAnswered(Object.fromEntries(schemas)) };
  nameBodies(document);
  document.info.license = { name: 'MIT', identifier: 'MIT' };
  document.tags = tags;
  for (const [alias, path] of Object.entries(aliases)) addAlias(document, alias, path);
  return document;
}

/** A name for each JSON body, so that generated code has a type for it: `EventsCreateBody`. */
function nameBodies(document: Document): void {
  const schemas = { ...document.components?.schemas };
  for (const operation of Object.values(document.paths ?? {}).flatMap(operationsOf)) {
    const media = jsonOf(operation);
    if (!media?.schema || '$ref' in media.schema) continue;
    const words = (operation.operationId ?? '').split('-').map((word) => word[0]?.toUpperCase() + word.slice(1));
    const name = `${words.join('')}Body`;
    schemas[name] = media.schema;
    media.schema = { $ref: `#/components/schemas/${name}` };
  }
  document.components = { ...document.components, schemas };
}

/** Adds the same operations under another address, whose parameters have names of their own. */
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
  for (const operation of operationsOf(copy)) {
    operation.description = `Alias of \`${path}\`. ${operation.description ?? ''}`.trim();
  }
  document.paths = { ...document.paths, [alias]: copy };
}

export type Document = ReturnType<typeof generateOpenApiDocument>;
type Path = NonNullable<Document['paths']>[string];
type Operation = NonNullable<Path['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];
type Responses = NonNullable<Operation['responses']>;

const operationsOf = ({ get, post, put, patch, delete: remove }: Path): Operation[] =>
  [get, post, put, patch, remove].filter((operation) => operation !== undefined);

const jsonOf = ({ requestBody }: Operation) =>
  requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;

function bodyOf(operation: Operation) {
  const content = jsonOf(operation);
  return content?.schema && 'properties' in content.schema ? content.schema : undefined;
}

/** A PATCH without a body says nothing; other methods do something even if each field is left out. */
const needsBody = ({ openapi }: Meta, { required = [] }: { required?: string[] | undefined }) =>
  openapi?.method === 'PATCH' || required.length > 0;

function takesNothing(operation: Operation): boolean {
  const schema = bodyOf(operation);
  return schema !== undefined && Object.keys(schema.properties ?? {}).length === 0;
}

/** The generator puts either everything into the body or nothing. */
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
  const parameters = (operation.parameters ?? []).filter((parameter) => 'in' in parameter);
  const moved = parameters.filter(({ name }) => names.includes(name));
  operation.parameters = parameters.filter(({ name }) => !names.includes(name));
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

/** The generator marks numbers in the path, and every preprocessed parameter of the query, as optional. */
function requireParameters({ parameters = [] }: Operation, [input]: unknown[]): void {
  const shape = input instanceof z.ZodObject ? input.shape : {};
  for (const parameter of parameters) {
    if (!('in' in parameter)) continue;
    const schema = parameter.in === 'query' ? shape[parameter.name] : undefined;
    if (parameter.in === 'path') parameter.required = true;
    else if (schema) parameter.required = !z.safeParse(schema, undefined).success;
  }
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of the client’s choice, unique for each thing to create. Repeating a request with the same key within a day creates nothing: it returns what the first request created, with status 200 and `Idempotent-Replayed: true`',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['6f3e7c41-9a52'] },
};

const KEY_REUSED = 'The `Idempotency-Key` was used for a different request (`idempotency_key_reused`)';

/** Replaces the generator's own 200 and error body, which are not what we answer. */
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
    responses['200'] = { ...success, description: 'The request was repeated; this is what the first one created' };
    responses['422'] = { description: KEY_REUSED, content };
  }
  for (const [status, description] of Object.entries(otherStatus)) {
    responses[`${status}`] = status === '304' ? { description } : { ...success, description };
  }
  return responses;
}

function refusalsOf(operation: Operation, meta: Meta): [number, string][] {
  const { forbidden = 'Signed in, but without permission', openapi } = meta;
  const { parameters = [], security } = operation;
  // Also when no body is expected: one may still be sent, and is refused unless empty.
  const mayHaveBody = openapi?.method !== 'GET';
  const takesBody = mayHaveBody && (openapi?.method !== 'DELETE' || operation.requestBody !== undefined);
  const ofPath = parameters.some((parameter) => 'in' in parameter && parameter.in === 'path');
  const usual: [boolean, number, string][] = [
    [true, 400, 'The input is not valid'],
    [security !== undefined, 401, 'Not signed in'],
    [security !== undefined, 403, forbidden],
    [ofPath, 404, 'It does not exist, or the caller may not see it'],
    [mayHaveBody, 413, 'The body is larger than 256 KiB'],
    [takesBody, 415, 'The body is not JSON'],
    [true, 429, 'Too many requests; wait for the seconds in `Retry-After`'],
    [true, 500, 'An error in the service; quote the request id when you report it'],
    [true, 503, 'The database does not respond (`database_unavailable`); try again after the seconds in `Retry-After`'],
  ];
  return usual.flatMap(([applies, status, description]) => (applies ? [[status, description]] : []));
}

/** Answers may gain fields, and the bounds of a JavaScript integer are not part of the contract. */
function asAnswered<T>(schemas: T): T {
  const text = JSON.stringify(schemas, (key, value) => {
    if (key === 'additionalProperties' && value === false) return undefined;
    if ((key === 'minimum' || key === 'maximum') && Math.abs(value) === Number.MAX_SAFE_INTEGER) return undefined;
    return value;
  });
  return JSON.parse(text);
}
