/** Encrypts platform tokens, and hashes the tokens we issue. */
import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from './config.ts';

const TAG_BYTES = 16;
const IV_BYTES = 12;

/** 256 random bits as base64url: for sessions, states and links. */
export const randomToken = () => randomBytes(32).toString('base64url');

/** The stored form of a token we issued. */
export const hashToken = (token: string) => hash('sha256', token);

/** Keyed hash of a value that has to come back unchanged, e.g. in a browser's cookie. */
export type Signer = (text: string) => string;

export const createSigner =
  (secret: string): Signer =>
  (text) =>
    createHmac('sha256', secret).update(text).digest('hex');

export type Sealer = ReturnType<typeof createSealer>;

/** AES-256-GCM with key id, random IV and full-length tag. Seals with the first key, opens with any. */
export function createSealer(keys: [current: string, ...older: string[]]) {
  const ring = new Map(keys.map((key) => [keyId(key), Buffer.from(key, 'utf8')]));
  const current = keyId(keys[0]);
  return {
    /** `context` binds the ciphertext to its place, so that a copy in another row does not open. */
    seal(plain: string, context: string): string {
      const key = ring.get(current);
      if (!key) throw new Error('The sealing key is missing');
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [current, ...[iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    /** Whether it has the key with this id, which is the first part of a sealed text. */
    knows: (id: string) => ring.has(id),
    /** Throws when the text was changed, moved, or sealed with a key that is no longer known. */
    open(sealed: string, context: string): string {
      const [id, ...parts] = sealed.split('.');
      const [iv, body, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
      const key = id === undefined ? undefined : ring.get(id);
      if (!key || !iv || !body || iv.length !== IV_BYTES || tag?.length !== TAG_BYTES) {
        throw new Error('Not a sealed text, or its key is unknown');
      }
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}

const keyId = (key: string) => hash('sha256', key).slice(0, 8);

const StoredSecrets = z.object({ auth: z.string().min(32), encryption: z.string().length(32) });
type Secrets = { auth: string; encryption: [current: string, ...older: string[]] };

/** The configured secrets. Outside production, missing ones are generated once into the data folder. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const { auth, encryption, encryptionOld } = config.secrets;
  if (auth && encryption) return { auth, encryption: [encryption, ...encryptionOld] };
  const stored = await storedSecrets(path.join(config.dataDir, 'secrets.json'));
  return { auth: auth ?? stored.auth, encryption: [encryption ?? stored.encryption, ...encryptionOld] };
}

async function storedSecrets(file: string): Promise<z.infer<typeof StoredSecrets>> {
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = { auth: randomToken(), encryption: randomBytes(24).toString('base64url') };
  // Written completely and then linked: of processes that start simultaneously, one wins and none reads half a file.
  const draft = `${file}.${randomToken()}`;
  try {
    await writeFile(draft, JSON.stringify(fresh), { flag: 'wx', mode: 0o600 });
    await link(draft, file).catch(unlessExisting);
  } finally {
    await rm(draft, { force: true });
  }
  return StoredSecrets.parse(JSON.parse(await readFile(file, 'utf8')));
}

function unlessExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}
