import { ProviderId } from '@guildhall/contracts/user.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, instant } from '../../core/db/columns.ts';

/**
 * A sign-in, link or installation that was started at a provider: single-use, short-lived, bound to the browser that
 * started it.
 */
export const OAuthState = defineEntity({
  name: 'OAuthState',
  tableName: 'oauth_state',
  properties: {
    stateHash: p.text().primary(),
    browserHash: p.text(),
    providerId: p.enum(ProviderId.options),
    /** The user the identity will be linked to; null for a sign-in. */
    linkToUserId: p.uuid().nullable(),
    /** Started from an old sign-in: it may confirm an identity that is linked already, but links no new one. */
    renewOnly: p.boolean().default(false),
    /** The organization whose chat server is being connected, in place of a sign-in. */
    installsForId: p.uuid().nullable(),
    callbackUrl: p.text(),
    expiresAt: instant().index(),
    createdAt: createdAt(),
  },
});
