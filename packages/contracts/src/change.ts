/** Changes in an organization: pushed to sockets, and kept for readers who ask later. */
import { z } from 'zod';
import { Instant, OrganizationRef, queryInteger, shownDefault } from './primitives.ts';

/** Each type says what happened, and which id the subject is. */
export const changeTypes = {
  'event.changed': 'An event was created, changed, cancelled or deleted. The subject is the event',
  'participation.changed':
    'A member answered to an event or moved up, or attendance was recorded. One answer may move others, so the subject is the event',
  'lineup.changed':
    'A line-up of an event was published, or, for people who may edit it, saved. The subject is the event',
  'night.changed':
    'A log of an event was read, attached or detached, so pulls and proposed attendance may differ. The subject is the event',
  'post.changed': 'A post was written, changed or deleted. The subject is the post',
  'roster.changed':
    'The roster has other members, ranks or claims: members joined, returned, left or changed. The subject is the organization',
  'raider.changed':
    'Raiders, their characters, or teams were added, changed, merged or split. The subject is the organization',
  'import.changed': 'An import was read, applied or undone, or its rows were decided about. The subject is the import',
  'wish.changed':
    'A raider’s wishes or sims changed. Told to the raider, and to those who may see the wishes. The subject is the raider',
  'reserve.changed': 'Reserves of an event, or the rules for them, changed. The subject is the event',
  'loot.changed':
    'Awards were brought in, amended or taken back, or responses were decided about. The subject is the organization',
  'points.changed':
    'Points were booked, taken back or decayed, or a pool of points was changed. The subject is the pool',
  'membership.changed': 'A person joined, left, or has another rank. The subject is the person',
  'rights.changed': 'Roles, their permissions or their holders changed. The subject is the organization',
  'organization.changed':
    'Name, settings, texts or logo changed, or the organization was archived or restored. The subject is the organization',
  'absence.changed': 'A person entered or removed an absence. The subject is the person',
  'moderation.changed': 'A picture waits for a decision, or was decided about. The subject is the picture',
  'job.changed': 'An administrator retried or cancelled a job. The subject is the job',
  'notification.changed': 'The inbox of a person changed. The subject is the notification',
} as const;
export type ChangeType = keyof typeof changeTypes;
const typesOf = Object.keys(changeTypes) as [ChangeType, ...ChangeType[]];
export const ChangeType = z.enum(typesOf).meta({ id: 'ChangeType' });

const Cursor = z
  .string()
  .max(40)
  .regex(/^[0-9a-f]{8}\.[0-9]{1,15}$/);
const CURSOR = '5f3a9c1e.1042';

/** Ids of data that changed; clients that may see it should read it again. */
export const ChangeView = z
  .object({
    type: ChangeType,
    organizationId: z.string().nullable().meta({ description: 'Null for changes outside an organization' }),
    subjectId: z.string().meta({ description: 'Id of the data to read again; the type says of what kind it is' }),
    at: Instant,
    cursor: z.string().nullable().meta({
      description: 'The place of this change in the feed of the organization; null without an organization',
    }),
  })
  .meta({
    id: 'Change',
    examples: [
      {
        type: 'event.changed',
        organizationId: '0199d3a0-0000-7000-8000-000000000002',
        subjectId: '0199d3a0-6f3e-7c41-9a52-1f0c2b8d4e6f',
        at: '2026-11-20T20:00:00.000Z',
        cursor: CURSOR,
      },
    ],
  });
export type ChangeView = z.infer<typeof ChangeView>;

export const ChangesInput = z.object({
  id: OrganizationRef,
  after: Cursor.meta({
    description:
      'The `next` of the last answer, or the `cursor` of a change. Without it, the answer has only `next`, the present end',
    examples: [CURSOR],
  }).optional(),
  limit: shownDefault(queryInteger({ min: 1, max: 500, description: 'Changes an answer', example: 100 }), 100),
});
export type ChangesInput = z.infer<typeof ChangesInput>;

export const ChangesView = z
  .object({
    changes: z.array(ChangeView).meta({
      description:
        'In the order in which they happened. Of several changes of one subject, an answer has only the latest',
    }),
    next: z.string().meta({ description: 'Send it as `after` with the next request', examples: [CURSOR] }),
    more: z.boolean().meta({ description: 'Whether the next request has an answer already' }),
  })
  .meta({ id: 'Changes' });
export type ChangesView = z.infer<typeof ChangesView>;
