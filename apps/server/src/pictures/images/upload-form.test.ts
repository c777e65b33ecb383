import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { createPerson, type Person } from '../../../test/people.ts';
import { picture } from '../../../test/pictures.ts';
import { AVATAR, BOUNDARY, formOf, partOf, postForm, storedFiles, uploadAvatar } from '../../../test/uploads.ts';

const MB = 1024 * 1024;
const IMAGE = 'name="image"; filename="x.png"';

test('an upload needs a session and a page of the service', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const png = await picture('png');
  const anonymous = await app.http.post(AVATAR).attach('image', png, 'x.png');
  expect(anonymous.status).toBe(401);
  expect(anonymous.body).toMatchObject({ code: 'UNAUTHORIZED', reason: 'not_signed_in' });
  const withCookie = (headers: Record<string, string>) =>
    app.http
      .post(AVATAR)
      .set({ Cookie: `session=${person.token}`, ...headers })
      .attach('image', png, 'x.png');
  const foreign: Record<string, string>[] = [
    {},
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ];
  for (const headers of foreign) {
    const { status, body } = await withCookie(headers);
    expect([headers, status, body.reason]).toEqual([headers, 403, 'invalid_origin']);
  }
  expect(await storedFiles(app)).toEqual([]);
  await withCookie({ Origin: new URL(app.config.baseUrl).origin }).expect(200);
  expect(await storedFiles(app)).toHaveLength(2);
});

test('U-01: a malformed form is refused and breaks nothing', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const png = await picture('png');
  const good = formOf(partOf(IMAGE, png));
  const multipart = (parameters: string) => `multipart/form-data${parameters}`;
  const cases: [string, Buffer, number, string?][] = [
    ['no boundary', good, 400, multipart('')],
    ['empty boundary', good, 400, multipart('; boundary=')],
    ['another boundary', good, 400, multipart('; boundary=other')],
    ['not a form', png, 415, 'image/png'],
    ['urlencoded', Buffer.from('image=x'), 415, 'application/x-www-form-urlencoded'],
    ['JSON', Buffer.from('{}'), 415, 'application/json'],
    ['mixed', good, 415, `multipart/mixed; boundary=${BOUNDARY}`],
    ['empty name', formOf(partOf('name=""; filename="x.png"', png)), 400],
    ['no name', formOf(partOf('filename="x.png"', png)), 400],
    ['name of a prototype', formOf(partOf('name="__proto__"; filename="x.png"', png)), 400],
    ['NUL in the name', formOf(partOf('name="ima\u0000ge"; filename="x.png"', png)), 400],
    ['NUL in the file name', formOf(partOf('name="image"; filename="x\u0000.png"', png)), 400],
    ['no disposition', formOf('Content-Type: image/png\r\n\r\nxxxx'), 400],
    ['no file name', formOf(partOf('name="image"', png)), 400],
    ['missing end', good.subarray(0, good.length - 8), 400],
    ['truncated header', Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-da`), 400],
    ['header without end', formOf(`Content-Disposition: form-data; ${'x'.repeat(100_000)}`), 400],
    ['malformed header', formOf('\u0001\u0002: x\r\n\r\nxxxx'), 400],
    ['no part', Buffer.from(`--${BOUNDARY}--\r\n`), 400],
    ['empty file', formOf(partOf(IMAGE, '')), 400],
    ['empty body', Buffer.alloc(0), 400],
    ['rubbish', Buffer.from('rubbish'), 400],
  ];
  for (const [name, body, status, type] of cases) {
    const answer = await postForm(app, person, body, type);
    expect([name, answer.status, answer.body.reason]).toEqual([name, status, 'invalid_upload']);
    // There are more refusals than the rate limit allows attempts.
    await app.ctx.sql('delete from rate_limit');
  }
  const noType = await app.http.post(AVATAR).set('Authorization', `Bearer ${person.token}`).send();
  expect([noType.status, noType.body.reason]).toEqual([415, 'invalid_upload']);
  expect(await storedFiles(app)).toEqual([]);
});

test('U-02: an aborted upload leaves no file, no connection and no occupied slot', async () => {
  await using app = await testApp();
  const body = formOf(partOf(IMAGE, Buffer.alloc(2 * MB, 1)));
  const round = async (share: number) => {
    // More than the number of uploads received at once.
    await Promise.all((await people(app)).map((person) => breakOff(app, person, body, share)));
  };
  // The first round lets the database pool grow to its full size.
  await round(0.5);
  const before = connections();
  for (const share of [0.1, 0.5, 0.9]) await round(share);
  // Leaked connections would add sixty; a few database connections come and go.
  await expect.poll(connections).toBeLessThan(before + 10);
  expect(await storedFiles(app)).toEqual([]);
  expect(await app.ctx.sql('select from image')).toEqual([]);
  expect(app.logged.filter((line) => line.includes('unexpected error'))).toEqual([]);

  const png = await picture('png');
  const answers = await Promise.all((await people(app)).map((person) => uploadAvatar(person, png)));
  expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(200));
});

test('U-03: refuses anything but one file of at most 5 MB and keeps nothing of it', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const jpeg = await picture('jpeg');
  const sized = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
  const field = partOf('name="note"', 'x', 'text/plain');
  const fields = (count: number) =>
    Array.from({ length: count }, (_, index) => partOf(`name="n${index}"`, 'x', 'text/plain'));
  const file = partOf(IMAGE, jpeg);
  const cases: [string, Buffer | ReadableStream, number, string][] = [
    ['a byte over the limit', formOf(partOf(IMAGE, sized(5 * MB + 1))), 413, 'file_too_large'],
    ['far over the limit', formOf(partOf(IMAGE, sized(8 * MB))), 413, 'file_too_large'],
    ['over the limit, length unknown', streamOf(formOf(partOf(IMAGE, sized(8 * MB)))), 413, 'file_too_large'],
    ['long before the first part', Buffer.concat([Buffer.alloc(6 * MB, 32), formOf(file)]), 413, 'file_too_large'],
    ['that, length unknown', streamOf(Buffer.concat([Buffer.alloc(6 * MB, 32), formOf(file)])), 413, 'file_too_large'],
    ['two files', formOf(file, file), 400, 'invalid_upload'],
    ['a field before the file', formOf(field, file), 400, 'invalid_upload'],
    ['a field behind the file', formOf(file, field), 400, 'invalid_upload'],
    ['100 fields', formOf(...fields(100), file), 400, 'invalid_upload'],
    ['a long field', formOf(partOf('name="note"', 'x'.repeat(MB), 'text/plain'), file), 400, 'invalid_upload'],
    ['another field', formOf(partOf('name="avatar"; filename="x.png"', jpeg)), 400, 'invalid_upload'],
  ];
  for (const [name, body, status, reason] of cases) {
    const answer = await postForm(app, person, body);
    expect([name, answer.status, answer.body.reason]).toEqual([name, status, reason]);
  }
  expect(await storedFiles(app)).toEqual([]);
  expect((await postForm(app, person, formOf(partOf(IMAGE, sized(5 * MB))))).status).toBe(200);
});

test('U-03: a client that reads only after sending everything gets its answer and can continue', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const headers = {
    authorization: `Bearer ${person.token}`,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  };
  const small = formOf(partOf(IMAGE, await picture('png')));
  // More than the buffers in between can hold.
  const large = formOf(partOf(IMAGE, Buffer.alloc(24 * MB)));
  const cases: [Buffer, object, number][] = [
    [large, {}, 413],
    [large, { 'content-length': large.length }, 413],
    [small, { 'content-length': small.length }, 200],
  ];
  for (const [body, length, status] of cases) {
    const outgoing = request(`${app.url}${AVATAR}`, { method: 'POST', agent, headers: { ...headers, ...length } });
    const answer = once(outgoing, 'response');
    await new Promise<void>((resolve) => outgoing.end(body, resolve));
    const [response] = await answer;
    response.resume();
    await once(response, 'end');
    expect([length, response.statusCode]).toEqual([length, status]);
  }
});

test('U-02: slow uploads of one person delay only that person', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const png = await picture('png');
  const body = formOf(partOf(IMAGE, png), partOf(IMAGE, Buffer.alloc(5 * MB)));
  // More than fit into memory at once.
  const slow = Array.from({ length: 4 }, () => {
    const outgoing = request(`${app.url}${AVATAR}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': body.length,
      },
    });
    outgoing.on('error', () => undefined).write(body.subarray(0, 20));
    return outgoing;
  });
  onTestFinished(() => slow.forEach((outgoing) => void outgoing.destroy()));
  const counted = `select points from rate_limit where key = 'upload:' || $1`;
  const points = async () => (await app.ctx.sql<{ points: number }>(counted, [person.userId]))[0]?.points;
  await expect.poll(points, { timeout: 30_000 }).toBe(4);
  await uploadAvatar(await createPerson(app), png).expect(200);
});

