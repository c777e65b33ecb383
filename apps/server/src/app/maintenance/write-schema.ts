/** `pnpm schema <name>`: writes the next migration, with what the entities have and a migrated database lacks. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../../core/command.ts';
import { installedQueue } from '../../core/jobs/queues.ts';
import { queueFile } from '../../migrations/schema-changes.ts';
import { writeMigration } from './schema-difference.ts';

await runCommand({}, async () => {
  const queue = installedQueue();
  await writeFile(queueFile(queue.version), queue.text);
  const file = await writeMigration(process.argv[2] ?? '', path.join(import.meta.dirname, '../../migrations'));
  process.stdout.write(file ? `Read and correct ${file}\n` : 'The entities are as the migrations leave the database\n');
});
