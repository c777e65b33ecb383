import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { GuildEvent } from '../event/guild-event.entity.ts';

export const EVENT_MAIL_KINDS = ['reminder', 'promotion', 'placement', 'role_gap'] as const;
export type EventMailKind = (typeof EVENT_MAIL_KINDS)[number];

/**
 * A mail about an event, pending or sent. `occasion` says what it announces, so that nothing is announced twice; the
 * row is created in the transaction of the change it announces, so that nothing is lost.
 */
export const EventMail = defineEntity({
  name: 'EventMail',
  properties: {
    id: id(),
    event: () => p.manyToOne(GuildEvent).deleteRule('cascade'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    kind: p.enum([...EVENT_MAIL_KINDS]),
    occasion: p.text(),
    /** In the words of the officer who moved or removed the person. */
    reason: p.text().nullable(),
    createdAt: createdAt(),
    /** Sent, or dropped because it had become pointless. */
    settledAt: instant().nullable(),
  },
  uniques: [{ name: 'event_mail_once', properties: ['event', 'user', 'kind', 'occasion'] }],
});
