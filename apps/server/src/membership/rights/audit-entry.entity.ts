import type { AuditAction } from '@guildhall/contracts/audit.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from './organization.entity.ts';

/** An action of a person or a sync that an organization's officers may want to know about. Never changed or guessed. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    /** Null when a sync did it, or when the person is erased. */
    actor: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    action: p.text().$type<AuditAction>(),
    /** The person affected, if any. */
    person: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** Further facts: ids, names of things, values before and after. Nothing that names a person. */
    details: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    at: createdAt(),
  },
  indexes: [{ name: 'audit_entry_by_time', properties: ['organization', 'at', 'id'] }],
});
