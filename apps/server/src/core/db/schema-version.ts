/** The migrations that the database records, against those that this version of the service knows. */
import { readName, schemaChanges } from '../../migrations/schema-changes.ts';
import { OperatorError } from '../operator-error.ts';
import type { Sql } from './sql.ts';
import { query } from './statement.ts';

const RECORDED = query({ name: 'text' })`select name from mikro_orm_migrations order by id`;

/** Why a process of this version cannot use the database. */
export class OtherSchema extends OperatorError {}

type Known = { name: string; number: number }[];

/**
 * Says why a process cannot use the database. With a newer schema it can, unless something was taken away that this
 * version still uses.
 */
export function whySchemaIsUnusable(recorded: string[], known: Known = schemaChanges): string | null {
  const foreign = whySchemaIsForeign(recorded, known);
  if (foreign) return foreign;
  const missing = known.find(({ name }) => !recorded.includes(name));
  if (missing) {
    return `The schema of the database is older than this version of Guildhall, which needs ${missing.name}: run \`pnpm migrate\` of this version.`;
  }
  const last = known.at(-1)?.number ?? 0;
  const gone = recorded.find((name) => (readName(name)?.needs ?? 0) > last);
  if (!gone) return null;
  return `The schema of the database is too new for this version of Guildhall (${gone}): start the version that migrated it.`;
}

/** Why the records of a database are not a history that goes on from this version's or leads to it. */
export function whySchemaIsForeign(recorded: string[], known: Known): string | null {
  if (recorded.some((name) => name.startsWith('schema-'))) {
    return (
      'This database was made before Guildhall 0.1.0, and nothing converts it: start with an empty one ' +
      '(embedded: name another folder by DATA_DIR).'
    );
  }
  const last = known.at(-1)?.number ?? 0;
  const unknown = recorded.filter((name) => !known.some((change) => change.name === name));
  const other = unknown.find((name) => (readName(name)?.number ?? 0) <= last);
  if (other === undefined) return null;
  return `This database was migrated by something else than a release of Guildhall (${other}): restore a backup of it.`;
}

/** The names of the migrations that the database has. */
export async function recordedChanges(sql: Sql): Promise<string[]> {
  return (await sql.many(RECORDED)).map(({ name }) => name);
}

/** Throws OtherSchema, or what the database answers. */
export async function expectSchema(sql: Sql): Promise<void> {
  const problem = whySchemaIsUnusable(await recordedChanges(sql));
  if (problem) throw new OtherSchema(problem);
}

const OLDEST_POSTGRES = 18;
const SERVER_VERSION = query({ version: 'text?' })`select current_setting('server_version') as version`;

/** Throws OperatorError. An older server lacks functions and a collation of the schema. */
export async function expectPostgres(sql: Sql): Promise<void> {
  const { version } = await sql.one(SERVER_VERSION);
  if (Number.parseInt(version ?? '', 10) >= OLDEST_POSTGRES) return;
  throw new OperatorError(
    `PostgreSQL ${OLDEST_POSTGRES} or newer is needed, and the server that DATABASE_URL names is ${version}: upgrade it, or name another.`,
  );
}
