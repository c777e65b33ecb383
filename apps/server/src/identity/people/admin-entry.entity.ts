import type { AdminAction } from '@guildhall/contracts/admin.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id } from '../../core/db/columns.ts';
import { User } from './user.entity.ts';

export const AdminEntry = defineEntity({
  name: 'AdminEntry',
  properties: {
    id: id(),
    actor: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    action: p.text().$type<AdminAction>(),
    /** The person affected, if any. */
    person: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** Nothing that names a person. */
    details: p.json<Record<string, unknown>>().defaultRaw(`'{}'`),
    at: createdAt(),
  },
  indexes: [{ name: 'admin_entry_by_time', properties: ['at', 'id'] }],
});
