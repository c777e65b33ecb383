import { Migrator } from '@mikro-orm/migrations';
import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { schemaMigration } from '../migrations/schema.ts';
import type { Logger } from './logger.ts';

type Entities = NonNullable<Options['entities']>;

/** The database. Request and job managers are forks of `orm.em`; the global one is never used. */
export function createOrm(databaseUrl: string, poolSize: number, entities: Entities, log?: Logger): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: databaseUrl,
    entities,
    pool: { min: 1, max: poolSize },
    forceUtcTimezone: true,
    // Functions that entities cannot express are in `migrations/functions.sql`.
    schemaGenerator: { ignoreRoutines: true },
    extensions: [Migrator],
    migrations: { migrationsList: [schemaMigration()], snapshot: false },
    logger: (message) => log?.debug(message),
  });
}
