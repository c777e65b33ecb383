/** Where uploaded and drawn images live: a folder, or a bucket that speaks the S3 protocol. */
import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from './config.ts';

/** `check` answers null when it is there. */
export type Storage = { disk: Disk; check(): Promise<string | null> };

export async function createStorage({ storageUrl, dataDir }: Config): Promise<Storage> {
  const address = storageUrl ? new URL(storageUrl) : pathToFileURL(path.resolve(dataDir, 'storage'));
  return address.protocol === 's3:' ? bucket(address) : folder(address);
}

async function folder(location: URL): Promise<Storage> {
  await mkdir(location, { recursive: true });
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  return { disk, check: () => problemOf(access(location, constants.W_OK)) };
}

/**
 * `s3://bucket?endpoint=https://…&region=…`; without an endpoint Amazon's own. Credentials come as for every program of
 * that kind: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the role of the machine.
 */
async function bucket({ hostname, searchParams }: URL): Promise<Storage> {
  // Loaded only where it is used: the client is larger than the service.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const endpoint = searchParams.get('endpoint');
  const driver = new S3Driver({
    bucket: hostname,
    region: searchParams.get('region') ?? 'us-east-1',
    // Other providers have one host for all buckets, and neither access lists nor the newer checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    supportsACL: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 },
    visibility: 'private',
  });
  const disk = new Disk(driver);
  return { disk, check: () => problemOf(disk.exists('health')) };
}

async function problemOf(check: Promise<unknown>): Promise<string | null> {
  try {
    await check;
    return null;
  } catch {
    return 'not reachable';
  }
}
