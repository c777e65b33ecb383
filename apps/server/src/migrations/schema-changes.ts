/**
 * The numbered files of this folder. Each changes the schema once, on every database, in their order; after its release a
 * file never changes (decision 046). `NNNN-name.batches.sql` runs each of its statements again and again, in a
 * transaction of its own, until it changes no row. `….needs-NNNN.sql` takes away what processes that do not know
 * migration NNNN still use.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MigrationObject } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';

export type SchemaChange = { name: string; number: number; inBatches: boolean; needs: number; text(): string };

const NAME = /^(?<number>\d{4})-[a-z0-9-]+(?<batches>\.batches)?(?:\.needs-(?<needs>\d{4}))?$/;

/** Reads the recorded name of a migration, which may be one that this version does not have. */
export function readName(name: string): Omit<SchemaChange, 'text'> | undefined {
  const groups = NAME.exec(name)?.groups;
  if (!groups) return undefined;
  const { number, batches, needs } = groups;
  return { name, number: Number(number), inBatches: batches !== undefined, needs: Number(needs ?? 0) };
}

/** The changes that the files of a folder hold, numbered from `first` without a gap. */
export function changesIn(folder: string, first = 1): SchemaChange[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.toSorted().map((file, index) => {
    const change = readName(file.slice(0, -'.sql'.length));
    if (change?.number !== first + index || change.needs >= change.number) {
      throw new Error(`Two migrations have the same number, or one is not named as they are: ${file}`);
    }
    return { ...change, text: () => readFileSync(path.join(folder, file), 'utf8') };
  });
}

export const schemaChanges = changesIn(import.meta.dirname);

/** The tables of the job queue at one of its versions, for a restored dump, from which the queue's library migrates them. */
export const queueFile = (version: number) => path.join(import.meta.dirname, `queue/${version}.sql`);

export function migrationOf({ name, inBatches, text }: SchemaChange): MigrationObject {
  class Whole extends Migration {
    override up(): void {
      this.addSql(text());
    }
  }
  class InBatches extends Migration {
    override isTransactional(): boolean {
      return false;
    }
    override async up(): Promise<void> {
      for (const statement of text().split(/;\n/)) {
        if (statement.trim() === '') continue;
        while ((await this.driver.execute<{ affectedRows: number }>(statement, [], 'run')).affectedRows > 0);
      }
    }
  }
  return { name, class: inBatches ? InBatches : Whole };
}
