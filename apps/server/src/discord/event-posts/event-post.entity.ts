import { defineEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';
import { GuildEvent } from '../../events/event/guild-event.entity.ts';
import { DiscordBinding } from '../bindings/discord-binding.entity.ts';
import { refusals } from '../bindings/refused-items.ts';

/**
 * A message about an event in a bound channel. Every change raises `wanted`; the lane of the channel shows it and sets
 * `shown` to the value it had read before. Without an event or a binding, the message is to be deleted.
 */
const message = {
  id: id(),
  event: () => p.manyToOne(GuildEvent).nullable().deleteRule('set null'),
  binding: () => p.manyToOne(DiscordBinding).nullable().deleteRule('set null').index(),
  channelId: p.text(),
  messageId: p.text().nullable().unique(),
  wanted: p.integer().default(1),
  shown: p.integer().default(0),
  shownAt: instant().nullable(),
  /** Digest of the message as it is shown, so that nothing is sent twice. */
  shownHash: p.text().nullable(),
  /** Set before the message is first sent: it may exist although no answer came. */
  sentAt: instant().nullable(),
  nextTryAt: instant().defaultRaw('now()'),
  ...refusals,
  /** `removed` by a member on Discord, `failed` because Discord refuses it: then it is only deleted. */
  state: p.enum(['live', 'removed', 'failed']).default('live'),
};

type Key = keyof typeof message;

const keysOf = (table: string) => ({
  uniques: [{ name: `${table}_one_a_binding`, properties: ['event', 'binding'] satisfies Key[] }],
  indexes: [
    {
      name: `${table}_due`,
      properties: ['channelId', 'nextTryAt'] satisfies Key[],
      where: `(state <> 'removed' and (wanted > shown or event_id is null or binding_id is null))`,
    },
  ],
});

/** The post of an event. */
export const EventPost = defineEntity({ name: 'EventPost', properties: message, ...keysOf('event_post') });

/** The reply to it that shows the published line-ups. A table of its own, because processes of 0.1.0 know posts alone. */
export const LineupPost = defineEntity({ name: 'LineupPost', properties: message, ...keysOf('lineup_post') });

/** The reply that says the day after how the night went. */
export const NightPost = defineEntity({ name: 'NightPost', properties: message, ...keysOf('night_post') });
