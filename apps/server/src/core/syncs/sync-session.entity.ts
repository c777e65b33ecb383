import { type JournalParts, SyncKind, SyncReason, SyncStatus, SyncTrigger } from '@guildhall/contracts/sync-session.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../db/columns.ts';

/**
 * One run of a background sync. `subjectId` is the user (character sync), the organization (roster sync) or null
 * (journal and catalogue). A constraint, not a check in code, allows only one queued or running run per kind and
 * subject.
 */
export const SyncSession = defineEntity({
  name: 'SyncSession',
  properties: {
    id: id(),
    kind: p.enum(SyncKind.options),
    subjectId: p.uuid().nullable(),
    trigger: p.enum(SyncTrigger.options),
    requestedBy: p.uuid().nullable(),
    status: p.enum(SyncStatus.options).default('queued'),
    total: p.integer().default(0),
    done: p.integer().default(0),
    added: p.integer().default(0),
    updated: p.integer().default(0),
    removed: p.integer().default(0),
    failed: p.integer().default(0),
    /** Separate counts of the parts, for kinds that have them. */
    parts: p.json<JournalParts>().nullable(),
    errorReason: p.enum(SyncReason.options).nullable(),
    errorMessage: p.text().nullable(),
    /** Fence: only the attempt that holds the row may write it. */
    jobId: p.uuid(),
    attempt: p.integer().default(0),
    /** Where a later attempt continues; each sync defines its meaning. */
    cursor: p.text().nullable(),
    createdAt: createdAt(),
    startedAt: instant().nullable(),
    finishedAt: instant().nullable(),
  },
  uniques: [
    {
      name: 'sync_session_one_active',
      expression: `create unique index "sync_session_one_active" on "sync_session" ("kind", "subject_id") nulls not distinct where status in ('queued', 'running')`,
    },
  ],
  indexes: [
    { name: 'sync_session_by_subject', properties: ['subjectId', 'kind', 'createdAt'] },
    {
      name: 'sync_session_by_kind',
      expression: 'create index "sync_session_by_kind" on "sync_session" ("kind", created_at desc, id desc)',
    },
    { name: 'sync_session_by_finish', properties: ['finishedAt'] },
  ],
});
