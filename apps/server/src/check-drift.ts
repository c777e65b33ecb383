/** Part of `pnpm check`: compares `schema.sql` with the entities, and the committed OpenAPI document with a new one. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from './core/db/database.ts';
import { startEmbeddedPostgres } from './core/db/embedded-postgres.ts';
import { createOrm } from './core/db/orm.ts';
import { serializedOpenApiDocument } from './core/http/openapi.ts';
import { serializedAsyncApiDocument } from './core/realtime/asyncapi.ts';
import { entities } from './entities.ts';
import { appRouter } from './router.ts';
import { apiReference } from './routes.ts';

const problems: string[] = [];

const documents = {
  'openapi.json': serializedOpenApiDocument(appRouter, apiReference),
  'asyncapi.json': serializedAsyncApiDocument(),
};
for (const [name, generated] of Object.entries(documents)) {
  const committed = await readFile(path.join(import.meta.dirname, '..', name), 'utf8').catch(() => '');
  if (committed !== generated) problems.push(`${name} is not what the code says: run \`pnpm openapi\` and commit it.`);
}

const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-drift-'));
try {
  await using postgres = await startEmbeddedPostgres(folder, ['fsync=off']);
  await using database = createDatabase(postgres.url('guildhall'), { max: 2 });
  const orm = await createOrm(database, { entities });
  await orm.migrator.up();
  const difference = (await orm.schema.getUpdateSchemaSQL({ wrap: false })).trim();
  await orm.close();
  if (difference)
    problems.push(`The entities differ from schema.sql: run \`pnpm schema\` and commit it.\n${difference}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
