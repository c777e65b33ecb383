/**
 * `pnpm backup` and `pnpm restore`, for the embedded database: one archive with all rows, the pictures and the secrets.
 * `docs/operations.md` says how to back up a server.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
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
import { type SchemaChange, schemaChanges } from '../../migrations/schema-changes.ts';
import { jobDefinitions } from '../jobs.ts';
import { moment, unfinishedOf } from './backup-names.ts';
import { migrateDatabase } from './migrate-database.ts';

type Place = Pick<Config, 'dataDir' | 'version'>;

const Head = z.object({ version: z.string(), at: z.iso.datetime(), hasPictures: z.boolean(), database: DumpHead });
const HEAD = 'guildhall.json';
const SECRETS = 'secrets.json';
const ONLY_US = 0o600;

const picturesOf = ({ dataDir }: Pick<Place, 'dataDir'>) => path.join(dataDir, 'storage');

/** Writes the archive, while everything runs. Returns its place. */
export async function backUp(place: Place, databaseUrl: string, to?: string, hasPictures = true): Promise<string> {
  const file = path.resolve(to ?? path.join(place.dataDir, 'backups', `guildhall-${place.version}-${moment()}.tar.gz`));
  if (await stat(file).catch(() => null)) throw new OperatorError(`${file} exists: name another file.`);
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
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.part`;
  try {
    const filling = fill().catch((error: Error) => void pack.destroy(error));
    await pipeline(pack, createGzip(), createWriteStream(draft, { mode: ONLY_US }));
    await filling;
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  return file;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

type Restoring = { replace?: boolean; say?: (line: string) => void; changes?: SchemaChange[] };

/** Brings everything of an archive into the folder, and the database to the schema of this version. */
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
  const pictures = `${picturesOf(place)}.restored`;
  const dropRestored = () => admin.query('drop database if exists restored with (force)');
  const leaveNothing = async () => {
    await dropRestored();
    await rm(pictures, { recursive: true, force: true });
  };
  await leaveNothing();
  stack.defer(leaveNothing);
  await admin.query('create database restored');
  const { head, secrets } = await unpack(file, postgres.url('restored'), pictures);
  say(`The backup is of ${head.at}, by version ${head.version}`);
  await migrateDatabase(postgres.url('restored'), jobDefinitions, { stopped: true, say, changes });

  if (secrets) await writeSecrets(place.dataDir, secrets);
  if (head.hasPictures) {
    await rm(picturesOf(place), { recursive: true, force: true });
    await mkdir(pictures, { recursive: true });
    await rename(pictures, picturesOf(place));
  }
  await admin.query(
    `begin; alter database guildhall rename to replaced; alter database restored rename to guildhall; commit`,
  );
  await admin.query('drop database replaced with (force)');
  await rm(unfinishedOf(place), { force: true });
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
async function writeSecrets(folder: string, bytes: Buffer): Promise<void> {
  const file = path.join(folder, SECRETS);
  await rename(file, path.join(folder, `secrets-until-${moment()}.json`)).catch(() => {});
  await writeFile(file, bytes, { mode: ONLY_US, flag: 'wx' });
}
