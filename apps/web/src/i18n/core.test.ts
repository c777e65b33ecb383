import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CoreWords } from './core.words.ts';

const OF_A_GUILD = [
  'guildHome',
  'events',
  'roster',
  'attendance',
  'crafters',
  'compare',
  'news',
  'members',
  'settings',
] as const;

const files = globSync(path.join(import.meta.dirname, 'core/*.json'));

test('no language has the same name for two pages of a guild', () => {
  expect(files.length).toBe(6);
  for (const file of files) {
    const { shell }: Pick<CoreWords, 'shell'> = JSON.parse(readFileSync(file, 'utf8'));
    const names = OF_A_GUILD.map((page) => shell[page]);
    expect([...new Set(names)]).toEqual(names);
  }
});

test('a closed page says the same as a refused request', () => {
  for (const file of files) {
    const { failure }: Pick<CoreWords, 'failure'> = JSON.parse(readFileSync(file, 'utf8'));
    const refusals = import.meta.resolve(`@guildhall/contracts/refusals/${path.basename(file)}`);
    expect(JSON.parse(readFileSync(new URL(refusals), 'utf8'))).toMatchObject(failure.closed);
  }
});
