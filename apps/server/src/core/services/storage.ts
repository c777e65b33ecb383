/** Stores uploaded and drawn images: in a folder, or in a bucket that speaks the S3 protocol. */
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { uuidv7 } from '../uuid.ts';

export type Storage = {
  disk: Disk;
  /** Under its key a picture is either complete or absent, even if the process ends while writing. */
  write(key: string, webp: Buffer): Promise<void>;
  /** Null when the storage is reachable; otherwise the reason. */
  check(): Promise<string | null>;
};

export async function createStorage({ storageUrl, dataDir }: Config): Promise<Storage> {
  const address = storageUrl ? new URL(storageUrl) : pathToFileURL(path.resolve(dataDir, 'storage'));
  return address.protocol === 's3:' ? bucket(address) : folder(address);
}

async function folder(location: URL): Promise<Storage> {
  await mkdir(location, { recursive: true });
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  return {
    disk,
    write: (key, webp) => stored(writeWhole(path.join(fileURLToPath(location), key), webp)),
    check: () => problemOf(writeByte(fileURLToPath(location))),
  };
}

/** Writes to a temporary name first and renames: a file written in place could be read before it is complete. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const part = `${file}.${uuidv7()}.part`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    // Flushed; otherwise the name could survive a power loss without the bytes.
    await writeFile(part, bytes, { flush: true });
    await rename(part, file);
  } catch (error) {
    // Succeeds only for an empty folder, which existed for this file alone.
    await rm(part, { force: true }).catch(() => {});
    await rmdir(path.dirname(file)).catch(() => {});
    throw error;
  }
}

/** Reading a folder does not reveal a full disk. */
async function writeByte(folder: string): Promise<void> {
  const file = path.join(folder, `.probe-${uuidv7()}`);
  try {
    await writeFile(file, '.');
  } finally {
    await rm(file, { force: true });
  }
}

/** Throws SERVICE_UNAVAILABLE when writing fails: a full disk is no fault of the request. */
async function stored(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (cause) {
    const message = 'The picture could not be stored: the storage is full or away. Try again later.';
    throw new AppError('SERVICE_UNAVAILABLE', 'storage_unavailable', message, { retryAfterSeconds: 60, cause });
  }
}

/**
 * `s3://bucket?endpoint=https://…&region=…`; defaults to Amazon's own endpoint. Credentials come from AWS_ACCESS_KEY_ID
 * and AWS_SECRET_ACCESS_KEY or the role of the machine, as in all AWS clients.
 */
async function bucket({ hostname, searchParams }: URL): Promise<Storage> {
  // Loaded only where it is used: the client is larger than the service.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const endpoint = searchParams.get('endpoint');
  const driver = new S3Driver({
    bucket: hostname,
    region: searchParams.get('region') ?? 'us-east-1',
    // Other providers have one host for all buckets, and support neither access lists nor the newer checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    supportsACL: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 },
    visibility: 'private',
  });
  const disk = new Disk(driver);
  return {
    disk,
    // An object appears in a bucket once it has arrived completely.
    write: (key, webp) => stored(disk.put(key, webp, { contentType: 'image/webp' })),
    check: () => problemOf(disk.exists('health')),
  };
}

async function problemOf(check: Promise<unknown>): Promise<string | null> {
  try {
    await check;
    return null;
  } catch {
    return 'not reachable';
  }
}
