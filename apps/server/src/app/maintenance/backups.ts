/**
 * `pnpm backup` and `pnpm restore`, for the embedded database: one archive with all rows, the pictures and the secrets.
 * `docs/operations.md` says how to back up a server.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import tar from 'tar-stream';
import { z } from 'zod';
import type { Config } from '../../core/config.ts';
import { DumpHead, dumpDatabase } from '../../core/db/dump-database.ts';
import { startEmbeddedPostgres } from '../../core/db/embedded-postgres.ts';
import { loadDump } from '../../core/db/load-dump.ts';
import { OperatorError } from '../../core/operator-error.ts';
import { randomToken } from '../../core/secrets.ts';
import { type SchemaChange, schemaChanges } from '../../migrations/schema-changes.ts';
import { jobDefinitions } from '../jobs.ts';
import { archivesOfNow, backupsOf, DRAFT, namesOfNow, unfinishedOf } from './backup-names.ts';
import { migrateDatabase } from './migrate-database.ts';

type Place = Pick<Config, 'dataDir' | 'version'>;

const Head = z.object({ version: z.string(), at: z.iso.datetime(), hasPictures: z.boolean(), database: DumpHead });
const HEAD = 'guildhall.json';
const SECRETS = 'secrets.json';
const ONLY_US = 0o600;

const STORAGE = 'storage';
const picturesOf = ({ dataDir }: Pick<Place, 'dataDir'>) => path.join(dataDir, STORAGE);
/** The files of a backup wait here until its database takes the place of the former one. */
const stagedOf = ({ dataDir }: Pick<Place, 'dataDir'>) => path.join(dataDir, 'restored');

/** Writes the archive, while everything runs. Returns its place. */
export async function backUp(place: Place, databaseUrl: string, to?: string): Promise<string> {
  if (to && (await stat(to).catch(() => null))) throw taken(to);
  const folder = to ? path.dirname(path.resolve(to)) : backupsOf(place);
  return writeArchive(place, databaseUrl, folder, to ? [to] : archivesOfNow(place, 'guildhall'), true);
}

const taken = (file: string) => new OperatorError(`${path.resolve(file)} exists: name another file.`);

