import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ModerationDecisionInput, WaitingImageView } from '@guildhall/contracts/image.ts';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { createPerson, type Person } from '../../../test/people.ts';
import { anyPicture, type Format, MAGENTA, picture } from '../../../test/pictures.ts';
import { AVATAR, storedFiles, uploadAvatar } from '../../../test/uploads.ts';
import { readConfig } from '../../core/config.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { purgeWithdrawn } from './image-files.ts';
import { isFlagged, ModerationUnavailable } from './moderation.ts';

const MODERATIONS = '/moderation/v1/moderations';
const manual = { environment: { MODERATION: 'manual' } };
const automatic = { environment: { MODERATION: 'openai' } };

test('by default an administrator approves pictures in production, and no one does elsewhere', () => {
  const production = {
    NODE_ENV: 'production',
    BASE_URL: 'https://guild.example',
    DATABASE_URL: 'postgres://localhost/guildhall',
    AUTH_SECRET: 'd3b07384d113edec49eaa6238ad5ff00',
    ENCRYPTION_KEY: 'c157a79031e1c40f85931829bc5fc552',
  };
  expect(readConfig({}).moderation).toEqual({ provider: 'off', url: 'https://api.openai.com', apiKey: undefined });
  expect(readConfig(production).moderation.provider).toBe('manual');
  expect(() => readConfig({ ...production, MODERATION: 'openai' })).toThrow('MODERATION_API_KEY: must be set');
  expect(() => readConfig({ MODERATION: 'sometimes' })).toThrow('MODERATION: ');
});

test('off: every picture shows immediately, even one that moderation would refuse', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const { avatarUrl } = (await uploadAvatar(person, await picture('png', { colour: MAGENTA })).expect(200)).body;
  await app.http.get(new URL(avatarUrl).pathname).expect(200);
  expect(app.simulator.requests.count({ path: MODERATIONS })).toBe(0);
});

test('openai: a refused picture is answered with 400 in every format and is not stored', async () => {
  await using app = await testApp(automatic);
  const person = await createPerson(app);
  const formats: Format[] = ['jpeg', 'png', 'webp', 'gif'];
  for (const format of formats) {
    const { status, body } = await uploadAvatar(person, await picture(format, { colour: MAGENTA }));
    expect([format, status, body.reason]).toEqual([format, 400, 'moderation_failed']);
  }
  await expectNothingKept(app, person);
  expect(app.simulator.requests.count({ path: MODERATIONS, method: 'POST', status: 200 })).toBe(formats.length);

  const { avatarUrl } = (await uploadAvatar(person, await picture('png')).expect(200)).body;
  await app.http.get(new URL(avatarUrl).pathname).expect(200);
});

test('openai: no picture is accepted without a usable answer', async () => {
  await using app = await testApp(automatic);
  const person = await createPerson(app);
  const png = await picture('png');
  const faults = [
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503, retryAfter: 3 },
    { kind: 'status', status: 429, retryAfter: 20 },
    { kind: 'status', status: 302 },
    { kind: 'status', status: 500, body: { results: [{ flagged: false }] } },
    { kind: 'expired-token' },
    { kind: 'html' },
    { kind: 'html', status: 502 },
    { kind: 'truncated' },
    { kind: 'reset' },
    { kind: 'serve', body: { results: [] } },
    { kind: 'serve', body: { results: [{ flagged: 'no' }] } },
    { kind: 'serve', body: null },
    { kind: 'serve', body: { results: [{ flagged: false }], padding: 'x'.repeat(300_000) } },
  ] as const;
  for (const fault of faults) {
    app.simulator.faults.add({ match: MODERATIONS, times: 1, fault });
    const { status, headers, body } = await uploadAvatar(person, png);
    expect([fault, status, body.reason]).toEqual([fault, 503, 'moderation_unavailable']);
    expect(headers['retry-after']).toBe('60');
  }
  await expectNothingKept(app, person);
  expect(app.logged.filter((line) => line.includes('unexpected error'))).toEqual([]);
  expect(app.logged.filter((line) => line.includes('base64'))).toEqual([]);
  await uploadAvatar(person, png).expect(200);
});

