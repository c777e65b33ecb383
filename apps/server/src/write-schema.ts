/** `pnpm schema <name>`: writes the next migration, with what the entities have and a migrated database lacks. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from './core/command.ts';
import { ConfigError } from './core/config.ts';
import { readName, schemaChanges } from './migrations/schema-changes.ts';
import { installedQueue, schemaDifference } from './schema-difference.ts';

await runCommand({}, async () => {
  const queue = installedQueue();
  await writeFile(queue.file, queue.text);
  const number = String(schemaChanges.length + 1).padStart(4, '0');
  const name = `${number}-${process.argv[2] ?? ''}`;
  if (!readName(name)) throw new ConfigError('Name the change in lower case with hyphens: pnpm schema raid-nights');
  const file = path.join(import.meta.dirname, 'migrations', `${name}.sql`);
  const difference = await schemaDifference();
  if (difference) await writeFile(file, `${difference}\n`, { flag: 'wx' });
  process.stdout.write(
    difference ? `Read and correct ${file}\n` : 'The entities are as the migrations leave the database\n',
  );
});
