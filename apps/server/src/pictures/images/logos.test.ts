import type { WaitingImageView } from '@guildhall/contracts/image.ts';
import { createWorld } from '@guildhall/simulator/world.ts';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { type SignedInClient, type TestApp, testApp } from '../../../test/app.ts';
import { callerOf } from '../../../test/caller.ts';
import { bringIn, eventually } from '../../../test/guild.ts';
import { foundStandalone, showToMembersOnly } from '../../../test/guild-people.ts';
import { createPerson } from '../../../test/people.ts';
import { anyPicture, MAGENTA, picture } from '../../../test/pictures.ts';
import { storedFiles } from '../../../test/uploads.ts';
import { sharp } from './decoders.ts';

const world = () => createWorld({ guildSizes: [60, 0, 0] });

async function guildWithPeople(environment: NodeJS.ProcessEnv = {}) {
  const app = await testApp({ world: world(), environment });
  const { client: master, guild } = await bringIn(app, 'ysolde');
  const { client: officer } = await bringIn(app, 'kessa');
  const { client: member } = await bringIn(app, 'pell');
  const [outsider, admin] = [await createPerson(app), await createPerson(app, { isAdmin: true })];
  const path = `/organizations/${guild.alias}/logo`;
  await eventually(async () =>
    expect(await app.ctx.sql('select from organization where synced_logo_url is not null')).toHaveLength(1),
  );
  const of = ({ token }: { token: string }) => callerOf(app, token);
  const upload = ({ token }: { token: string }, bytes: Buffer, name = 'logo.png', target = path) =>
    supertest(app.url).post(`/api/v1${target}`).set('Authorization', `Bearer ${token}`).attach('image', bytes, name);
  const logo = async (person: { token: string } = master) => (await of(person)('GET', path)).body;
  return { app, guild, path, master, officer, member, outsider, admin, of, upload, logo };
}

const pathOf = (url: unknown) => new URL(String(url)).pathname;
const asPerson = (app: TestApp, { token }: Pick<SignedInClient, 'token'>, path: string) =>
  app.http.get(path).set('Authorization', `Bearer ${token}`);

test('only people who may update the organization change its logo, and other uploads are not stored', async () => {
  const { app, path, of, upload, master, officer, member, outsider, logo } = await guildWithPeople();
  await using _ = app;
  const before = await logo();
  const png = await picture('png');
  for (const person of [officer, member, outsider]) {
    const call = of(person);
    expect((await upload(person, png)).body.reason).toBe('missing_permission');
    expect((await call('DELETE', path)).status).toBe(403);
    expect((await call('PATCH', `${path}/toggle`)).status).toBe(403);
  }
  await app.http.post(`/api/v1${path}`).attach('image', png, 'x.png').expect(401);
  await upload(master, png, 'x.png', '/organizations/nowhere/logo').expect(404);
  await upload(master, png, 'x.png', `/organizations/${encodeURIComponent("x' or 1=1")}/logo`).expect(404);
  const cookie = { Cookie: `session=${master.token}`, Origin: 'https://evil.example' };
  await app.http.post(`/api/v1${path}`).set(cookie).attach('image', png, 'x.png').expect(403);
  const read = await of(master)('POST', '/auth/tokens', { label: 'reader', scope: 'read' });
  expect((await upload({ token: String(read.body.token) }, png)).body.reason).toBe('read_only_token');
  expect(await logo()).toEqual(before);
  expect(await app.ctx.sql('select from image')).toEqual([]);
});

test('U-03, U-05: a logo refuses non-pictures, large files and malformed forms like an avatar', async () => {
  const { app, upload, master, path, logo } = await guildWithPeople();
  await using _ = app;
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const cases: [Buffer, number, string][] = [
    [svg, 400, 'unsupported_image'],
    [Buffer.from('GIF89a<script>'), 400, 'unsupported_image'],
    [Buffer.alloc(6 * 1024 * 1024), 413, 'file_too_large'],
  ];
  for (const [bytes, status, reason] of cases) {
    const answer = await upload(master, bytes);
    expect([answer.status, answer.body.reason]).toEqual([status, reason]);
  }
  const form = app.http.post(`/api/v1${path}`).set('Authorization', `Bearer ${master.token}`);
  expect((await form.send({ url: 'https://picture.example/x.png' })).status).toBe(415);
  expect((await logo()).customLogoUrl).toBeNull();
  expect(await storedFiles(app)).toEqual([]);
});

