import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineEntity, p } from '@mikro-orm/core';
import { expect, onTestFinished, test } from 'vitest';
import { id } from '../../core/db/columns.ts';
import { changesIn, schemaChanges } from '../../migrations/schema-changes.ts';
import { entities } from '../entities.ts';
import { schemaDifference, writeMigration } from './schema-difference.ts';

const RaidNote = defineEntity({ name: 'RaidNote', tableName: 'raid_note', properties: { id: id(), body: p.text() } });

test('an entity without a table gets the next migration, and after it nothing differs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-schema-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const tables = [...entities, RaidNote];
  const next = `${String(schemaChanges.length + 1).padStart(4, '0')}-raid-notes.sql`;
  expect(await writeMigration('raid-notes', folder, { tables })).toBe(path.join(folder, next));
  const changes = [...schemaChanges, ...changesIn(folder, schemaChanges.length + 1)];
  expect(changes.at(-1)?.text()).toMatch(/^create table "raid_note" /);
  expect(await schemaDifference({ tables, changes })).toBe('');
  // A table that the migrations make and no entity has is a difference too.
  expect(await schemaDifference({ changes })).toMatch(/drop table if exists "raid_note"/);
  expect(await readdir(folder)).toEqual([next]);
}, 120_000);

test('a name that no migration may have is refused, and nothing is written', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-schema-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const title of ['', 'Raid Nights', '../raid']) {
    await expect(writeMigration(title, folder)).rejects.toThrow('pnpm schema raid-nights');
  }
  expect(await readdir(folder)).toEqual([]);
});
