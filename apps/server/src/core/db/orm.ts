import { Migrator } from '@mikro-orm/migrations';
import { EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { schemaMigration } from '../../migrations/schema.ts';
import type { Logger } from '../logger.ts';
import type { Database } from './database.ts';
import { ormDialect } from './orm-dialect.ts';

export const isTable = (exported: unknown) => exported instanceof EntitySchema;

/** Sets up the ORM; the caller still has to close `database`. Use forks of `orm.em`, never the global one. */
export function createOrm(database: Database, entities: EntitySchema[], log?: Logger): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: database.url,
    driverOptions: () => ormDialect(database),
    entities,
    forceUtcTimezone: true,
    // `migrations/functions.sql` and `views.sql` define functions and views.
    schemaGenerator: { ignoreRoutines: true, skipViews: [/./] },
    extensions: [Migrator],
    migrations: { migrationsList: [schemaMigration()], snapshot: false },
    logger: (message) => log?.debug(message),
  });
}
