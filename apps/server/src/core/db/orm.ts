import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { schemaMigration } from '../../migrations/schema.ts';
import type { Logger } from '../logger.ts';
import type { Database } from './database.ts';
import { ormDialect } from './orm-dialect.ts';

type Entities = NonNullable<Options['entities']>;

/** The entities of the database, which stays the caller's to close. Request and job managers are forks of `orm.em`; the global one is never used. */
export function createOrm(database: Database, entities: Entities, log?: Logger): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: database.url,
    driverOptions: () => ormDialect(database),
    entities,
    forceUtcTimezone: true,
    // Functions and views stand in `migrations/functions.sql` and `views.sql`.
    schemaGenerator: { ignoreRoutines: true, skipViews: [/./] },
    extensions: [Migrator],
    migrations: { migrationsList: [schemaMigration()], snapshot: false },
    logger: (message) => log?.debug(message),
  });
}
