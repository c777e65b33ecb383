/** Pages, repeats, refusals and the change feed of `packages/client`, against a running service. */
import { followChanges } from '@guildhall/client/changes.ts';
import { ROUTES } from '@guildhall/client/create-once.ts';
import { everyPage } from '@guildhall/client/pages.ts';
import { dataOf, isRefusal, Refusal, UnreadableAnswer } from '@guildhall/client/refusals.ts';
import { createGuildhallRest } from '@guildhall/client/rest.ts';
import type { RetryOptions } from '@guildhall/client/retries.ts';
import type { ChangesView, ChangeView } from '@guildhall/contracts/change.ts';
import type { PostView } from '@guildhall/contracts/post.ts';
import { expect, onTestFinished, test } from 'vitest';
import { apiReference } from '../src/app/api-reference.ts';
import { appRouter } from '../src/app/router.ts';
import { serializedOpenApiDocument } from '../src/core/http/openapi.ts';
import { testApp } from './app.ts';
import { foundClub } from './standalone.ts';
import { unsteadyProxy } from './unsteady-proxy.ts';

type Get<Data> = { get: { parameters: object; responses: { 200: { content: { 'application/json': Data } } } } };
type Query = { parameters: { path: { id: string }; query?: object } };
type Json<Data> = { content: { 'application/json': Data } };
type Posts = { posts: PostView[]; pagination: { page: number; totalPages: number } };
type Paths = {
  '/organizations/{id}/posts': {
    get: Query & { responses: { 200: Json<Posts> } };
    post: Query & { requestBody: Json<{ title: string; body: string }>; responses: { 201: Json<PostView> } };
  };
  '/organizations/{id}/changes': { get: Query & { responses: { 200: Json<ChangesView> } } };
  '/organizations/{id}/invites': {
    post: Query & { requestBody: Json<object>; responses: { 201: Json<{ id: string }> } };
  };
  '/auth/me': { patch: { requestBody: Json<object>; responses: { 200: Json<object> } } };
};

async function club() {
  const app = await testApp({ roles: ['web'] });
  onTestFinished(() => app[Symbol.asyncDispose]());
  const { id, founder } = await foundClub(app);
  const proxy = await unsteadyProxy(app.url);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const restOf = (retries?: RetryOptions | false) =>
    createGuildhallRest<Paths>({
      baseUrl: proxy.url,
      token: founder.token,
      ...(retries === undefined ? {} : { retries }),
    });
  const params = { path: { id } };
  const write = (title: string, rest = restOf()) =>
    rest.POST('/organizations/{id}/posts', { params, body: { title, body: 'B' } });
  const titles = async () => {
    const found: string[] = [];
    const ask = (at: object) =>
      restOf().GET('/organizations/{id}/posts', { params: { ...params, query: { ...at, pageSize: 2 } } });
    for await (const { posts } of everyPage(ask)) found.push(...posts.map(({ title }) => title));
    return found.sort();
  };
  return { app, id, founder, proxy, restOf, params, write, titles };
}

test('a lost answer creates one post, because the request comes again with the same key', async () => {
  const { proxy, write, titles } = await club();
  proxy.faults.push('answer lost', 503, 'answer lost');
  const { data, response } = await write('Raid moved');
  expect([data?.title, response.status]).toEqual(['Raid moved', 200]);
  expect(await titles()).toEqual(['Raid moved']);
  const keys = proxy.seen.slice(0, 4).map(({ key }) => key);
  expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[\w-]{36}$/)]));
  await write('Another');
  expect(proxy.seen.at(-1)?.key).not.toBe(keys[0]);
});

