import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineEntity, p } from '@mikro-orm/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { id } from '../../core/db/columns.ts';
import { changesIn, schemaChanges } from '../../migrations/schema-changes.ts';
import { entities } from '../entities.ts';
import { schemaDifference, writeMigration } from './schema-difference.ts';

const RaidNote = defineEntity({ name: 'RaidNote', tableName: 'raid_note', properties: { id: id(), body: p.text() } });

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-schema-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('an entity without a table gets the next migration, after it nothing differs, and nothing stays behind', async () => {
  const [folder, temporary] = [await newFolder(), await newFolder()];
  // PostgreSQL may run as another user.
  await chmod(temporary, 0o755);
  vi.stubEnv('TMPDIR', temporary);
  const tables = [...entities, RaidNote];
  const next = `${String(schemaChanges.length + 1).padStart(4, '0')}-raid-notes.sql`;
  expect(await writeMigration('raid-notes', folder, { tables })).toBe(path.join(folder, next));
  const changes = [...schemaChanges, ...changesIn(folder, schemaChanges.length + 1)];
  expect(changes.at(-1)?.text()).toMatch(/^create table "raid_note" /);
  expect(await schemaDifference({ tables, changes })).toBe('');
  // A table that the migrations make and no entity has is a difference too.
  expect(await schemaDifference({ changes })).toMatch(/drop table if exists "raid_note"/);
  expect(await readdir(folder)).toEqual([next]);
  expect(await readdir(temporary)).toEqual([]);
}, 120_000);

test('a name that no migration may have is refused, and nothing is written', async () => {
  const folder = await newFolder();
  for (const title of ['', 'Raid Nights', '../raid']) {
    await expect(writeMigration(title, folder)).rejects.toThrow('pnpm schema raid-nights');
  }
  expect(await readdir(folder)).toEqual([]);
});
