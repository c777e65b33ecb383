/**
 * A version after this one, which exists only in tests: it adds a column, fills it in batches, demands it, and takes an
 * index away. Run as a program, it migrates the database that DATABASE_URL names.
 */

import { migrateDatabase } from '../src/app/maintenance/migrate-database.ts';
import { runCommand } from '../src/core/command.ts';
import { readName, type SchemaChange, schemaChanges } from '../src/migrations/schema-changes.ts';

const numberOf = (step: number) => String(schemaChanges.length + step).padStart(4, '0');

function change(step: number, rest: string, text: string): SchemaChange {
  const read = readName(`${numberOf(step)}-${rest}`);
  if (!read) throw new Error(`No name of a migration: ${rest}`);
  return { ...read, text: () => text };
}

export const [ADDED, FILLED, DEMANDED, TAKEN] = [
  change(
    1,
    'add-motto',
    `alter table app_user add column motto text;
     alter table event add column motto text not null default 'Onward';
     create or replace view person as select * from app_user where erasing_at is null;`,
  ),
  change(
    2,
    'fill-motto.batches',
    `update app_user set motto = 'Onward, ' || display_name || pg_sleep(0.05)
     where id in (select id from app_user where motto is null limit 5);
     drop index concurrently if exists app_user_motto;
     create index concurrently app_user_motto on app_user (motto);`,
  ),
  change(
    3,
    'demand-motto',
    `alter table app_user alter column motto set default 'Onward';
     alter table app_user add constraint has_motto check (motto is not null) not valid;
     alter table app_user validate constraint has_motto;
     select pg_sleep(0.1);`,
  ),
  change(4, `without-change-by-age.needs-${numberOf(3)}`, 'drop index change_by_age;'),
] as const;

/** A running service of this version can live with the first; the second takes something away from it. */
export const expanded = [...schemaChanges, ADDED, FILLED, DEMANDED];
export const nextVersion = [...expanded, TAKEN];

if (import.meta.main) {
  await runCommand(process.env, async () => {
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    await migrateDatabase(process.env.DATABASE_URL ?? '', [], { changes: nextVersion, stopped: true, say });
  });
}
