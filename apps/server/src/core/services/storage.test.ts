import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { createPerson } from '../../../test/people.ts';
import { picture } from '../../../test/pictures.ts';
import { uploadAvatar } from '../../../test/uploads.ts';
import { readImageFile, removeImageFiles, writeImageFiles } from '../../pictures/images/image-files.ts';
import { readConfig } from '../config.ts';
import { uuidv7 } from '../uuid.ts';
import { createStorage, type Storage } from './storage.ts';

test('STORAGE_URL is a folder or a bucket, and anything else refuses to start with an explanation', () => {
  for (const url of ['https://example.org/x', 'gs://bucket', '/srv/storage', 'bucket']) {
    expect(() => readConfig({ STORAGE_URL: url })).toThrow(
      'STORAGE_URL: must be an address that begins with file:// or s3://',
    );
  }
  expect(() => readConfig({ STORAGE_URL: 's3://?region=eu-central-1' })).toThrow('STORAGE_URL: must name a bucket');
  expect(readConfig({ STORAGE_URL: 's3://pictures?region=eu-central-1' }).storageUrl).toContain('s3://pictures');
});

test('stores files in a folder, by default below the data folder', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'guildhall-storage-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await expectToKeepFiles(await createStorage(readConfig({ DATA_DIR: dataDir })));
  const elsewhere = pathToFileURL(path.join(dataDir, 'a folder')).href;
  const storage = await createStorage(readConfig({ STORAGE_URL: elsewhere }));
  await expectToKeepFiles(storage);
  await rm(path.join(dataDir, 'a folder'), { recursive: true });
  expect(await storage.check()).toBe('not reachable');
});

test('a file appears only once it is complete, and a failed write leaves nothing behind', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'guildhall-storage-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const storage = await createStorage(readConfig({ DATA_DIR: dataDir }));
  const folder = path.join(dataDir, 'storage', 'crests');
  const picture = Buffer.alloc(96 * 1024 * 1024, 'x');
  let written = false;
  const writing = storage.write('crests/large.webp', picture).finally(() => {
    written = true;
  });
  while (!written) {
    const size = (await stat(path.join(folder, 'large.webp')).catch(() => null))?.size;
    expect([undefined, picture.length]).toContain(size);
  }
  await writing;
  expect(await readdir(folder)).toEqual(['large.webp']);
  // A folder that is not empty cannot be replaced.
  await mkdir(path.join(folder, 'taken.webp/full'), { recursive: true });
  await expect(storage.write('crests/taken.webp', Buffer.from('x'))).rejects.toThrow();
  expect((await readdir(folder)).toSorted()).toEqual(['large.webp', 'taken.webp']);
  await expect(storage.write('none/\0.webp', Buffer.from('x'))).rejects.toThrow();
  expect(await readdir(path.join(dataDir, 'storage'))).toEqual(['crests']);
});

test('a picture that cannot be stored is 503 and leaves no folder, and health reports the storage', async () => {
  await using app = await testApp({ roles: ['web'] });
  const person = await createPerson(app);
  const folder = path.join(app.config.dataDir, 'storage');
  // Stands in for a full disk, which a test cannot create: writing fails there too.
  await writeFile(path.join(folder, 'images'), 'no folder');
  const { body, headers } = await uploadAvatar(person, await picture('png')).expect(503);
  expect(body).toMatchObject({ code: 'SERVICE_UNAVAILABLE', reason: 'storage_unavailable' });
  expect(headers['retry-after']).toBe('60');
  expect(app.logged.filter((line) => line.includes('ENOTDIR')).length).toBeGreaterThan(0);
  expect(await app.ctx.storage.check()).toBeNull();

  await rm(folder, { recursive: true });
  await writeFile(folder, 'no folder either');
  const health = await app.http.get('/api/v1/health').expect(200);
  expect(health.body.error).toEqual({ storage: { status: 'down', message: 'not reachable' } });
  await rm(folder);
  await mkdir(folder);
  await uploadAvatar(person, await picture('png')).expect(200);
  expect(await readdir(folder)).toEqual(['images']);
});

test('stores files in a bucket that speaks the S3 protocol', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const bucket = await startBucket('pictures');
  const url = `s3://pictures?endpoint=${encodeURIComponent(bucket.origin)}&region=eu-central-1`;
  const storage = await createStorage(readConfig({ STORAGE_URL: url }));
  await expectToKeepFiles(storage);
  expect(bucket.signed).toBeGreaterThan(5);
  expect(bucket.types).toEqual(new Set(['image/webp']));
  await bucket.close();
  expect(await storage.check()).toBe('not reachable');
});

async function expectToKeepFiles(storage: Storage): Promise<void> {
  expect(await storage.check()).toBeNull();
  const [id, other] = [uuidv7(), uuidv7()];
  const files = [512, 128].map((size) => ({ size, webp: Buffer.from(`picture of ${size}`) }));
  await writeImageFiles(storage, id, files);
  await writeImageFiles(storage, other, files);
  expect((await readImageFile(storage, id, 128))?.toString()).toBe('picture of 128');
  expect(await readImageFile(storage, id, 64)).toBeUndefined();
  await removeImageFiles(storage, id);
  await removeImageFiles(storage, id);
  expect(await readImageFile(storage, id, 512)).toBeUndefined();
  expect((await readImageFile(storage, other, 512))?.toString()).toBe('picture of 512');
}

/** The part of the S3 protocol that the service uses, with path-style bucket addresses. */
async function startBucket(name: string) {
  const objects = new Map<string, Buffer>();
  const seen = { signed: 0, types: new Set<string>() };
  const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>${body}`;
  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost');
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (req.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) seen.signed += 1;
    const key = decodeURIComponent(pathname.slice(`/${name}/`.length));
    const object = objects.get(key);
    if (searchParams.get('list-type') === '2') {
      const found = [...objects.keys()].filter((candidate) => candidate.startsWith(searchParams.get('prefix') ?? ''));
      const contents = found.map((candidate) => `<Contents><Key>${candidate}</Key></Contents>`).join('');
      res.end(xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`));
    } else if (req.method === 'POST' && searchParams.has('delete')) {
      for (const [, doomed = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(doomed);
      res.end(xml('<DeleteResult/>'));
    } else if (req.method === 'PUT') {
      objects.set(key, body);
      seen.types.add(req.headers['content-type'] ?? '');
      res.end();
    } else if (object) res.end(req.method === 'HEAD' ? undefined : object);
    else res.writeHead(404).end(req.method === 'HEAD' ? undefined : xml('<Error><Code>NoSuchKey</Code></Error>'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return Object.assign(seen, { origin: `http://127.0.0.1:${port}`, close });
}
