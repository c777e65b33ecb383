import { EventRole } from '@guildhall/contracts/event.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { GuildEvent } from '../../events/event/guild-event.entity.ts';

/** The answer that an unknown caller wanted to give on Discord; offered once they have linked their account. */
export const LinkIntent = defineEntity({
  name: 'LinkIntent',
  properties: {
    discordUserId: p.text().primary(),
    event: () => p.manyToOne(GuildEvent).primary().deleteRule('cascade').index(),
    status: p.enum(['signed_up', 'tentative', 'declined']),
    roleKey: p.enum(EventRole.options).nullable(),
    expiresAt: instant().index(),
  },
});
