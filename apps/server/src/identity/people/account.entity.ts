import { ProviderId } from '@guildhall/contracts/user.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from './user.entity.ts';

/** An identity at a sign-in provider, linked to one person. Tokens are sealed, see `platform-token.ts`. */
export const Account = defineEntity({
  name: 'Account',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    providerId: p.enum(ProviderId.options),
    accountId: p.text(),
    displayName: p.text().nullable(),
    accessTokenSealed: p.text().nullable(),
    accessTokenExpirySealed: p.text().nullable(),
    /** In plain only as a process of the version before writes it; the nightly clean-up seals it. */
    accessTokenExpiresAt: instant().nullable(),
    refreshTokenSealed: p.text().nullable(),
    /** Until then, one request may be renewing the tokens: a refresh token works once. */
    renewingUntil: instant().nullable(),
    /** Set when the provider refused the token: the person has to sign in there again. */
    needsReauthAt: instant().nullable(),
    /** The permissions that the person gave there; null where the provider did not say. */
    grantedScopes: p.array().nullable(),
    /**
     * Set when the game platform did not let us list the person's characters, and the permissions given are unknown: then
     * it counts as one that they did not give.
     */
    permissionMissingAt: instant().nullable(),
    /** The Last-Modified of the lists of characters, by `region/branch`. */
    listsModified: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    /** Direct messages of the bot do not reach the person. */
    messagesClosedAt: instant().nullable(),
    createdAt: createdAt(),
  },
  indexes: [
    { name: 'account_plain_expiry', properties: ['id'], where: 'access_token_expires_at is not null' },
    {
      name: 'account_by_any_name',
      expression: 'create index "account_by_any_name" on "account" using gin (search_key(display_name) gin_trgm_ops)',
    },
  ],
  uniques: [{ properties: ['providerId', 'accountId'] }, { properties: ['user', 'providerId'] }],
  triggers: [
    {
      // A link or its end is a change of no organization. Roles on chat servers follow it, however it came about.
      name: 'account_moves_roles',
      timing: 'after',
      events: ['insert', 'update', 'delete'],
      body: `
        if tg_op = 'UPDATE' and (old.user_id, old.account_id) is not distinct from (new.user_id, new.account_id)
          or coalesce(new.provider_id, old.provider_id) <> 'discord' then
          return null;
        end if;
        insert into discord_role_due (server_id)
        select g.server_id from discord_role_grant g where g.discord_user_id in (old.account_id, new.account_id)
        union select p.server_id from chat_server_proof p where p.confirmed_by_id in (old.user_id, new.user_id)
        union select r.server_id from current_member m
          join discord_role_rule r on r.organization_id = m.organization_id and r.enabled_at is not null
          where m.user_id = new.user_id;
        return null;`,
    },
  ],
});