test('openai: a wrong key or address does not let pictures through', async () => {
  await using elsewhere = await redirectingServer();
  const wrong = [
    { MODERATION_API_KEY: 'wrong' },
    { MODERATION_URL: 'http://127.0.0.1:9' },
    { MODERATION_URL: elsewhere.url },
  ];
  for (const environment of wrong) {
    await using app = await testApp({ environment: { MODERATION: 'openai', ...environment } });
    const person = await createPerson(app);
    const { status, body } = await uploadAvatar(person, await picture('png'));
    expect([environment, status, body.reason]).toEqual([environment, 503, 'moderation_unavailable']);
    await expectNothingKept(app, person);
  }
});

test('openai: does not wait for an answer that never comes', async () => {
  await using app = await testApp(automatic);
  const api = { url: app.simulator.moderationUrl, apiKey: 'key' };
  const webp = await picture('webp');
  const release = app.simulator.faults.add({ match: MODERATIONS, fault: { kind: 'hang' } });
  await expect(isFlagged(api, webp, 100)).rejects.toThrow(ModerationUnavailable);
  release();
  expect(await isFlagged(api, webp)).toBe(false);
  expect(await isFlagged(api, await picture('webp', { colour: MAGENTA }))).toBe(true);
});

test('manual: only its uploader sees a picture until an administrator approves it', async () => {
  await using app = await testApp(manual);
  const { owner, other, admin } = await people(app);
  expect((await other.request('get', '/api/v1/admin/moderation')).body.reason).toBe('admin_only');
  expect((await app.http.get('/api/v1/admin/moderation')).status).toBe(401);

  const first = await uploaded(owner);
  expect(await avatarOf(owner)).toBe(first);
  expect(await shownAvatar(app, owner)).toBeNull();
  await other.request('get', first).expect(404);
  const [waiting] = await queue(admin);
  expect(waiting).toMatchObject({
    purpose: 'avatar',
    subjectId: owner.userId,
    uploadedBy: { id: owner.userId },
    imageUrl: `${app.config.baseUrl}${first}`,
    version: 1,
  });
  const decided = await decide(admin, waiting, { decision: 'approve' }).expect(200);
  expect(decided.body).toMatchObject({ id: waiting?.id, status: 'approved', version: 2, reason: null });
  expect(await queue(admin)).toEqual([]);
  await app.http.get(first).expect(200);
  expect(await shownAvatar(app, owner)).toBe(first);

  // The next one is refused: all, including its uploader, sees the first again.
  const second = await uploaded(owner);
  expect([await avatarOf(owner), await shownAvatar(app, owner)]).toEqual([second, first]);
  const [next] = await queue(admin);
  await decide(admin, next, { decision: 'reject', reason: 'Not a face' }).expect(200);
  for (const person of [owner, admin]) await person.request('get', second).expect(404);
  expect([await avatarOf(owner), await shownAvatar(app, owner)]).toEqual([first, first]);
  await expect.poll(() => storedFiles(app)).toHaveLength(2);
  const [row] = await app.ctx.sql<{ reason: string; decidedBy: string }>(
    'select reason, decided_by as "decidedBy" from image where id = $1',
    [next?.id],
  );
  expect(row).toEqual({ reason: 'Not a face', decidedBy: admin.userId });

  // The third one replaces the first.
  const third = await uploaded(owner);
  await decide(admin, (await queue(admin))[0], { decision: 'approve' }).expect(200);
  expect([await avatarOf(owner), await shownAvatar(app, owner)]).toEqual([third, third]);
  await app.http.get(first).expect(404);
  await expect.poll(() => storedFiles(app)).toHaveLength(2);
});

test('manual: a picture that an administrator refused cannot be submitted again', async () => {
  await using app = await testApp(manual);
  const { owner, other, admin } = await people(app);
  const png = await anyPicture();
  await uploadAvatar(owner, png).expect(200);
  await decide(admin, (await queue(admin))[0], { decision: 'reject' }).expect(200);
  expect((await uploadAvatar(owner, png).expect(400)).body.reason).toBe('moderation_failed');
  expect(await queue(admin)).toEqual([]);
  // A picture its owner withdrew counts as not refused.
  const withdrawn = await anyPicture();
  for (const bytes of [withdrawn, await anyPicture(), withdrawn]) await uploadAvatar(owner, bytes).expect(200);
  await uploadAvatar(other, png).expect(200);
});

