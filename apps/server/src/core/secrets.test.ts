import { createDecipheriv } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Config, readConfig } from './config.ts';
import { createSealer, hashToken, loadSecrets, randomToken } from './secrets.ts';

const KEY = 'k'.repeat(32);
const OLD = 'o'.repeat(32);
const sealer = createSealer([KEY]);
const sealed = sealer.seal('tøken', 'user|battlenet|access_token');
const [keyId = '', iv = '', body = '', tag = ''] = sealed.split('.');

/** The text with one bit of that part flipped. */
function flipped(part: string): string {
  const bytes = Buffer.from(part, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
  return bytes.toString('base64url');
}

const shortened = (bytes: number) => Buffer.from(tag, 'base64url').subarray(0, bytes).toString('base64url');

test.each<[string, string]>([
  ['a flipped bit in the text', [keyId, iv, flipped(body), tag].join('.')],
  ['a flipped bit in the IV', [keyId, flipped(iv), body, tag].join('.')],
  ['a flipped bit in the tag', [keyId, iv, body, flipped(tag)].join('.')],
  ['a tag of 4 bytes', [keyId, iv, body, shortened(4)].join('.')],
  ['a tag of 15 bytes', [keyId, iv, body, shortened(15)].join('.')],
  ['no tag', [keyId, iv, body].join('.')],
  ['an IV of another length', [keyId, Buffer.alloc(16).toString('base64url'), body, tag].join('.')],
  ['an unknown key', ['00000000', iv, body, tag].join('.')],
  ['a plain text', 'token'],
  ['nothing', ''],
])('S-27: does not open %s', (_what, text) => {
  expect(() => sealer.open(text, 'user|battlenet|access_token')).toThrow();
});

test('S-27: a sealed text does not open in another context', () => {
  for (const context of [
    'other|battlenet|access_token',
    'user|discord|access_token',
    'user|battlenet|refresh_token',
    '',
  ]) {
    expect(() => sealer.open(sealed, context)).toThrow();
  }
  expect(sealer.open(sealed, 'user|battlenet|access_token')).toBe('tøken');
});

test('S-27: after a key rotation old texts still open, and new ones are sealed with the new key', () => {
  const rotated = createSealer([OLD, KEY]);
  expect(rotated.open(sealed, 'user|battlenet|access_token')).toBe('tøken');
  expect(() => sealer.open(rotated.seal('x', 'c'), 'c')).toThrow();
  expect(() => createSealer([OLD]).open(sealed, 'user|battlenet|access_token')).toThrow();
});

test('a sealed text opens with AES-256-GCM and the configured key', () => {
  const [nonce, text, mark] = [iv, body, tag].map((part) => Buffer.from(part, 'base64url'));
  if (!nonce || !text || !mark) throw new Error('The sealed text has other parts');
  const decipher = createDecipheriv('aes-256-gcm', KEY, nonce);
  decipher.setAAD(Buffer.from('user|battlenet|access_token')).setAuthTag(mark);
  expect(Buffer.concat([decipher.update(text), decipher.final()]).toString()).toBe('tøken');
});

test('sealing the same text gives a different result each time, and never contains the text', () => {
  const texts = Array.from({ length: 50 }, () => sealer.seal('token', 'c'));
  expect(new Set(texts).size).toBe(50);
  expect(new Set(texts.map((text) => text.split('.')[1])).size).toBe(50);
  expect(texts.join()).not.toContain('token');
});

test('tokens have 256 bits and are hashed with SHA-256', () => {
  expect(randomToken()).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(randomToken()).not.toBe(randomToken());
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const configIn = (dataDir: string, environment: NodeJS.ProcessEnv = {}): Config =>
  readConfig({ DATA_DIR: path.join(folder, dataDir), ...environment });

test('missing secrets are generated once, in a file that only the owner can read', async () => {
  const first = await loadSecrets(configIn('once'));
  expect(first.auth.length).toBeGreaterThanOrEqual(32);
  expect(first.encryption[0]).toHaveLength(32);
  await expect(loadSecrets(configIn('once'))).resolves.toEqual(first);
  const file = path.join(folder, 'once/secrets.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ auth: first.auth, encryption: first.encryption[0] });
});

test('processes that start concurrently agree on the secrets', async () => {
  for (const round of Array.from({ length: 20 }, (_, index) => `race-${index}`)) {
    const all = await Promise.all(Array.from({ length: 8 }, () => loadSecrets(configIn(round))));
    expect(new Set(all.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  }
});

test('the secrets file appears only once it is complete', async () => {
  for (const round of Array.from({ length: 20 }, (_, index) => `half-${index}`)) {
    const file = path.join(folder, round, 'secrets.json');
    let making = true;
    const made = loadSecrets(configIn(round)).finally(() => {
      making = false;
    });
    while (making) {
      if (existsSync(file)) expect(JSON.parse(readFileSync(file, 'utf8') || 'null')).not.toBeNull();
      await new Promise(setImmediate);
    }
    await made;
  }
});

test('configured secrets are used as they are, and nothing is written', async () => {
  const environment = { AUTH_SECRET: 'a'.repeat(32), ENCRYPTION_KEY: KEY, ENCRYPTION_KEYS_OLD: OLD };
  await expect(loadSecrets(configIn('set', environment))).resolves.toEqual({
    auth: 'a'.repeat(32),
    encryption: [KEY, OLD],
  });
  await expect(stat(path.join(folder, 'set'))).rejects.toThrow('ENOENT');
});
