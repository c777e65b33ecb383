import { defineEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';
import { GuildEvent } from '../../events/event/guild-event.entity.ts';
import { User } from '../../identity/people/user.entity.ts';
import { refusals } from '../bindings/refused-items.ts';
import { EventPost } from './event-post.entity.ts';

/**
 * A person to be mentioned below the post of an event, or who was. `occasion` says of which start, so that no one is
 * mentioned twice; those of one `message` are mentioned together.
 */
export const EventMention = defineEntity({
  name: 'EventMention',
  properties: {
    id: id(),
    event: () => p.manyToOne(GuildEvent).deleteRule('cascade'),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    occasion: p.text(),
    post: () => p.manyToOne(EventPost).deleteRule('cascade').index(),
    message: p.uuid().index(),
    /** Set before the message is sent: it may exist although no answer came. */
    sentAt: instant().nullable(),
    /** Mentioned, dropped because it had become pointless, or given up. */
    settledAt: instant().nullable(),
    nextTryAt: instant().defaultRaw('now()'),
    ...refusals,
  },
  uniques: [{ name: 'event_mention_once', properties: ['event', 'user', 'occasion'] }],
  indexes: [{ name: 'event_mention_waiting', properties: ['nextTryAt'], where: 'settled_at is null' }],
});
