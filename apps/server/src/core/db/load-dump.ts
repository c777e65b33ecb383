import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { queueFile, schemaChanges } from '../../migrations/schema-changes.ts';
import { OperatorError } from '../operator-error.ts';
import { createDatabase } from './database.ts';
import type { DumpHead } from './dump-database.ts';
import { createOrm } from './orm.ts';

/**
 * Gives an empty database the tables that a dump had, and then its rows, which may come in any order: nothing checks them
 * until the last one is there. The user has to be a superuser, as that of the embedded database is.
 */
export async function loadDump(url: string, { migrations, queue, tables, sequences }: DumpHead) {
  const unknown = migrations.find((name) => !schemaChanges.some((change) => change.name === name));
  const queueTables = await readFile(queueFile(queue), 'utf8').catch(() => undefined);
  if (unknown || !queueTables) {
    const what = unknown ?? `version ${queue} of the job queue`;
    throw new OperatorError(
      `This backup was made by a newer version of Guildhall (${what}): restore it with that version.`,
    );
  }
  {
    await using database = createDatabase(url, { max: 2 });
    const orm = await createOrm(database);
    await orm.migrator.up({ migrations });
    await orm.close();
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(queueTables);
    await client.query('begin; set local session_replication_role = replica');
    // Migrations may have written rows, which the dump has too.
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async rows(table: string, bytes: Uint8Array): Promise<void> {
      const columns = tables.find(({ name }) => name === table)?.columns;
      if (!columns) throw new OperatorError(`The backup has rows of ${table}, which it does not list.`);
      await pipeline([bytes], client.query(copyFrom(`copy ${table} (${columns}) from stdin`)));
    },
    async finish(): Promise<void> {
      for (const { name, value } of sequences) await client.query('select setval($1, $2)', [name, value]);
      await client.query('commit');
      await client.query('analyze');
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