/** The archive gets the first of the names that is free when it is whole. */
export async function writeArchive(
  place: Place,
  databaseUrl: string,
  folder: string,
  names: Iterable<string>,
  hasPictures: boolean,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = path.join(folder, `${randomToken()}${DRAFT}`);
  const pack = tar.pack();
  const add = (name: string, bytes: Buffer) =>
    new Promise<void>((resolve, reject) => {
      pack.entry({ name, mode: ONLY_US }, bytes, (error) => (error ? reject(error) : resolve()));
    });
  async function fill(): Promise<void> {
    let piece = 0;
    for await (const part of dumpDatabase(databaseUrl)) {
      if ('rows' in part) await add(`rows/${part.table}/${piece++}`, part.rows);
      else {
        const at = new Date().toISOString();
        const head: z.infer<typeof Head> = { version: place.version, at, hasPictures, database: part };
        await add(HEAD, Buffer.from(JSON.stringify(head)));
        const secrets = await readFile(path.join(place.dataDir, SECRETS)).catch(() => null);
        if (secrets) await add(SECRETS, secrets);
      }
    }
    // After the rows: a picture that only the archive has does no harm.
    if (hasPictures) {
      for (const name of await filesIn(picturesOf(place))) {
        const bytes = await readFile(path.join(picturesOf(place), name)).catch(() => null);
        if (bytes) await add(`storage/${name}`, bytes);
      }
    }
    pack.finalize();
  }
  try {
    const filling = fill().catch((error: Error) => void pack.destroy(error));
    await pipeline(pack, createGzip(), createWriteStream(draft, { mode: ONLY_US, flags: 'wx' }));
    await filling;
    return await renameTo(draft, names);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Gives a file the first name that is free. Not by a link, which disks for carrying away may not know. */
async function renameTo(file: string, names: Iterable<string>): Promise<string> {
  const name = await firstFree(names, (one) => writeFile(one, '', { flag: 'wx', mode: ONLY_US }));
  await rename(file, name);
  return name;
}

/** The first name that `take` takes. Throws OperatorError if none is free. */
async function firstFree(names: Iterable<string>, take: (name: string) => Promise<void>): Promise<string> {
  let last = '';
  for (const name of names) {
    last = path.resolve(name);
    const isFree = await take(last).then(() => true, unlessTaken);
    if (isFree) return last;
  }
  throw taken(last);
}

function unlessTaken(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EEXIST') throw error;
  return false;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

type Restoring = { replace?: boolean; say?: (line: string) => void; changes?: SchemaChange[] };

/** Brings everything of an archive into the folder, and the database to the schema of this version. A failure leaves all as it was. */
export async function restore(place: Place, file: string, options: Restoring = {}) {
  const { replace = false, say = () => {}, changes = schemaChanges } = options;
  await using postgres = await startEmbeddedPostgres(path.join(place.dataDir, 'postgres'));
  await using stack = new AsyncDisposableStack();
  const admin = new pg.Client({ connectionString: postgres.url('postgres') });
  await admin.connect();
  stack.defer(() => admin.end());
  const inUse = await admin.query("select from pg_stat_activity where datname = 'guildhall'");
  if (inUse.rowCount) throw new OperatorError('The service of this folder runs: stop it before you restore.');
  if (!replace && (await isInhabited(place, postgres.url('guildhall')))) {
    throw new OperatorError(
      `${path.resolve(place.dataDir)} has data: name another folder by DATA_DIR, or replace what it has by --replace.`,
    );
  }
  const staged = stagedOf(place);
  if (await stat(staged).catch(() => null)) await finish(place, admin);
  await admin.query('drop database if exists replaced with (force)');
  await admin.query('drop database if exists restored with (force)');
  await admin.query('create database restored');
  stack.defer(() => finish(place, admin));
  const pictures = path.join(staged, STORAGE);
  await mkdir(staged, { mode: 0o700 });
  const { head, secrets } = await unpack(file, postgres.url('restored'), pictures);
  say(`The backup is of ${head.at}, by version ${head.version}`);
  await migrateDatabase(postgres.url('restored'), jobDefinitions, { stopped: true, say, changes });

  if (secrets) await writeFile(path.join(staged, SECRETS), secrets, { mode: ONLY_US });
  if (head.hasPictures) await mkdir(pictures, { recursive: true });
  try {
    await admin.query(
      `begin; alter database guildhall rename to replaced; alter database restored rename to guildhall; commit`,
    );
  } catch (error) {
    await admin.query('rollback');
    throw error;
  }
}

/**
 * Ends a restore that was killed: brings secrets and pictures to the database that has already taken the place of the former
 * one, or drops what was brought in before that.
 */
export async function finishRestore(place: Place, databaseUrl: string): Promise<void> {
  if (!(await stat(stagedOf(place)).catch(() => null))) return;
  const admin = new pg.Client({ connectionString: databaseUrl.replace(/\/[^/?]*(?=$|\?)/, '/postgres') });
  await admin.connect();
  try {
    const underWay = await admin.query("select from pg_stat_activity where datname = 'restored'");
    if (underWay.rowCount)
      throw new OperatorError('A backup is being restored into this folder: wait until it is done.');
    await finish(place, admin);
  } finally {
    await admin.end();
  }
}

async function finish(place: Place, admin: pg.Client): Promise<void> {
  const staged = stagedOf(place);
  // The former database stays until the files have followed.
  const { rowCount: isSwapped } = await admin.query("select from pg_database where datname = 'replaced'");
  if (isSwapped) {
    const secrets = path.join(staged, SECRETS);
    const pictures = path.join(staged, STORAGE);
    if (await stat(secrets).catch(() => null)) await replaceSecrets(place.dataDir, secrets);
    if (await stat(pictures).catch(() => null)) {
      await rm(picturesOf(place), { recursive: true, force: true });
      await rename(pictures, picturesOf(place));
    }
    await rm(unfinishedOf(place), { force: true });
  }
  await rm(staged, { recursive: true, force: true });
  await admin.query('drop database if exists restored with (force)');
  await admin.query('drop database if exists replaced with (force)');
}

async function isInhabited(place: Place, databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client
    .query("select to_regclass('mikro_orm_migrations') is not null as migrated")
    .finally(() => client.end());
  const secrets = await stat(path.join(place.dataDir, SECRETS)).catch(() => null);
  return rows[0].migrated || secrets !== null || (await filesIn(picturesOf(place))).length > 0;
}

async function unpack(file: string, databaseUrl: string, pictures: string) {
  const archive = tar.extract();
  const reading = pipeline(createReadStream(file), createGunzip(), archive);
  // Reported by the loop, or after it.
  reading.catch(() => {});
  await using stack = new AsyncDisposableStack();
  let head: z.infer<typeof Head> | undefined;
  let loader: Awaited<ReturnType<typeof loadDump>> | undefined;
  let secrets: Buffer | undefined;
  try {
    for await (const entry of archive) {
      const { name } = entry.header;
      const bytes = await buffer(entry);
      const [, table] = /^rows\/(.+)\/\d+$/.exec(name) ?? [];
      if (name === HEAD) {
        head = Head.parse(JSON.parse(bytes.toString()));
        loader = stack.use(await loadDump(databaseUrl, head.database));
      } else if (name === SECRETS) secrets = bytes;
      else if (table) await loader?.rows(table, bytes);
      else if (name.startsWith('storage/')) await writePicture(pictures, name.slice('storage/'.length), bytes);
    }
    await reading;
    if (!head) throw new Error(`${HEAD} is missing`);
    await loader?.finish();
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`${file} is not a whole backup of Guildhall (${reason}).`, { cause });
  }
  return { head, secrets };
}

async function writePicture(folder: string, name: string, bytes: Buffer): Promise<void> {
  const place = path.resolve(folder, name);
  if (!place.startsWith(path.resolve(folder) + path.sep)) throw new Error(`${name} leads out of the folder`);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, bytes);
}

/** Those of before are kept: whatever else they have sealed needs them. */
async function replaceSecrets(folder: string, by: string): Promise<void> {
  const file = path.join(folder, SECRETS);
  const exists = await stat(file).catch(() => null);
  // Linked first, so that there are secrets at any moment.
  if (exists) await firstFree(namesOfNow(path.join(folder, 'secrets-until'), '.json'), (name) => link(file, name));
  await rename(by, file);
}
