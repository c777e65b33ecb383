/** Upgrades the embedded database of an older version, at a start and by `pnpm migrate`. */
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '../../core/config.ts';
import { createDatabase } from '../../core/db/database.ts';
import { sqlOver } from '../../core/db/sql.ts';
import { OperatorError } from '../../core/operator-error.ts';
import { jobDefinitions } from '../jobs.ts';
import { archivesOfNow, backupsOf, byMoment, DRAFT, isArchiveDraft, momentIn, unfinishedOf } from './backup-names.ts';
import { type MigrationOptions, migrateDatabase, planMigration } from './migrate-database.ts';

type Place = Pick<Config, 'dataDir' | 'version'>;

const KEPT = 3;

/** The backup from before an upgrade that has not ended, in the same folder, and the migrations that the database had then. */
const Unfinished = z.object({ name: z.string(), migrations: z.array(z.string()) });

type Upgrading = Pick<MigrationOptions, 'changes' | 'stopped'> & { say: (line: string) => void };

/**
 * Ends a restore that was killed, and migrates the database of the folder. One that has data is backed up before, with the secrets; pictures stay where they
 * are. Returns the names of the migrations that were applied.
 */
export async function upgradeEmbedded(place: Place, databaseUrl: string, options: Upgrading): Promise<string[]> {
  const { say } = options;
  // Loads the archiver now: few restores are killed.
  const wasRestored = await stat(path.join(place.dataDir, 'restored')).catch(() => null);
  if (wasRestored) await (await import('./backups.ts')).finishRestore(place, databaseUrl);
  const recorded = await recordedBefore(databaseUrl, options);
  const file =
    recorded && ((await wayBack(place, recorded, say)) ?? (await backUpBefore(place, databaseUrl, recorded, say)));
  try {
    const applied = await migrateDatabase(databaseUrl, jobDefinitions, options);
    await rm(unfinishedOf(place), { force: true });
    return applied;
  } catch (cause) {
    if (!file) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `${reason}\nTo go back, run \`pnpm restore ${file} --replace\` in the version that you had, and start that. ${LOSES} ${await writtenAt(file)}.`,
      { cause },
    );
  }
}

/** The migrations of a database that has data and needs more of them. */
async function recordedBefore(databaseUrl: string, options: MigrationOptions): Promise<string[] | null> {
  await using database = createDatabase(databaseUrl, { max: 1 });
  const { recorded, pending, oldQueue } = await planMigration(sqlOver(database), options);
  return recorded.length > 0 && (pending.length > 0 || oldQueue !== null) ? recorded : null;
}

/** The version before may have run on beside an upgrade by `pnpm migrate`. */
const LOSES = 'It has nothing that was written after';
const writtenAt = async (file: string) => `${(await stat(file)).mtime.toISOString().slice(0, 16)}Z`;

/** The backup of an upgrade that took a step and was interrupted. The version before could not read a backup of now. */
async function wayBack(place: Place, recorded: string[], say: (line: string) => void): Promise<string | null> {
  const text = await readFile(unfinishedOf(place), 'utf8').catch(() => null);
  if (text === null) return null;
  const { name, migrations } = Unfinished.parse(JSON.parse(text));
  const file = path.resolve(path.dirname(unfinishedOf(place)), name);
  const exists = await stat(file).catch(() => null);
  if (!exists || migrations.length >= recorded.length) return null;
  say(
    `An upgrade was interrupted. It goes on; the backup from before it is ${file}. ${LOSES} ${await writtenAt(file)}.`,
  );
  return file;
}

/** Loads the archiver now: few starts are upgrades. */
async function backUpBefore(place: Place, databaseUrl: string, migrations: string[], say: (line: string) => void) {
  const folder = backupsOf(place);
  const { writeArchive } = await import('./backups.ts');
  say('An older version made the data of this folder. They are backed up, then migrated …');
  const file = await writeArchive(place, databaseUrl, folder, archivesOfNow(place, 'before'), false);
  say(`Backed up to ${file}`);
  const unfinished: z.infer<typeof Unfinished> = { name: path.basename(file), migrations };
  const draft = `${unfinishedOf(place)}${DRAFT}`;
  await writeFile(draft, JSON.stringify(unfinished));
  await rename(draft, unfinishedOf(place));
  const old = (await readdir(folder))
    .filter((name) => name.startsWith('before-') && momentIn(name))
    .toSorted(byMoment)
    .slice(0, -KEPT);
  for (const name of [...old, ...(await interruptedIn(folder))]) await rm(path.join(folder, name), { force: true });
  return file;
}

const DAY_MS = 86_400_000;

/** The drafts of a process that was killed. A younger one may still be written. */
async function interruptedIn(folder: string): Promise<string[]> {
  const drafts = (await readdir(folder)).filter(isArchiveDraft);
  const ages = await Promise.all(
    drafts.map(async (name) => Date.now() - ((await stat(path.join(folder, name)).catch(() => null))?.mtimeMs ?? 0)),
  );
  return drafts.filter((_, at) => (ages[at] ?? 0) > DAY_MS);
}