test('a request that could do something twice is repeated after 429 and never after a lost answer or 503', async () => {
  const { proxy, restOf, params } = await club();
  const invite = () => restOf().POST('/organizations/{id}/invites', { params, body: {} });
  proxy.faults.push('answer lost');
  await expect(invite()).rejects.toThrow(TypeError);
  expect(proxy.seen).toHaveLength(1);
  proxy.faults.push(503);
  await expect(dataOf(invite())).rejects.toBeInstanceOf(UnreadableAnswer);
  proxy.faults.push(502);
  expect((await restOf().PATCH('/auth/me', { body: {} })).response.status).toBe(502);
  expect(proxy.seen).toHaveLength(3);
  proxy.faults.push(429, 429);
  expect((await invite()).response.status).toBe(201);
  expect(proxy.seen).toHaveLength(6);
});

test('an answer of 200 that is no data is unreadable, with or without its length told', async () => {
  const { proxy, restOf, params, write } = await club();
  const posts = (more = {}) => restOf().GET('/organizations/{id}/posts', { params, ...more });
  for (const fault of ['page', 'half an answer', 'nothing'] as const) {
    proxy.faults.push(fault);
    const error = await dataOf(posts()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreadableAnswer);
    expect(error).toMatchObject({
      status: 200,
      message: expect.stringContaining(`${proxy.url}/api/v1/organizations/`),
    });
    proxy.faults.push(fault);
    await expect(write('Raid moved')).rejects.toBeInstanceOf(UnreadableAnswer);
  }
  expect(proxy.seen).toHaveLength(6);
  proxy.faults.push('page');
  expect((await posts({ parseAs: 'text' })).data).toContain('<h1>');
  expect((await posts()).data).toMatchObject({ posts: [] });
});

test('repeats wait as long as the service asks, end after a number, and can be switched off', async () => {
  const { proxy, restOf, params } = await club();
  const waits: unknown[] = [];
  const onWait = ({ ms, method, status }: { ms: number; method: string; status: number | undefined }) =>
    void waits.push([method, status, ms]);
  const posts = (retries?: RetryOptions | false) => restOf(retries).GET('/organizations/{id}/posts', { params });
  proxy.retryAfter = 1;
  proxy.faults.push(429);
  const began = performance.now();
  expect((await posts({ onWait })).response.status).toBe(200);
  expect(performance.now() - began).toBeGreaterThan(950);
  expect(waits).toEqual([['GET', 429, 1000]]);
  proxy.retryAfter = 0;
  proxy.faults.push(429);
  expect((await posts({ onWait })).response.status).toBe(200);
  expect(waits.at(-1)).toEqual(['GET', 429, 1000]);
  proxy.retryAfter = 1.25;
  proxy.faults.push(429);
  expect((await posts({ onWait })).response.status).toBe(200);
  expect(waits.at(-1)).toEqual(['GET', 429, 1250]);
  proxy.retryAfter = 1;
  proxy.faults.push(429);
  expect((await posts({ longestWaitMs: 999 })).response.status).toBe(429);
  proxy.retryAfter = 0;
  proxy.faults.push(503, 503, 503);
  expect((await posts({ repeats: 2 })).response.status).toBe(503);
  proxy.faults.push(503);
  expect((await posts(false)).response.status).toBe(503);
  proxy.faults.push('answer lost');
  await expect(posts(false)).rejects.toThrow(TypeError);
});

test('an abort ends a wait', async () => {
  const { proxy, restOf, params } = await club();
  proxy.retryAfter = 60;
  proxy.faults.push(429);
  const controller = new AbortController();
  const rest = restOf({ onWait: () => controller.abort() });
  await expect(rest.GET('/organizations/{id}/posts', { params, signal: controller.signal })).rejects.toThrow('aborted');
});

test('the routes that heed a key are those of the document', () => {
  type Operation = { parameters?: { name?: string }[] };
  const { paths } = JSON.parse(serializedOpenApiDocument(appRouter, apiReference));
  const heeded = Object.entries<{ post?: Operation }>(paths)
    .filter(([, { post }]) => post?.parameters?.some(({ name }) => name === 'Idempotency-Key'))
    .map(([route]) => route);
  expect([...ROUTES].sort()).toEqual(heeded.sort());
});

