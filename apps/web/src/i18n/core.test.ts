import { expect, test } from 'vitest';
import { words as de } from './core/de.ts';
import { words as en } from './core/en.ts';
import { words as es } from './core/es.ts';
import { words as fr } from './core/fr.ts';
import { words as ptBR } from './core/pt-BR.ts';
import { words as ru } from './core/ru.ts';

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

test.for([en, de, es, fr, ptBR, ru])('no language has the same name for two pages of a guild', ({ shell }) => {
  const names = OF_A_GUILD.map((page) => shell[page]);
  expect([...new Set(names)]).toEqual(names);
});