test('withdrawn pictures are forgotten after a month, and refused ones are remembered', async () => {
  await using app = await testApp(manual);
  const { owner, admin } = await people(app);
  for (let count = 0; count < 2; count++) await uploaded(owner);
  await decide(admin, (await queue(admin))[0], { decision: 'reject' }).expect(200);
  const statuses = () => app.ctx.sql(`select status, decided_at is not null as decided from image order by decided`);
  await purgeWithdrawn(app.ctx);
  expect(await statuses()).toHaveLength(2);
  await app.ctx.sql(`update image set created_at = created_at - interval '31 days'`);
  await purgeWithdrawn(app.ctx);
  expect(await statuses()).toEqual([{ status: 'rejected', decided: true }]);
});

test('U-12: a decision applies only to the picture that was reviewed', async () => {
  await using app = await testApp(manual);
  const { owner, admin } = await people(app);
  const first = await uploaded(owner);
  const [seen] = await queue(admin);
  const second = await uploaded(owner);
  expect(await queue(admin)).toHaveLength(1);
  await owner.request('get', first).expect(404);

  const late = await decide(admin, seen, { decision: 'approve' });
  expect([late.status, late.body.reason]).toEqual([409, 'image_replaced']);
  expect(await shownAvatar(app, owner)).toBeNull();
  expect(await avatarOf(owner)).toBe(second);

  const [current] = await queue(admin);
  const stale = await decide(admin, current, { decision: 'approve', version: 2 });
  expect([stale.status, stale.body.reason]).toEqual([409, 'image_replaced']);
  await decide(admin, current, { decision: 'approve' }).expect(200);
  for (const decision of ['approve', 'reject'] as const) {
    const again = await decide(admin, current, { decision });
    expect([decision, again.status, again.body.reason]).toEqual([decision, 409, 'already_decided']);
  }
  expect(await shownAvatar(app, owner)).toBe(second);

  await uploaded(owner);
  const [taken] = await queue(admin);
  await owner.request('delete', AVATAR).expect(200);
  expect(await queue(admin)).toEqual([]);
  const gone = await decide(admin, taken, { decision: 'approve' });
  expect([gone.status, gone.body.reason]).toEqual([409, 'image_replaced']);
  expect(await avatarOf(owner)).toBeNull();
  await expect.poll(() => storedFiles(app)).toEqual([]);
});

test('U-12: only one of several parallel decisions counts, and a newer picture is untouched', async () => {
  await using app = await testApp(manual);
  const { owner, admin } = await people(app);
  await uploaded(owner);
  const [seen] = await queue(admin);
  const decisions = Array.from({ length: 10 }, (_, index) =>
    decide(admin, seen, { decision: index % 2 === 0 ? 'approve' : 'reject' }),
  );
  const answers = await Promise.all(decisions);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);

  for (let round = 0; round < 5; round++) {
    await uploaded(owner);
    const [waiting] = await queue(admin);
    const [next] = await Promise.all([uploaded(owner), decide(admin, waiting, { decision: 'approve' })]);
    expect(await avatarOf(owner)).toBe(next);
    expect(await shownAvatar(app, owner)).not.toBe(next);
    expect(await queue(admin)).toHaveLength(1);
  }
});

test('the queue is paged, longest-waiting first', async () => {
  await using app = await testApp(manual);
  const { admin } = await people(app);
  const uploaders: Person[] = [];
  for (let count = 0; count < 5; count++) {
    const person = await createPerson(app);
    await uploaded(person);
    uploaders.push(person);
  }
  const page = (number: number) =>
    admin.request('get', `/api/v1/admin/moderation?page=${number}&pageSize=2`).expect(200);
  const bodies = [(await page(1)).body, (await page(2)).body, (await page(3)).body, (await page(4)).body];
  const seen = bodies.flatMap(({ images }) => images.map(({ subjectId }: WaitingImageView) => subjectId));
  expect(seen).toEqual(uploaders.map(({ userId }) => userId));
  expect(bodies[0].pagination).toEqual({ page: 1, pageSize: 2, total: 5, totalPages: 3 });
  for (const query of ['page=0', 'pageSize=201', 'page=x']) {
    await admin.request('get', `/api/v1/admin/moderation?${query}`).expect(400);
  }
});

