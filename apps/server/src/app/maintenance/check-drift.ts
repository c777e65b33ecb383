/** Part of `pnpm check`: compares entities with migrations, and the committed API documents with new ones. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serializedOpenApiDocument } from '../../core/http/openapi.ts';
import { installedQueue } from '../../core/jobs/queues.ts';
import { serializedAsyncApiDocument } from '../../core/realtime/asyncapi.ts';
import { queueFile } from '../../migrations/schema-changes.ts';
import { apiReference } from '../api-reference.ts';
import { appRouter } from '../router.ts';
import { schemaDifference } from './schema-difference.ts';

const problems: string[] = [];

const documents = {
  'openapi.json': serializedOpenApiDocument(appRouter, apiReference),
  'asyncapi.json': serializedAsyncApiDocument(),
};
for (const [name, generated] of Object.entries(documents)) {
  const committed = await readFile(path.join(import.meta.dirname, '../../..', name), 'utf8').catch(() => '');
  if (committed !== generated) problems.push(`${name} is not what the code says: run \`pnpm openapi\` and commit it.`);
}

/** As `sha256sum` writes it, which adds the files of a release. */
const released = await readFile(path.join(import.meta.dirname, '../../migrations/released.sha256'), 'utf8');
for (const [, hash, file = ''] of released.matchAll(/^(\w+) [ *](.+)$/gm)) {
  const text = await readFile(path.join(import.meta.dirname, '../../migrations', file)).catch(() => '');
  if (createHash('sha256').update(text).digest('hex') !== hash) {
    problems.push(
      `${file} has been released, so databases have it as it was: restore it, and write another migration.`,
    );
  }
}

const queue = installedQueue();
const kept = queueFile(queue.version);
if ((await readFile(kept, 'utf8').catch(() => '')) !== queue.text) {
  problems.push(`${kept} is not the queue that is installed: run \`pnpm schema <name>\` and commit it.`);
}

const difference = await schemaDifference();
if (difference) {
  problems.push(`The entities differ from the migrations: run \`pnpm schema <name>\` and commit it.\n${difference}`);
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
