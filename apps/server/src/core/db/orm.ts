import { Migrator } from '@mikro-orm/migrations';
import { EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { migrationOf, type SchemaChange, schemaChanges } from '../../migrations/schema-changes.ts';
import type { Logger } from '../logger.ts';
import type { Database } from './database.ts';
import { ormDialect } from './orm-dialect.ts';

export const isTable = (exported: unknown) => exported instanceof EntitySchema;

type Options = { log?: Logger; entities?: EntitySchema[]; changes?: SchemaChange[] };

/**
 * Sets up the ORM; the caller still has to close `database`. Use forks of `orm.em`, never the global one. Only what
 * writes or compares the schema passes the tables: elsewhere the ORM runs migrations and transactions.
 */
export function createOrm(
  database: Database,
  { log, entities = [], changes = schemaChanges }: Options = {},
): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: database.url,
    driverOptions: () => ormDialect(database),
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
