import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from './config.ts';

/** Where uploaded and drawn images live. `check` answers null when it can be written. */
export type Storage = { disk: Disk; check(): Promise<string | null> };

export async function createStorage(config: Config): Promise<Storage> {
  const location = config.storageUrl?.startsWith('file:')
    ? new URL(config.storageUrl)
    : path.resolve(config.dataDir, 'storage');
  await mkdir(location, { recursive: true });
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }));
  return {
    disk,
    async check() {
      try {
        await disk.exists('health');
        return null;
      } catch {
        return 'not reachable';
      }
    },
  };
}
