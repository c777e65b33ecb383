import path from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Database } from './database.ts';
import type { Logger } from './logger.ts';
import { ormDialect } from './orm-dialect.ts';

type Entities = NonNullable<Options['entities']>;

/** The entities of the database, which stays the caller's to close. Request and job managers are forks of `orm.em`; the global one is never used. */
export function createOrm(database: Database, entities: Entities, log?: Logger): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: database.url,
    driverOptions: () => ormDialect(database),
    entities,
    forceUtcTimezone: true,
    // Functions that no entity can say are made by migrations of their own.
    schemaGenerator: { ignoreRoutines: true },
    extensions: [Migrator],
    migrations: {
      path: path.join(import.meta.dirname, '../migrations'),
      pathTs: path.join(import.meta.dirname, '../migrations'),
      glob: 'migration-*.ts',
      snapshotName: 'snapshot',
      fileName: (timestamp, name) => `migration-${timestamp}${name ? `-${name}` : ''}`,
    },
    logger: (message) => log?.debug(message),
  });
}
