/** A database of 0.1.0, whose processes go on writing answers without a raider while it is migrated. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sqlOf } from '../../test/db.ts';
import { fileOf, folderOf, readKept } from '../../test/releases/kept-release.ts';
import { startEmbeddedPostgres } from '../core/db/embedded-postgres.ts';
import { jobDefinitions } from '../app/jobs.ts';
import { migrateDatabase } from '../app/maintenance/migrate-database.ts';
import { schemaChanges } from './schema-changes.ts';

/** As 0.1.0 writes an answer. */
const ANSWER = `
  insert into participation as p (event_id, user_id, character_id, role_key, roles, status, ticket, note, removed, late_minutes, status_since)
  values ($1, $2, null, null, '{}', 'declined', null, 'Late', false, null, clock_timestamp())
  on conflict (event_id, user_id) do update set note = excluded.note returning id`;

test('answers of 0.1.0 get a raider, those written between the steps too, and nothing else changes', async () => {
  await using stack = new AsyncDisposableStack();
  const { at } = await readKept('0.1.0');
  const folder = await folderOf(stack, fileOf('0.1.0.tar.gz'), at, schemaChanges.slice(0, 1));
  const postgres = stack.use(await startEmbeddedPostgres(path.join(folder, 'postgres'), ['fsync=off']));
  const url = postgres.url('guildhall');
  const sql = sqlOf(stack, url);
  const KEPT = `select id, event_id, user_id, character_id, role_key, roles, status, status_since, removed, ticket, note,
    late_minutes, attendance, created_at from participation where note is distinct from 'Late' order by id`;
  const before = await sql<{ user_id: string }>(KEPT);
  expect(before.length).toBeGreaterThan(20);
  const [spare] = await sql<{ eventId: string; people: string[] }>(
    `select e.id as "eventId", array(select m.user_id from membership m where m.organization_id = e.organization_id
       and not exists (select from participation p where p.event_id = e.id and p.user_id = m.user_id)) as people
     from event e order by cardinality(array(select m.user_id from membership m where m.organization_id = e.organization_id
       and not exists (select from participation p where p.event_id = e.id and p.user_id = m.user_id))) desc limit 1`,
  );
  if (!spare) throw new Error('An event');
  const people = spare.people.values();
  const written: unknown[] = [];
  for (const [index] of schemaChanges.entries()) {
    if (index === 0) continue;
    await migrateDatabase(url, jobDefinitions, { changes: schemaChanges.slice(0, index + 1) });
    const person = people.next().value ?? before[0]?.user_id;
    written.push(...(await sql(ANSWER, [spare.eventId, person])));
  }
  expect(written).toHaveLength(schemaChanges.length - 1);
  expect(await sql(KEPT)).toEqual(before);
  const wrong = await sql(
    `select p.id from participation p join event e on e.id = p.event_id left join raider r on r.id = p.raider_id
     where r.user_id is distinct from p.user_id or r.organization_id is distinct from e.organization_id`,
  );
  expect(wrong).toEqual([]);
  const [counts] = await sql<{ raiders: number; people: number }>(
    `select (select count(*)::int from raider) as raiders,
       (select count(*)::int from (select distinct e.organization_id, p.user_id from participation p join event e on e.id = p.event_id) people) as people`,
  );
  expect(counts?.raiders).toBe(counts?.people);
  expect(globSync('*.sql', { cwd: import.meta.dirname }).length).toBe(schemaChanges.length);
});
