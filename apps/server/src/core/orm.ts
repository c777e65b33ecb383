import path from 'node:path';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import type { Logger } from './logger.ts';

type Entities = NonNullable<Options['entities']>;

/** The database. Request and job managers are forks of `orm.em`; the global one is never used. */
export function createOrm(databaseUrl: string, poolSize: number, entities: Entities, log?: Logger): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: databaseUrl,
    entities,
    pool: { min: 1, max: poolSize },
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
