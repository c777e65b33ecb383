/**
 * Connects the ORM through kysely's dialect to our pool. The ORM's own driver leaks a connection whenever `begin` or
 * `rollback` fails on it, which happens to every connection lost inside a transaction.
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

/** PostgreSQL parses and plans a named statement once per connection. */
export type PreparedQuery = CompiledQuery & { name?: string };

type Lent = DatabaseConnection & Pick<Connection, 'release'>;

function driver(connect: Database['connect']): Driver {
  const run = async (connection: DatabaseConnection, text: string) =>
    void (await connection.executeQuery(CompiledQuery.raw(text)));
  // Kysely hands back what `acquireConnection` returned.
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
    // If the rollback fails the connection is dead, and the transaction with it.
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
