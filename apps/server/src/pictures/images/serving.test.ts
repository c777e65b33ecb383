import type { ImageStatus } from '@guildhall/contracts/image.ts';
import type { AnyTRPCRouter } from '@trpc/server';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { actorOf, createPerson, type Person } from '../../../test/people.ts';
import { anyPicture, picture } from '../../../test/pictures.ts';
import { AVATAR, storedFiles, uploadAvatar } from '../../../test/uploads.ts';
import { apiReference } from '../../app/api-reference.ts';
import { appRouter } from '../../app/router.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { avatar } from './avatar.ts';
import { adoptImage, uploadImage } from './change-picture.ts';

test('an approved picture is public, immutable, and served only as a picture', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const { avatarUrl } = (await uploadAvatar(person, await picture('png')).expect(200)).body;
  expect(avatarUrl).toMatch(new RegExp(`^${app.config.baseUrl}/api/v1/images/`));
  const path = new URL(avatarUrl).pathname;

  const served = await app.http.get(path).expect(200);
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': 'inline; filename="image.webp"',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(served.headers['set-cookie']).toBeUndefined();
  expect(Number(served.headers['content-length'])).toBe(served.body.length);
  const { etag = '' } = served.headers;
  await app.http.get(path).set('If-None-Match', etag).expect(304);
  // As the fetch of Node sends it.
  await app.http.get(path).set({ 'If-None-Match': etag, 'Cache-Control': 'no-cache' }).expect(304);
  const head = await app.http.head(path).expect(200);
  expect(head.headers['content-length']).toBe(served.headers['content-length']);
});

test('U-09: an unknown, refused or pending picture answers 404', async () => {
  await using app = await testApp({ environment: { MODERATION: 'manual' } });
  const [owner, other, admin] = [
    await createPerson(app),
    await createPerson(app),
    await createPerson(app, { isAdmin: true }),
  ];
  const { avatarUrl } = (await uploadAvatar(owner, await picture('png')).expect(200)).body;
  const path = new URL(avatarUrl).pathname;
  const id = path.split('/')[4] ?? '';
  const ask = (person: Person | null, address = path) =>
    person ? person.request('get', address) : app.http.get(address);

  for (const person of [null, other]) {
    const { status, headers, body } = await ask(person);
    expect([status, body.reason, headers['cache-control']]).toEqual([404, 'image_not_found', 'no-store']);
  }
  for (const person of [owner, admin]) {
    const { headers } = await ask(person).expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['content-security-policy']).toContain('sandbox');
  }
  await app.http.get(path).set('Cookie', `session=${owner.token}`).expect(200);

  const become = (status: ImageStatus) => app.ctx.sql('update image set status = $1 where id = $2', [status, id]);
  await become('rejected');
  for (const person of [null, other, owner, admin]) await ask(person).expect(404);
  await become('approved');
  for (const person of [null, other]) await ask(person).expect(200);
  // Simulates a replacement between reading the row and reading the file.
  await app.ctx.storage.disk.deleteAll(`images/${id}`);
  expect((await ask(null).expect(404)).headers['cache-control']).toBe('no-store');

  const unknown = `/api/v1/images/${uuidv7()}/512.webp`;
  const odd = [
    '300.webp',
    '512.png',
    '512',
    '0512.webp',
    '512.webp.html',
    '%2e%2e%2f512.webp',
    '5e2.webp',
    '999999.webp',
  ];
  const elsewhere = ['/api/v1/images/x/512.webp', '/api/v1/images/..%2f..%2fsecrets.json/512.webp', unknown];
  for (const address of [...elsewhere, ...odd.map((name) => `/api/v1/images/${id}/${name}`)]) {
    const ambiguous = address.includes('%2f');
    expect([address, (await ask(admin, address)).status]).toEqual([address, ambiguous ? 400 : 404]);
  }
});

test('U-09: two simultaneous uploads have nothing guessable in common', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const urls: string[] = [];
  for (let count = 0; count < 2; count++) urls.push((await uploadAvatar(person, await anyPicture())).body.avatarUrl);
  const randomParts = urls.map((url) => url.split('/').at(-2)?.slice(-16));
  expect(randomParts[0]).toMatch(/^[0-9a-f-]{16}$/);
  expect(randomParts[0]).not.toBe(randomParts[1]);
});

