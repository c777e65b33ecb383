import { z } from 'zod';
import { Instant } from './primitives.ts';

export const SyncKind = z.enum(['character', 'roster', 'journal', 'catalogue']).meta({ id: 'SyncKind' });
export type SyncKind = z.infer<typeof SyncKind>;

export const SyncStatus = z
  .enum(['queued', 'running', 'held', 'completed', 'failed'])
  .meta({ id: 'SyncSessionStatus' });
export type SyncStatus = z.infer<typeof SyncStatus>;

export const SyncTrigger = z.enum(['user', 'sign_in', 'schedule', 'admin']).meta({ id: 'SyncTrigger' });
export type SyncTrigger = z.infer<typeof SyncTrigger>;

/** Why a sync ended without its full result; `message` is written for the person who waits. */
export const SyncReason = z
  .enum([
    'platform_unavailable',
    'platform_forbidden',
    'platform_rate_limited',
    'platform_answer_malformed',
    'gameplatform_token_expired',
    'gameplatform_permission_missing',
    'guild_not_found',
    'organization_archived',
    'roster_shrank',
    'interrupted',
    'internal',
  ])
  .meta({ id: 'SyncReason' });
export type SyncReason = z.infer<typeof SyncReason>;

const SyncPart = z.object({ total: z.int(), done: z.int() }).meta({ id: 'SyncPart' });

/**
 * The separate counts of a journal sync. Until it ends, the number of encounters is the one in the platform's index.
 */
export const JournalParts = z.object({ expansions: SyncPart, instances: SyncPart, encounters: SyncPart });
export type JournalParts = z.infer<typeof JournalParts>;

export const SyncProgress = z
  .object({
    total: z.int(),
    done: z.int(),
    added: z.int(),
    updated: z.int(),
    removed: z.int(),
    failed: z.int(),
    expansions: SyncPart.exactOptional(),
    instances: SyncPart.exactOptional(),
    encounters: SyncPart.exactOptional(),
  })
  .meta({ id: 'SyncProgress' });
export type SyncProgress = z.infer<typeof SyncProgress>;

const SyncError = z.object({ reason: SyncReason, message: z.string() }).meta({ id: 'SyncError' });

/** One run of a background sync. A `held` roster sync waits for the platform to confirm its answer. */
export const SyncSessionView = z
  .object({
    id: z.string(),
    kind: SyncKind,
    status: SyncStatus,
    trigger: SyncTrigger,
    subjectId: z
      .string()
      .nullable()
      .meta({ description: 'The synced organization or user; null for the journal and the catalogue' }),
    progress: SyncProgress,
    error: SyncError.nullable().meta({
      description: 'Why it failed or is held; for a completed sync, what it could not read, usually null',
    }),
    createdAt: Instant,
    startedAt: Instant.nullable(),
    finishedAt: Instant.nullable(),
  })
  .meta({
    id: 'SyncSession',
    examples: [
      {
        id: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        kind: 'roster',
        status: 'running',
        trigger: 'user',
        subjectId: '0199d3a0-0000-7000-8000-000000000001',
        progress: { total: 400, done: 120, added: 2, updated: 35, removed: 1, failed: 0 },
        error: null,
        createdAt: '2026-11-20T20:00:00.000Z',
        startedAt: '2026-11-20T20:00:00.210Z',
        finishedAt: null,
      },
    ],
  });
export type SyncSessionView = z.infer<typeof SyncSessionView>;

export const SyncStarted = z
  .object({ sessionId: z.string() })
  .meta({ id: 'SyncStarted', examples: [{ sessionId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f' }] });
