import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';

/**
 * A person's one live invite to the chat server of an organization. The row is claimed while the invite is being
 * created, so that of two simultaneous requests one creates it and the other waits.
 */
export const ChatInvite = defineEntity({
  name: 'ChatInvite',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    organization: () => p.manyToOne(Organization).deleteRule('cascade').index(),
    /** The server and channel it leads to; when the settings change, it is replaced. */
    target: p.text(),
    /** Encrypted rather than hashed, because it has to be shown again; any holder of it can join. */
    codeSealed: p.text().nullable(),
    expiresAt: instant().nullable(),
    claimId: p.uuid().nullable(),
    claimedUntil: instant().nullable(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'chat_invite_one_live', properties: ['user', 'organization'] }],
});