test('a logo can be uploaded, shown, switched off and on, replaced and removed', async () => {
  const { app, guild, path, of, upload, master, member, logo } = await guildWithPeople();
  await using _ = app;
  const call = of(master);
  const { syncedLogoUrl } = await logo();
  const none = {
    customLogoUrl: null,
    syncedLogoUrl,
    useCustomLogo: false,
    currentLogoUrl: syncedLogoUrl,
    review: null,
  };
  expect(await logo(member)).toEqual(none);
  const alone = await call('PATCH', `${path}/toggle`);
  expect([alone.status, alone.body.reason]).toEqual([409, 'logo_not_available']);

  const uploaded = await upload(master, await picture('jpeg', { width: 900, height: 300 }), '../../logo.html').expect(
    201,
  );
  const { url } = uploaded.body;
  const custom = { customLogoUrl: url, syncedLogoUrl, useCustomLogo: true, currentLogoUrl: url, review: null };
  expect(uploaded.body).toEqual({ url, status: 'approved', ...custom });
  expect(await logo(member)).toEqual(custom);
  const served = await app.http.get(pathOf(url)).expect(200);
  // Whole, not cropped to a square.
  expect(await sharp(served.body).metadata()).toMatchObject({ format: 'webp', width: 512, height: 171 });
  await app.http.get(pathOf(url).replace('/512.', '/128.')).expect(200);
  expect((await of(member)('GET', `/organizations/${guild.id}`)).body).toMatchObject({
    logoUrl: syncedLogoUrl,
    useCustomLogo: true,
    currentLogoUrl: url,
  });
  expect((await of(member)('GET', '/organizations/mine')).body).toMatchObject([{ currentLogoUrl: url }]);

  const switched = { ...custom, useCustomLogo: false, currentLogoUrl: syncedLogoUrl };
  expect((await call('PATCH', `${path}/toggle`)).body).toEqual(switched);
  expect((await call('PATCH', `${path}/toggle`)).body).toEqual(custom);
  expect((await call('PATCH', `${path}/toggle`)).body).toEqual(switched);

  // A new logo becomes active and replaces the first.
  const second = (await upload(master, await anyPicture()).expect(201)).body;
  expect(second).toMatchObject({ customLogoUrl: second.url, useCustomLogo: true });
  await app.http.get(pathOf(url)).expect(404);
  await expect.poll(() => storedFiles(app)).toHaveLength(2);

  for (let twice = 0; twice < 2; twice++) {
    expect(await call('DELETE', path)).toMatchObject({ status: 200, body: none });
  }
  await app.http.get(pathOf(second.url)).expect(404);
  await expect.poll(() => storedFiles(app)).toEqual([]);
  await app.http.get(pathOf(syncedLogoUrl)).expect(200);
});

test('a standalone organization has its own logo or none', async () => {
  await using app = await testApp({ roles: ['web'] });
  const admin = await createPerson(app, { isAdmin: true });
  const id = await foundStandalone(app);
  const path = `/api/v1/organizations/${id}/logo`;
  const none = { customLogoUrl: null, syncedLogoUrl: null, useCustomLogo: false, currentLogoUrl: null, review: null };
  expect((await admin.request('get', path).expect(200)).body).toEqual(none);
  const { body } = await admin
    .request('post', path)
    .attach('image', await anyPicture(), 'x.png')
    .expect(201);
  expect(body).toMatchObject({ useCustomLogo: true, currentLogoUrl: body.url, syncedLogoUrl: null });
  await admin.request('patch', `${path}/toggle`).expect(409);
  expect((await admin.request('delete', path).expect(200)).body).toEqual(none);
});

test('one of several parallel uploads becomes the logo, and the others leave nothing behind', async () => {
  const { app, upload, master, logo } = await guildWithPeople();
  await using _ = app;
  const pictures = await Promise.all(Array.from({ length: 8 }, anyPicture));
  const answers = await Promise.all(pictures.map((bytes) => upload(master, bytes)));
  expect(answers.map(({ status }) => status)).toEqual(pictures.map(() => 201));
  await app.http.get(pathOf((await logo()).currentLogoUrl)).expect(200);
  expect(await app.ctx.sql('select from image')).toHaveLength(1);
  await expect.poll(() => storedFiles(app)).toHaveLength(2);
});