test('U-11: no route takes the address of a picture, so nothing can be fetched through it', async () => {
  await using app = await testApp();
  const router: AnyTRPCRouter = appRouter;
  const procedures: [string, { _def: { inputs: unknown[] } }][] = Object.entries(router._def.procedures);
  const inputs = procedures.flatMap(([path, { _def }]) =>
    _def.inputs.flatMap(fieldsOf).map((field) => `${path}.${field}`),
  );
  expect(inputs.length).toBeGreaterThan(10);
  // A callback URL is a path on this service and is never fetched. Imports, logs and sims use only the id within their links.
  const addresses = inputs.filter((field) => /(url|uri|href|link|src|avatar|logo|image)$/i.test(field));
  expect(
    addresses.filter(
      (field) =>
        !/callbackUrl$|^imports\.start\.link$|^(nights\.(putSource|attach)|wishes\.readSim)\.link$/i.test(field),
    ),
  ).toEqual([]);
  const uploads = JSON.stringify(apiReference.paths);
  expect(uploads).toContain('"image":{"type":"string","format":"binary"');

  const person = await createPerson(app);
  const address = 'http://127.0.0.1:1/picture.png';
  await person.request('post', AVATAR).send({ image: address, url: address }).expect(415);
  await person.request('post', AVATAR).field('image', address).expect(400);
  await person.request('post', AVATAR).attach('image', Buffer.from(address), 'x.png').expect(400);
  expect(await storedFiles(app)).toEqual([]);
});

test('removing or replacing an avatar deletes it and its files', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  await person.request('delete', AVATAR).expect(200);
  const first = (await uploadAvatar(person, await anyPicture()).expect(200)).body.avatarUrl;
  const second = (await uploadAvatar(person, await anyPicture()).expect(200)).body.avatarUrl;
  expect(second).not.toBe(first);
  await app.http.get(new URL(first).pathname).expect(404);
  await app.http.get(new URL(second).pathname).expect(200);
  await expectFiles(app, 2);

  expect((await person.request('delete', AVATAR).expect(200)).body.avatarUrl).toBeNull();
  await app.http.get(new URL(second).pathname).expect(404);
  await expectFiles(app, 0);
  expect(await app.ctx.sql('select from image')).toEqual([]);
  expect((await app.http.delete(AVATAR)).status).toBe(401);
});

test('deleting an account deletes the person’s picture', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const { avatarUrl } = (await uploadAvatar(person, await picture('png')).expect(200)).body;
  expect((await person.request('delete', '/api/v1/auth/me')).status).toBeLessThan(300);
  await app.http.get(new URL(avatarUrl).pathname).expect(404);
  await expectFiles(app, 0);
  expect(await app.ctx.sql('select from image')).toEqual([]);
});

test('one of several parallel uploads becomes the avatar, and the others leave nothing behind', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const pictures = await Promise.all(Array.from({ length: 10 }, anyPicture));
  const answers = await Promise.all(pictures.map((bytes) => uploadAvatar(person, bytes)));
  expect(answers.map(({ status }) => status)).toEqual(new Array(10).fill(200));
  const { avatarUrl } = (await person.request('get', '/api/v1/auth/me').expect(200)).body;
  await app.http.get(new URL(avatarUrl).pathname).expect(200);
  expect(await app.ctx.sql('select from image')).toHaveLength(1);
  await expectFiles(app, 2);

  // Skips the earlier steps, so that the transactions do collide.
  const stored = await Promise.all(pictures.map((bytes) => uploadImage(app.ctx, avatar, person.userId, bytes)));
  await Promise.all(stored.map((image) => adoptImage(app.ctx, actorOf(person), avatar, image)));
  expect(await app.ctx.sql('select from image')).toHaveLength(1);
  await expectFiles(app, 2);
});

test('files of an upload that never got its row are removed later', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  await app.ctx.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
  await app.ctx.sql('create trigger refuse before insert on image for each row execute function refuse()');
  await uploadAvatar(person, await picture('png')).expect(500);
  expect(await storedFiles(app)).toHaveLength(2);
  const waiting = `update pgboss.job set start_after = now() where name = 'image-files-removal' returning id`;
  expect(await app.ctx.sql(waiting)).toHaveLength(1);
  await expectFiles(app, 0);
});

async function expectFiles(app: TestApp, count: number): Promise<void> {
  await expect.poll(() => storedFiles(app)).toHaveLength(count);
}

/** The field names of an object schema, as far as zod exposes them. */
function fieldsOf(input: unknown): string[] {
  const shape = typeof input === 'object' && input !== null && 'shape' in input ? input.shape : undefined;
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}
