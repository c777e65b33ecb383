import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { itemPicture } from '../../core/services/picture-url.ts';
import { sharp } from '../images/decoders.ts';
import { currentWeek, mediaFile, removeOldMedia } from './media-files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Each test has a picture of its own, so that none is kept yet. */
let character = 100;
let source: string;
beforeEach(() => {
  character += 1;
  source = `${app.simulator.origin}/battlenet/render/us/character/highmere/1/${character}-avatar.jpg`;
  app.simulator.faults.clear();
  app.simulator.requests.clear();
});
const pathOf = (address: string) => new URL(app.ctx.pictureUrl(address)).pathname;
const asked = () => app.simulator.requests.count({ path: '/battlenet/render/*' });

test('a platform picture is fetched once, re-encoded, and served by us to all', async () => {
  expect(app.ctx.pictureUrl(source)).toMatch(`${app.config.baseUrl}/api/v1/media/`);
  const { body, headers } = await app.http.get(pathOf(source)).expect(200);
  expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 84, height: 84 });
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  await app.http.get(pathOf(source)).expect(200);
  await app.http.get(pathOf(source)).set('If-None-Match', String(headers.etag)).expect(304);
  expect(asked()).toBe(1);
});

test('the picture of an item costs the platform one question as long as people look at it, within a budget', async () => {
  const icons = () => app.simulator.requests.count({ path: /\/media\/item\// });
  const item = 900_000 + character;
  const path = pathOf(itemPicture('classic', item));
  const { body } = await app.http.get(path).expect(200);
  expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 56, height: 56 });
  await app.http.get(path).expect(200);
  expect([icons(), asked()]).toEqual([1, 1]);

  // A new week needs no new question.
  const hash = createHash('sha256').update(itemPicture('retail', item)).digest('hex');
  await app.ctx.storage.write(mediaFile(currentWeek() - 1, hash), Buffer.from('last week'));
  expect((await app.http.get(pathOf(itemPicture('retail', item))).expect(200)).body.toString()).toBe('last week');
  expect(await app.ctx.storage.disk.exists(mediaFile(currentWeek(), hash))).toBe(true);
  expect(icons()).toBe(1);

  const none = pathOf(itemPicture('retail', 12));
  expect((await app.http.get(none).expect(404)).body.reason).toBe('image_not_found');
  await app.http.get(none).expect(404);
  expect(icons()).toBe(2);

  await app.ctx.sql(
    `update platform_budget set hour_used = 100000, next_at = now() + interval '40 seconds' where platform = 'item-pictures'`,
  );
  const { body: refused } = await app.http.get(pathOf(itemPicture('retail', item + 1000))).expect(503);
  expect(refused.reason).toBe('platform_unavailable');
  expect(icons()).toBe(2);
});

test('U-13: only addresses that the service itself named are fetched, and only from platform hosts', async () => {
  const path = pathOf(source);
  await app.http.get(path.replace(/media\/./, (start) => `media/${start.endsWith('0') ? '1' : '0'}`)).expect(404);
  const other = Buffer.from(`${source}x`).toString('base64url');
  await app.http.get(`/api/v1/media/${path.slice(14, 46)}${other}.webp`).expect(404);
  // Even a signed address of another host is not asked.
  await app.http.get(pathOf(`http://127.0.0.1:${new URL(app.url).port}/livez`)).expect(404);
  expect(asked()).toBe(0);
});

test('a picture that the platform does not have is requested only once in a while', async () => {
  const missing = source.replace('avatar', 'nothing');
  expect((await app.http.get(pathOf(missing)).expect(404)).body.reason).toBe('image_not_found');
  await app.http.get(pathOf(missing)).expect(404);
  expect(asked()).toBe(1);
});

test('a platform outage affects only pictures that were never fetched', async () => {
  const hash = createHash('sha256').update(source).digest('hex');
  await app.ctx.storage.write(mediaFile(currentWeek() - 1, hash), Buffer.from('last week'));
  app.simulator.faults.add({ match: '/battlenet/render/*', fault: { kind: 'status', status: 503 } });
  expect((await app.http.get(pathOf(source)).expect(200)).body.toString()).toBe('last week');
  const { body } = await app.http.get(pathOf(source.replace('avatar', 'inset'))).expect(503);
  expect(body.reason).toBe('platform_unavailable');
});

test('pictures that were not requested for weeks are removed', async () => {
  const kept = `media/${currentWeek() - 1}/a.webp`;
  const old = `media/${currentWeek() - 2}/b.webp`;
  for (const file of [kept, old]) await app.ctx.storage.write(file, Buffer.from('x'));
  await removeOldMedia(app.ctx.storage);
  expect([await app.ctx.storage.disk.exists(kept), await app.ctx.storage.disk.exists(old)]).toEqual([true, false]);
});