test('only administrators decide, only about known pictures, and only with a complete decision', async () => {
  await using app = await testApp(manual);
  const { owner, other, admin } = await people(app);
  await uploaded(owner);
  const [waiting] = await queue(admin);
  for (const person of [owner, other]) {
    expect((await decide(person, waiting, { decision: 'approve' })).body.reason).toBe('admin_only');
  }
  const path = `/api/v1/admin/moderation/${waiting?.id}`;
  await app.http.post(path).send({ decision: 'approve', version: 1 }).expect(401);
  for (const body of [
    {},
    { decision: 'approve' },
    { version: 1 },
    { decision: 'maybe', version: 1 },
    { decision: 'approve', version: 0 },
    { decision: 'approve', version: null },
    { decision: 'approve', version: 1, reason: 'x'.repeat(501) },
    { decision: 'approve', version: 1, status: 'approved' },
  ]) {
    expect([body, (await admin.request('post', path).send(body)).status]).toEqual([body, 400]);
  }
  const unknown = await admin
    .request('post', `/api/v1/admin/moderation/${uuidv7()}`)
    .send({ decision: 'approve', version: 1 });
  expect([unknown.status, unknown.body.reason]).toEqual([404, 'image_not_found']);
  await admin.request('post', '/api/v1/admin/moderation/x').send({ decision: 'approve', version: 1 }).expect(400);
  expect(await queue(admin)).toHaveLength(1);
});

test('the admin log records each decision, but no refused one', async () => {
  await using app = await testApp(manual);
  const { owner, other, admin } = await people(app);
  await uploaded(owner);
  await uploaded(other);
  const [first, second] = await queue(admin);
  await decide(owner, first, { decision: 'approve' }).expect(403);
  await decide(admin, first, { decision: 'approve' }).expect(200);
  await decide(admin, first, { decision: 'reject' }).expect(409);
  await decide(admin, second, { decision: 'reject', reason: 'Not a face' }).expect(200);
  const { body } = await admin.request('get', '/api/v1/admin/audit-log').expect(200);
  expect(body.entries).toMatchObject([
    { action: 'image_rejected', actor: { id: admin.userId }, details: { imageId: second?.id, purpose: 'avatar' } },
    { action: 'image_approved', actor: { id: admin.userId }, details: { imageId: first?.id, purpose: 'avatar' } },
  ]);
});

async function people(app: TestApp) {
  const [owner, other, admin] = await Promise.all([
    createPerson(app),
    createPerson(app),
    createPerson(app, { isAdmin: true }),
  ]);
  return { owner, other, admin };
}

/** Uploads another picture and returns the path that its uploader now sees. */
async function uploaded(person: Person): Promise<string> {
  const { body } = await uploadAvatar(person, await anyPicture()).expect(200);
  return new URL(body.avatarUrl).pathname;
}

/** The picture in the person's own profile. */
async function avatarOf(person: Person): Promise<string | null> {
  const { avatarUrl } = (await person.request('get', '/api/v1/auth/me').expect(200)).body;
  return avatarUrl === null ? null : new URL(avatarUrl).pathname;
}

/** The person's picture as others see it. */
async function shownAvatar(app: TestApp, { userId }: Person): Promise<string | null> {
  const [row] = await app.ctx.sql<{ url: string | null }>('select avatar_url as url from app_user where id = $1', [
    userId,
  ]);
  return row?.url ?? null;
}

async function queue(admin: Person): Promise<WaitingImageView[]> {
  return (await admin.request('get', '/api/v1/admin/moderation').expect(200)).body.images;
}

function decide(person: Person, image: WaitingImageView | undefined, decision: Partial<ModerationDecisionInput>) {
  return person.request('post', `/api/v1/admin/moderation/${image?.id}`).send({ version: image?.version, ...decision });
}

async function expectNothingKept(app: TestApp, person: Person): Promise<void> {
  expect(await storedFiles(app)).toEqual([]);
  expect(await app.ctx.sql('select from image')).toEqual([]);
  expect(await avatarOf(person)).toBeNull();
}

/** Redirects every request to a moderation service that accepts everything. */
async function redirectingServer() {
  const server = createServer((req, res) => {
    if (req.url === '/v1/moderations') res.writeHead(307, { location: '/other' }).end();
    else res.end(JSON.stringify({ results: [{ flagged: false }] }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
