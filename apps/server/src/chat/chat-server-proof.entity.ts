import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, instant } from '../core/db/columns.ts';
import { User } from '../people/user.entity.ts';
import { Organization } from '../rights/organization.entity.ts';

/**
 * Who vouched that a chat server belongs to an organization: somebody who manages both. The bot is in the servers of many
 * guilds, so what the settings say is a wish until then.
 */
export const ChatServerProof = defineEntity({
  name: 'ChatServerProof',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade').unique(),
    serverId: p.text(),
    confirmedBy: () => p.manyToOne(User).deleteRule('cascade').index(),
    confirmedAt: instant(),
    /** When the platform last said that the person manages the server. */
    checkedAt: instant(),
  },
});
export type ChatServerProof = InferEntity<typeof ChatServerProof>;
