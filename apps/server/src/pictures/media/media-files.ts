/** The kept pictures of the platforms: a folder for each week, so that unused ones go by themselves. */
import { defineSweep } from '../../core/jobs/job.ts';
import type { Storage } from '../../core/services/storage.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

export const currentWeek = (): number => Math.floor(Date.now() / WEEK_MS);

export const mediaFile = (week: number, hash: string): string => `media/${week}/${hash}.webp`;

export async function readMedia({ disk }: Storage, week: number, hash: string): Promise<Buffer | undefined> {
  const file = mediaFile(week, hash);
  return (await disk.exists(file)) ? Buffer.from(await disk.getBytes(file)) : undefined;
}

export const mediaPurgeJob = defineSweep('media-purge');

/** Removes what is older than last week. */
export async function removeOldMedia({ disk }: Storage): Promise<void> {
  const { objects } = await disk.listAll('media').catch(() => ({ objects: [] }));
  for (const each of objects) {
    if (each.isDirectory && Number(each.name) < currentWeek() - 1) await disk.deleteAll(`media/${each.name}/`);
  }
}
