/**
 * Recorded answers of the game platform, which are no part of the repository: they name players, and their licences
 * differ. Whoever has the collection runs the tests that read it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder =
  process.env.GUILDHALL_FIXTURES ?? path.join(import.meta.dirname, '../../../../shared/fixtures/battlenet');

export const recorded = existsSync(folder);
export const recordedTitle = recorded
  ? 'recorded answers'
  : 'recorded answers (skipped: set GUILDHALL_FIXTURES to their folder)';

/** The files of a kind; without the collection one stand-in, because a table of tests must not be empty. */
export const recordingsOf = (kind: string): string[] =>
  recorded ? readdirSync(path.join(folder, kind)).map((file) => `${kind}/${file}`) : [kind];

export const recording = (file: string): unknown =>
  JSON.parse(readFileSync(path.join(folder, file), 'utf8').replace(/^\uFEFF/, ''));
