/**
 * The ORM's way to the database: kysely's dialect on our pool. The driver that comes with it keeps a connection for ever
 * when `begin` or `rollback` fails on it, which is how every connection fails that is lost inside a transaction.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Connection, Database } from './database.ts';

export const ormDialect = ({ connect }: Database): Dialect => ({
  createDriver: () => driver(connect),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

/** With a name, PostgreSQL parses and plans it once a connection. */
export type PreparedQuery = CompiledQuery & { name?: string };

type Lent = DatabaseConnection & Pick<Connection, 'release'>;

function driver(connect: Database['connect']): Driver {
  const run = async (connection: DatabaseConnection, text: string) =>
    void (await connection.executeQuery(CompiledQuery.raw(text)));
  // What comes back is what `acquireConnection` gave.
  const release = (connection: DatabaseConnection, broken = false) => (connection as Lent).release(broken);
  return {
    init: async () => {},
    destroy: async () => {},
    acquireConnection: async () => lend(await connect()),
    releaseConnection: async (connection) => release(connection),
    beginTransaction: (connection, { isolationLevel, accessMode }) => {
      const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean);
      return run(connection, ['begin', ...modes].join(' ')).catch((error) => {
        release(connection, true);
        throw error;
      });
    },
    commitTransaction: (connection) => run(connection, 'commit'),
    // A connection on which that fails is gone, and its transaction with it.
    rollbackTransaction: (connection) => run(connection, 'rollback').catch(() => release(connection, true)),
    savepoint: (connection, name) => run(connection, `savepoint ${name}`),
    rollbackToSavepoint: (connection, name) => run(connection, `rollback to ${name}`),
    releaseSavepoint: (connection, name) => run(connection, `release ${name}`),
  };
}

function lend({ query, release }: Connection): Lent {
  return {
    release,
    async executeQuery<Row>(compiled: PreparedQuery) {
      const { sql: text, parameters, name } = compiled;
      const { rows, rowCount, command } = await query<Row & object>({
        text,
        values: [...parameters],
        ...(name ? { name } : {}),
      });
      const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
      return { rows: rows ?? [], ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
    },
    streamQuery() {
      throw new Error('Nothing here streams rows');
    },
  };
}