test('refusals are told apart by their reason, thrown or as an answer', async () => {
  const { restOf, write, params } = await club();
  const missing = { path: { id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f' } };
  const { error } = await restOf().GET('/organizations/{id}/posts', { params: missing });
  expect([isRefusal(error), isRefusal(error, 'organization_not_found'), isRefusal(error, 'post_not_found')]).toEqual([
    true,
    true,
    false,
  ]);
  const thrown = await dataOf(write('', restOf())).catch((refusal: unknown) => refusal);
  expect(thrown).toBeInstanceOf(Refusal);
  expect(thrown).toMatchObject({
    name: 'Refusal',
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'invalid_input',
    issues: expect.arrayContaining([{ path: 'title', message: 'must not be empty' }]),
    requestId: expect.stringMatching(/./),
  });
  expect(isRefusal(thrown, 'invalid_input', 'post_not_found')).toBe(true);
  expect([isRefusal(new Error('no')), isRefusal(null), isRefusal('invalid_input')]).toEqual([false, false, false]);
  expect(await dataOf(restOf().GET('/organizations/{id}/posts', { params }))).toMatchObject({ posts: [] });
});

test('the pages of a list are read one after another, by number or by the place of the last', async () => {
  const { write, titles, app, founder, proxy } = await club();
  for (const title of ['A', 'B', 'C', 'D', 'E']) await write(title);
  proxy.seen.length = 0;
  expect(await titles()).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(proxy.seen.map(({ path }) => new URL(path, app.url).searchParams.get('page'))).toEqual([null, '2', '3']);
  await app.ctx.sql(
    `insert into notification (user_id, kind) select $1, 'picture_refused' from generate_series(1, 5)`,
    [founder.userId],
  );
  type Inbox = { '/auth/me/notifications': Get<{ notifications: object[]; next: string | null }> };
  const rest = createGuildhallRest<Inbox>({ baseUrl: proxy.url, token: founder.token });
  const sizes: number[] = [];
  for await (const page of everyPage((at) =>
    rest.GET('/auth/me/notifications', { params: { query: { ...at, pageSize: 2 } } }),
  )) {
    sizes.push(page.notifications.length);
  }
  expect(sizes).toEqual([2, 2, 1]);
});

test('a follower misses nothing across restarts and outages, and starts over when its cursor has expired', async () => {
  const { app, id, proxy, restOf, params, write } = await club();
  let kept: string | undefined;
  const log: string[] = [];
  const follow = async (until: (change: ChangeView) => boolean) => {
    const stop = new AbortController();
    const rest = restOf({ repeats: 0 });
    const ask = (after: string | undefined) =>
      rest.GET('/organizations/{id}/changes', { params: { ...params, query: after ? { after } : {} } });
    for await (const change of followChanges(ask, {
      cursor: { load: () => kept, save: (cursor) => (kept = cursor) },
      startOver: async () => {
        log.push('start over');
        await dataOf(write('Written while starting'));
      },
      everyMs: 20,
      signal: stop.signal,
      onTrouble: (error) => log.push(String((error as Error).name)),
    })) {
      log.push(change.type);
      if (until(change)) stop.abort();
    }
  };
  await follow(() => true);
  expect(log.splice(0)).toEqual(['start over', 'post.changed']);
  for (const title of ['One', 'Two', 'Three']) await dataOf(write(title));
  proxy.faults.push(503, 'answer lost', 502);
  await follow(() => true);
  expect(log.splice(0)).toEqual(['UnreadableAnswer', 'TypeError', 'UnreadableAnswer', 'post.changed']);
  proxy.faults.push('page', 'half an answer', 'nothing');
  await follow(() => true);
  expect(log.splice(0)).toEqual([...Array<string>(3).fill('UnreadableAnswer'), 'post.changed']);
  await follow(() => true);
  expect(log.splice(0)).toEqual(['post.changed']);
  kept = '00000000.1';
  await follow(() => true);
  expect(log.splice(0)).toEqual(['start over', 'post.changed']);
  await app.ctx.sql('delete from organization where id = $1', [id]);
  await expect(follow(() => true)).rejects.toMatchObject({ reason: 'organization_not_found' });
});
