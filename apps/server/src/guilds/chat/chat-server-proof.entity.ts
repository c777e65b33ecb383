import { defineEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/**
 * The person who vouched that a chat server belongs to an organization by managing both. The bot is in the servers of
 * many guilds, so the settings alone prove nothing.
 */
export const ChatServerProof = defineEntity({
  name: 'ChatServerProof',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade').unique(),
    serverId: p.text().index(),
    confirmedBy: () => p.manyToOne(User).deleteRule('cascade').index(),
    confirmedAt: instant(),
    /** The last time the platform confirmed that the person manages the server. */
    checkedAt: instant(),
  },
});
