import { defineEntity, p } from '@mikro-orm/core';
import { instant } from '../../core/db/columns.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/** The server on Discord in which an organization posts. `chat_server_proof` says who vouched for it. */
export const DiscordConnection = defineEntity({
  name: 'DiscordConnection',
  properties: {
    organization: () => p.oneToOne(Organization).primary().deleteRule('cascade'),
    serverId: p.text(),
    /** With `bot_removed`, nothing is asked until an officer installs the bot again. */
    state: p.enum(['ok', 'bot_removed']).default('ok'),
    stateSince: instant().defaultRaw('now()'),
    /** When the server was last looked at. */
    lookedAt: instant().defaultRaw('now()'),
    /** The last change of the organization that its posts know of. */
    readSeq: p.bigint('number').default(0),
  },
});
