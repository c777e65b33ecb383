/** The parts of the benchmark; those of a group share their database and processes. */
import type { Bench } from './bench.ts';
import { measureEnrichment } from './enrichment/enrichment.ts';
import { measureGrowth } from './growth.ts';
import { measureImports } from './imports.ts';
import { measureJournalSync } from './journal-sync.ts';
import { measureLootImports } from './loot-imports.ts';
import { measurePlatformBudget } from './platform-budget.ts';
import { measureQueries } from './queries.ts';
import { measureQueryMemory } from './query-memory.ts';
import { measureReads } from './reads/reads.ts';
import { measureRosterSync } from './roster-sync/roster-sync.ts';
import { measureSmallJobs } from './small-jobs.ts';
import { measureSockets } from './sockets.ts';
import { measureStart } from './start.ts';
import { measureUploads } from './uploads.ts';

export const groups: { parts: string[]; measure: (bench: Bench) => Promise<void> }[] = [
  { parts: ['start'], measure: measureStart },
  { parts: ['roster-sync'], measure: measureRosterSync },
  { parts: ['platform-budget'], measure: measurePlatformBudget },
  { parts: ['journal-sync'], measure: measureJournalSync },
  {
    parts: [
      'rush',
      'me',
      'character',
      'roster-read',
      'detail',
      'encounters',
      'event-list',
      'participations',
      'sign-ups',
    ],
    measure: measureReads,
  },
  { parts: ['queries'], measure: measureQueries },
  { parts: ['growth'], measure: measureGrowth },
  { parts: ['query-memory'], measure: measureQueryMemory },
  { parts: ['uploads'], measure: measureUploads },
  { parts: ['imports'], measure: measureImports },
  { parts: ['loot-imports'], measure: measureLootImports },
  { parts: ['sockets'], measure: measureSockets },
  { parts: ['small-jobs'], measure: measureSmallJobs },
  { parts: ['enrichment'], measure: measureEnrichment },
];
