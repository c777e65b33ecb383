import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../core/db/columns.ts';
import { User } from '../people/user.entity.ts';
import { Organization } from '../rights/organization.entity.ts';

/**
 * The one live invite of a person to the chat server of an organization. While it is being made the row is claimed, so
 * that of two requests at once one makes it and the other waits.
 */
export const ChatInvite = defineEntity({
  name: 'ChatInvite',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    organization: () => p.manyToOne(Organization).deleteRule('cascade').index(),
    /** Server and channel it leads to: after a change of the settings it is replaced. */
    target: p.text(),
    /** Sealed, because it has to be sent again; whoever has it can join. */
    codeSealed: p.text().nullable(),
    expiresAt: instant().nullable(),
    claimId: p.uuid().nullable(),
    claimedUntil: instant().nullable(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'chat_invite_one_live', properties: ['user', 'organization'] }],
});
export type ChatInvite = InferEntity<typeof ChatInvite>;
