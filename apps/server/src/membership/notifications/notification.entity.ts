import { NotificationKind } from '@guildhall/contracts/notification.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../rights/organization.entity.ts';
import type { NotificationDetails } from './notify.ts';

/** Something that happened to a person. Its id says when: the inbox is read in the order of ids. */
export const Notification = defineEntity({
  name: 'Notification',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    organization: () => p.manyToOne(Organization).nullable().deleteRule('cascade').index(),
    kind: p.enum(NotificationKind.options),
    details: p.json<NotificationDetails>().defaultRaw(`'{}'`),
    readAt: instant().nullable(),
    createdAt: createdAt(),
  },
  indexes: [
    { name: 'notification_by_age', properties: ['createdAt'] },
    { name: 'notification_of_person', properties: ['user', 'id'] },
    { name: 'notification_unread', properties: ['user'], where: 'read_at is null' },
  ],
});
