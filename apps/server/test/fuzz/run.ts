/** Sends requests derived from the document and collects every response that the document does not declare. */
import fc from 'fast-check';
import { answerChecker, liveDocument, type Operation, operationsOf, type Schema } from './operations.ts';
import { type Draft, draftsOf, type Request, requestOf } from './requests.ts';
import type { Needs, World } from './world.ts';

export type Outcome = {
  requests: number;
  /** The request and response of every undeclared response. */
  faults: string[];
  /** Operations that never succeeded. */
  never: string[];
  operations: number;
};

export async function fuzz(world: World, { seed, requests }: { seed: number; requests: number }): Promise<Outcome> {
  const document = await liveDocument(world.app);
  const check = answerChecker(document);
  const operations = operationsOf(document);
  const resolve = (schema: Schema): Schema => (schema.$ref ? resolve(referred(document, schema.$ref)) : schema);
  const drafts = operations.map((operation) => ({ operation, arbitrary: draftsOf(operation, resolve) }));
  const never = new Set(operations.map(({ id }) => id));
  const faults = new Map<string, string>();
  const ask = async (operation: Operation, draft: Draft, ofSeed: number) => {
    const needs = await world.needsOf(operation);
    const request = requestOf(operation, draft, needs);
    if (request.archived) await world.archive();
    const answer = await send(world, operation, request, needs.token);
    if (request.archived) await world.repair();
    if (answer.status < 400) never.delete(operation.id);
    const fault = check(operation, answer);
    const key = `${operation.id} ${fault} ${answer.status}`;
    if (fault && !faults.has(key)) faults.set(key, describe(operation, request, answer, fault, ofSeed));
  };

  for (let number = 0; number < requests; number += 1) {
    const turn = number % drafts.length;
    if (turn === 0) await world.repair();
    const { operation, arbitrary } = drafts[turn] ?? {};
    const [draft] = arbitrary ? fc.sample(arbitrary, { seed: seed + number, numRuns: 1 }) : [];
    if (!operation || !draft) continue;
    await ask(operation, draft, seed + number).catch((error: unknown) => {
      faults.set(
        operation.id,
        `${operation.id}: the world does not have what it needs (seed ${seed + number}): ${error}`,
      );
    });
  }
  return { requests, faults: [...faults.values()], never: [...never], operations: operations.length };
}

/** Sends the example of every route with a body, as the API reference does; returns the refused ones with reasons. */
export async function tryExamples(world: World): Promise<string[]> {
  await world.repair();
  const operations = operationsOf(await liveDocument(world.app));
  const refused: string[] = [];
  for (const operation of operations.filter(({ body }) => body?.media === 'application/json')) {
    const { status, text } = await sendExample(world, operation, await world.needsOf(operation));
    if (operation.body?.example === undefined) refused.push(`${operation.id} has no example`);
    // An offer belongs to the browser that linked, so an example of one can only be refused as expired.
    else if (status >= 400 && operation.id !== 'signIn-mergeAccounts')
      refused.push(`${operation.id}: ${status} ${text}`);
  }
  return refused;
}

/** Sends the example of an operation with what it needs. */
export function sendExample(world: World, operation: Operation, needs: Needs) {
  const example: Draft = { params: {}, query: {}, body: undefined, useExample: true, mutations: [] };
  return send(world, operation, requestOf(operation, example, needs), needs.token);
}

async function send({ app, tokens, picture }: World, operation: Operation, request: Request, token?: string) {
  const { params, query, body, rawBody, caller } = request;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'));
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : '';
  const bearer = caller === 'owner' ? (token ?? tokens.owner) : caller === 'nobody' ? null : tokens[caller];
  const sent = bodyOf(operation, body, rawBody, picture);
  const response = await fetch(`${app.url}/api/v1${path}${search}`, {
    method: operation.method,
    headers: { ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }), ...sent.headers },
    redirect: 'manual',
    ...(sent.body === undefined ? {} : { body: sent.body }),
  });
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  return { status: response.status, type, text: await response.text() };
}

function bodyOf({ method, body: declared }: Operation, body: unknown, rawBody: Request['rawBody'], picture: Buffer) {
  if (method === 'GET') return {};
  if (rawBody) return { headers: { 'content-type': rawBody.type }, body: rawBody.text };
  if (declared?.media === 'multipart/form-data') {
    const form = new FormData();
    const isText = Object.keys(declared.schema.properties ?? {}).includes('file');
    if (isText) form.append('file', new Blob(['Name\nRuff\n']), 'guild.csv');
    else form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png');
    return { body: form };
  }
  if (body === undefined) return {};
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function referred(document: object, reference: string): Schema {
  const found = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
  // The document is a tree of schemas; the test of the document fails on a dangling reference.
  return found as Schema;
}

function describe(
  { id, method, path }: Operation,
  { params, query, body, rawBody, caller, archived }: Request,
  { status, type, text }: { status: number; type: string; text: string },
  fault: string,
  seed: number,
): string {
  const asked = JSON.stringify({ params, query, body: rawBody ?? body, caller, archived }).slice(0, 600);
  return `${id}: ${fault} (seed ${seed})\n  ${method} ${path} ${asked}\n  → ${status} ${type} ${text.slice(0, 300)}`;
}
