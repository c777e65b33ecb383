import { EventScope, EventType } from '@guildhall/contracts/event.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

export const BINDING_STATES = ['ok', 'channel_gone', 'lacks_permission'] as const;

/** A channel in which an organization posts its events. */
export const DiscordBinding = defineEntity({
  name: 'DiscordBinding',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    serverId: p.text(),
    channelId: p.text().index(),
    channelName: p.text(),
    scopes: p
      .array()
      .columnType('text[]')
      .$type<EventScope[]>()
      .defaultRaw(`'{${EventScope.options.join(',')}}'`),
    types: p
      .array()
      .columnType('text[]')
      .$type<EventType[]>()
      .defaultRaw(`'{${EventType.options.join(',')}}'`),
    detail: p.enum(['names', 'counts']),
    leadDays: p.smallint(),
    /** So many hours before an event, its participants are mentioned; null for never. */
    mentionHours: p.smallint().nullable(),
    /** Whether its events are scheduled events of the server too. */
    mirrors: p.boolean().default(false),
    /** Whether a reply says the day after how a raid went. */
    nights: p.boolean().default(false),
    state: p.enum([...BINDING_STATES]).default('ok'),
    stateSince: instant().defaultRaw('now()'),
    /** The permissions that the bot lacks there. */
    lacks: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** When a channel that lacks a permission is looked at again. */
    nextLookAt: instant().nullable(),
    madeBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'discord_binding_one_a_channel', properties: ['organization', 'channelId'] }],
  checks: [
    { name: 'discord_binding_mention_hours', expression: 'mention_hours = ANY (ARRAY[1, 24])' },
    { name: 'discord_binding_lead_days', expression: '(lead_days >= 1) AND (lead_days <= 60)' },
  ],
});
