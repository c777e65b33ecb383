/** `pnpm schema`: writes `migrations/schema.sql` from the entities. */
import { writeFile } from 'node:fs/promises';
import { createDatabase } from './core/db/database.ts';
import { createOrm } from './core/db/orm.ts';
import { entities } from './entities.ts';
import { SCHEMA_FILE } from './migrations/schema.ts';

// Generating the schema never connects.
await using database = createDatabase('postgresql://localhost/guildhall', { max: 1 });
const orm = await createOrm(database, { entities });
const text = await orm.schema.getCreateSchemaSQL({ wrap: false });
await orm.close();
await writeFile(SCHEMA_FILE, `${text.trim()}\n`);
