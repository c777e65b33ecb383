/**
 * Recorded answers of the game platform, and texts of other guild tools. The repository cannot hold them: they name players, and their licences differ.
 * Tests that read them run where the collection is available.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder =
  process.env.GUILDHALL_FIXTURES ?? path.join(import.meta.dirname, '../../../../shared/fixtures/battlenet');

export const recorded = existsSync(folder);
export const recordedTitle = recorded
  ? 'recorded answers'
  : 'recorded answers (skipped: set GUILDHALL_FIXTURES to their folder)';

/** The files of a kind; without the collection, one placeholder, because a test table must not be empty. */
export const recordingsOf = (kind: string): string[] =>
  recorded ? readdirSync(path.join(folder, kind)).map((file) => `${kind}/${file}`) : [kind];

export const recording = (file: string): unknown =>
  JSON.parse(readFileSync(path.join(folder, file), 'utf8').replace(/^\uFEFF/, ''));

/** A text that another guild tool wrote, beside the recorded answers. */
export const toolText = (file: string): string => readFileSync(path.join(folder, '../guild-tools', file), 'utf8');
