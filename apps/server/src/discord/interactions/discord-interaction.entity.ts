import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';

/**
 * An interaction that changes something, claimed by its id so that a repeated request changes nothing. One that could
 * not be answered in time also holds what the reply needs, for another process to finish it.
 */
export const DiscordInteraction = defineEntity({
  name: 'DiscordInteraction',
  properties: {
    id: p.text().primary(),
    discordUserId: p.text().index(),
    /** Null while its effect has not begun. */
    claimedAt: instant().nullable(),
    /** A deferred one without its token; null for all others. */
    document: p.json<Record<string, unknown>>().nullable(),
    tokenSealed: p.text().nullable(),
    answeredAt: instant().nullable(),
    /** When its token ends; by then no request with this id is accepted any more. */
    expiresAt: instant().index(),
  },
});