test('U-04: the name of an uploaded file is never used', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  const png = await picture('png');
  for (const name of [
    'filename="../../etc/passwd"',
    'filename="..\\\\x.exe"',
    "filename*=UTF-8''%2e%2e%2f%2e%2e%2fx",
    'filename="/etc/passwd"',
    'filename="x.html"',
  ]) {
    const { status, body } = await postForm(app, person, formOf(partOf(`name="image"; ${name}`, png, 'text/html')));
    expect([name, status]).toEqual([name, 200]);
    const [, id = ''] = /\/images\/([0-9a-f-]{36})\/512\.webp$/.exec(body.avatarUrl) ?? [];
    expect(await storedFiles(app)).toEqual(expect.arrayContaining([`${id}/512.webp`, `${id}/128.webp`]));
    const served = await fetch(new URL(new URL(body.avatarUrl).pathname, app.url));
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(served.headers.get('content-disposition')).toBe('inline; filename="image.webp"');
  }
  for (const file of await storedFiles(app)) expect(file).toMatch(/^[0-9a-f-]{36}\/(512|128)\.webp$/);
});

test('limits uploads to 20 an hour', async () => {
  await using app = await testApp();
  const person = await createPerson(app);
  for (let count = 0; count < 20; count++) await uploadAvatar(person, Buffer.from('no picture')).expect(400);
  const { status, headers, body } = await uploadAvatar(person, await picture('png'));
  expect([status, body.reason]).toEqual([429, 'rate_limited']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

const people = (app: TestApp) => Promise.all(Array.from({ length: 20 }, () => createPerson(app)));

const connections = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;

const streamOf = (bytes: Buffer) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.subarray(at, at + 65_536));
      controller.close();
    },
  });

async function breakOff(app: TestApp, person: Person, body: Buffer, share: number): Promise<void> {
  const outgoing = request(`${app.url}${AVATAR}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': body.length,
    },
  });
  outgoing.on('error', () => undefined);
  const closed = new Promise((resolve) => outgoing.once('close', resolve));
  outgoing.write(body.subarray(0, Math.floor(body.length * share)), () => outgoing.destroy());
  await closed;
}
