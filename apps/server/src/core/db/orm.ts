import { type AnyEntity, type EntityData, isRaw, type QueryResult, type Transaction } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import {
  type EntityManager,
  EntitySchema,
  MikroORM,
  PostgreSqlConnection,
  PostgreSqlDriver,
} from '@mikro-orm/postgresql';
import { migrationOf, type SchemaChange, schemaChanges } from '../../migrations/schema-changes.ts';
import type { Logger } from '../logger.ts';
import type { Connection, Database } from './database.ts';

export const isTable = (exported: unknown) => exported instanceof EntitySchema;

type Options = { log?: Logger; entities?: EntitySchema[]; changes?: SchemaChange[] };

/**
 * Sets up the ORM. Migrations run on connections of its own, which `orm.close()` ends; entities are loaded and written in
 * a transaction of ours (`entityManagerOf`).
 */
export function createOrm(
  { url, pool }: Database,
  { log, entities = [], changes = schemaChanges }: Options = {},
): Promise<MikroORM> {
  return MikroORM.init({
    driver: Driver as typeof PostgreSqlDriver,
    clientUrl: url,
    driverOptions: { ...pool.options },
    entities,
    discovery: { warnWhenNoEntities: false },
    forceUtcTimezone: true,
    // Entities say nothing about functions and views.
    schemaGenerator: { ignoreRoutines: true, skipViews: [/./] },
    extensions: [Migrator],
    migrations: { migrationsList: changes.map(migrationOf), allOrNothing: false, snapshot: false },
    logger: (message) => log?.debug(message),
  });
}

/** Loads and writes entities in the transaction of `connection`. */
export function entityManagerOf(orm: MikroORM, connection: Connection): EntityManager {
  const em = orm.em.fork();
  // The driver only hands it back to `execute` below.
  em.setTransactionContext({ [OURS]: connection } as unknown as Transaction);
  return em;
}

const OURS = Symbol('a connection of ours');
type Ours = { [OURS]?: Connection };

/** Runs the statements of entities on our connections, with parameters: the library would write values into the text. */
class OwnConnection extends PostgreSqlConnection {
  override async execute<T extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[]>(
    ...asked: Parameters<PostgreSqlConnection['execute']>
  ): Promise<T> {
    const [query, params, method = 'all', context] = asked;
    const connection = (context as Ours | undefined)?.[OURS];
    if (!connection || typeof query !== 'string') return super.execute<T>(...asked);
    const { rows, rowCount } = await connection.query(numbered(query, Array.isArray(params) ? params : []));
    const answer = { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
    return this.transformRawResult<T>(answer, method);
  }
}

/** `$1` in place of each `?`. A lock for a change lets others write rows that refer to this one, as all our locks do. */
function numbered(query: string, params: unknown[]) {
  const values: unknown[] = [];
  let next = 0;
  const place = (): string => {
    const value = params[next];
    next += 1;
    if (isRaw(value)) return value.sql;
    values.push(value);
    return `$${values.length}`;
  };
  const text = query.replace(/\?/g, place).replace(/\bfor update\b/, 'for no key update');
  return { text, values };
}

/** Errors stay those of PostgreSQL and of our pool. */
class Driver extends PostgreSqlDriver {
  protected override readonly connection = new OwnConnection(this.config);
  override convertException(error: Error) {
    return error as ReturnType<PostgreSqlDriver['convertException']>;
  }
}
