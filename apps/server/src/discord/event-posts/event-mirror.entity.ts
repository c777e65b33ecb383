import { defineEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';
import { GuildEvent } from '../../events/event/guild-event.entity.ts';
import { refusals } from '../bindings/refused-items.ts';

/**
 * An event among the scheduled events of a server. Like a post, it is due while `wanted` exceeds `shown`. Without an
 * event, the scheduled one is to be deleted.
 */
export const EventMirror = defineEntity({
  name: 'EventMirror',
  properties: {
    id: id(),
    event: () => p.manyToOne(GuildEvent).nullable().deleteRule('set null'),
    serverId: p.text(),
    scheduledEventId: p.text().nullable(),
    wanted: p.integer().default(1),
    shown: p.integer().default(0),
    /** Digest of the scheduled event as Discord has it. */
    shownHash: p.text().nullable(),
    /** When it begins, as Discord has it. Transitions go one way: it never becomes one to come again. */
    beginsAt: instant().nullable(),
    /** When it ends, as Discord has it. */
    endsAt: instant().nullable(),
    /** Set before it is made: it may exist although no answer came. */
    sentAt: instant().nullable(),
    /** Also keeps a second worker away while the first one asks. */
    nextTryAt: instant().defaultRaw('now()'),
    ...refusals,
    /** `ended`: ended on Discord; `removed` by a member there; `failed` because Discord refuses it. */
    state: p.enum(['live', 'ended', 'removed', 'failed']).default('live'),
    /** Why it cannot be made at the moment. */
    problem: p.enum(['lacks_permission', 'too_many']).nullable(),
  },
  uniques: [{ name: 'event_mirror_one_a_server', properties: ['event', 'serverId'] }],
  indexes: [{ name: 'event_mirror_due', properties: ['serverId', 'nextTryAt'], where: '(wanted > shown)' }],
});
