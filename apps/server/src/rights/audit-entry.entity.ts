import type { AuditAction } from '@guildhall/contracts/audit.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, id } from '../core/db/columns.ts';
import { User } from '../people/user.entity.ts';
import { Organization } from './organization.entity.ts';

/** What somebody, or a sync, did to an organization that its officers may want to know. Never changed, never guessed. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    /** Null when a sync did it, or when the person is erased. */
    actor: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    action: p.text().$type<AuditAction>(),
    /** The person it was done to, if it was one. */
    person: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** What else there is to know: ids, names of things, values before and after. Nothing that names a person. */
    details: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    at: createdAt(),
  },
  indexes: [{ name: 'audit_entry_by_time', properties: ['organization', 'at', 'id'] }],
});
export type AuditEntry = InferEntity<typeof AuditEntry>;
