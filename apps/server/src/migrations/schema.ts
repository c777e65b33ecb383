/**
 * The whole schema as one migration, until the first release: `pnpm schema` regenerates `schema.sql` from the entities.
 * Its name contains a hash of the content, so that a database created from another version is refused instead of half
 * fitting.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MigrationObject } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';

export const SCHEMA_FILE = path.join(import.meta.dirname, 'schema.sql');
const FUNCTIONS_FILE = path.join(import.meta.dirname, 'functions.sql');
const VIEWS_FILE = path.join(import.meta.dirname, 'views.sql');

/** Rate limit counters are worthless after a crash, and an unlogged table waits for no disk. */
const UNLOGGED = 'alter table "rate_limit" set unlogged;';

export function schemaMigration(): MigrationObject {
  const statements = [...[FUNCTIONS_FILE, SCHEMA_FILE, VIEWS_FILE].map((file) => readFileSync(file, 'utf8')), UNLOGGED];
  class Schema extends Migration {
    override up(): void {
      for (const text of statements) this.addSql(text);
    }
  }
  const hash = createHash('sha256').update(statements.join('\n')).digest('hex');
  return { name: `schema-${hash.slice(0, 12)}`, class: Schema };
}