test('moderation: a logo that is refused or gets no verdict is not stored', async () => {
  const { app, upload, master, logo } = await guildWithPeople({ MODERATION: 'openai' });
  await using _ = app;
  const refused = await upload(master, await picture('png', { colour: MAGENTA }));
  expect([refused.status, refused.body.reason]).toEqual([400, 'moderation_failed']);
  app.simulator.faults.add({ match: '/moderation/*', times: 1, fault: { kind: 'status', status: 500 } });
  expect((await upload(master, await anyPicture())).status).toBe(503);
  expect((await logo()).customLogoUrl).toBeNull();
  expect((await upload(master, await anyPicture())).status).toBe(201);
});

test('U-09, U-12: a pending logo shows to its uploader and administrators, and to all once approved', async () => {
  const { app, guild, path, of, upload, master, member, admin, logo } = await guildWithPeople({ MODERATION: 'manual' });
  await using _ = app;
  const before = await logo();
  const { body: first } = await upload(master, await anyPicture()).expect(201);
  expect(first).toEqual({ url: first.url, status: 'pending', ...before, review: 'pending' });
  expect((await logo()).review).toBe('pending');
  expect(await logo(member)).toEqual(before);
  await asPerson(app, master, pathOf(first.url)).expect(200);
  await asPerson(app, admin, pathOf(first.url)).expect(200);
  for (const person of [member, { token: 'none' }]) await asPerson(app, person, pathOf(first.url)).expect(404);

  const queue = async () => (await of(admin)('GET', '/admin/moderation')).body.images as WaitingImageView[];
  const [waiting] = await queue();
  expect(waiting).toMatchObject({ purpose: 'logo', subjectId: guild.id, version: 1 });
  const decide = (decision: 'approve' | 'reject', image = waiting) =>
    of(admin)('POST', `/admin/moderation/${image?.id}`, { decision, version: image?.version });
  expect((await decide('approve')).status).toBe(200);
  expect((await logo()).review).toBeNull();
  expect(await logo(member)).toMatchObject({
    customLogoUrl: first.url,
    useCustomLogo: true,
    currentLogoUrl: first.url,
  });
  await app.http.get(pathOf(first.url)).expect(200);

  // The next one waits beside it, and is withdrawn with it.
  const { body: second } = await upload(master, await anyPicture()).expect(201);
  expect(second).toMatchObject({ status: 'pending', currentLogoUrl: first.url });
  const [next] = await queue();
  await of(master)('DELETE', path);
  expect(await queue()).toEqual([]);
  expect((await decide('approve', next)).body.reason).toBe('image_replaced');
  expect(await logo()).toEqual(before);
  const statuses = await app.ctx.sql<{ status: string }>('select status from image');
  expect(statuses).toEqual([{ status: 'withdrawn' }]);

  await upload(master, await anyPicture()).expect(201);
  expect((await decide('reject', (await queue())[0])).status).toBe(200);
  expect(await logo()).toEqual({ ...before, review: 'rejected' });
  expect(await logo(member)).toEqual(before);
});

test('U-09: a members-only organization shows its own logo to members only', async () => {
  const { app, guild, path, of, upload, master, member, outsider, admin, logo } = await guildWithPeople();
  await using _ = app;
  const { url } = (await upload(master, await anyPicture()).expect(201)).body;
  await app.http.get(pathOf(url)).expect(200);
  await showToMembersOnly(app, guild);
  for (const person of [outsider, { token: 'none' }]) {
    const { body } = await asPerson(app, person, pathOf(url)).expect(404);
    expect(body.reason).toBe('image_not_found');
  }
  for (const person of [master, member, admin]) {
    const { headers } = await asPerson(app, person, pathOf(url)).expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
  }
  // They cannot see the organization itself either.
  for (const address of [path, `/organizations/${guild.id}`])
    expect((await of(outsider)('GET', address)).status).toBe(404);
  expect((await logo(member)).currentLogoUrl).toBe(url);
});
