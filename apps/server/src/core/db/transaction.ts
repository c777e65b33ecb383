/** A transaction of our own: statements, entities, and what the queue sends, on one connection. */
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Connection, Database } from './database.ts';
import { entityManagerOf } from './orm.ts';
import { type Sql, sqlOver } from './sql.ts';

/** How a verb reads and writes. */
export type Rows = {
  /**
   * The rows that the verb loads by their id, changes, creates or removes. Its assignments are written ahead of the next
   * statement, which therefore sees them, and at the end.
   */
  readonly em: EntityManager;
  /** Sets, lists and the hot paths that STYLE.md names; never a row that the verb has as an entity. */
  sql: Sql;
};

type Transaction = Rows & { query: Connection['query'] };

export async function inTransaction<T>(
  database: Database,
  orm: MikroORM,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const connection = await database.connect();
  let em: EntityManager | undefined;
  const query: Connection['query'] = async (statement) => {
    await em?.flush();
    return connection.query(statement);
  };
  let broken = true;
  try {
    await connection.query({ text: 'begin' });
    try {
      const result = await work({
        // A transaction without entities has no need of it.
        get em() {
          em ??= entityManagerOf(orm, connection);
          return em;
        },
        sql: sqlOver({ query }),
        query,
      });
      await em?.flush();
      await connection.query({ text: 'commit' });
      broken = false;
      return result;
    } catch (error) {
      // If the rollback fails the connection is dead, and the transaction with it.
      broken = await connection.query({ text: 'rollback' }).then(
        () => false,
        () => true,
      );
      throw error;
    }
  } finally {
    connection.release(broken);
  }
}
