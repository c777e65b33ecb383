/** Finds out which service calls, and for whom: with the rights of this moment, read in one statement. */

import { ActScope } from '@guildhall/contracts/service.ts';
import { WebhookPermission } from '@guildhall/contracts/webhook.ts';
import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import { now } from '../../core/db/columns.ts';
import { query, type RowOf, texts } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import { hashToken } from '../../core/secrets.ts';
import type { AppContext } from '../../core/services/context.ts';
import { notifyHolders } from '../notifications/notify.ts';
import { FOUNDER } from '../rights/organization.access.ts';
import { writeAudit } from '../rights/write-audit.ts';
import { ServiceToken } from './service-token.entity.ts';

const TOKEN = query({
  tokenId: 'uuid',
  suspendedAt: 'instant?',
  createdAt: 'instant',
  id: 'uuid',
  name: 'text',
  organizationId: 'uuid',
  founderId: 'uuid?',
  actScopes: texts(ActScope.options),
  isStale: 'bool',
  carried: 'bool',
  permissions: texts(WebhookPermission.options),
})`
  select t.id as "tokenId", t.suspended_at as "suspendedAt", t.created_at as "createdAt", a.id, a.name,
    a.organization_id as "organizationId", ${FOUNDER} as "founderId", a.act_scopes as "actScopes",
    coalesce(t.last_used_at < now() - interval '1 minute', true) as "isStale",
    coalesce('canManageGuild' = any(held.permissions), false) as carried,
    array(select unnest(a.permissions) intersect select unnest(held.permissions)) as permissions
  from service_token t join service_account a on a.id = t.service_id
  join organization o on o.id = a.organization_id and o.archived_at is null
  cross join lateral (
    select array_agg(distinct permission) as permissions from held_role h cross join unnest(h.permissions) permission
    where h.organization_id = a.organization_id and h.user_id = t.shown_to_id) held
  where t.token_hash = $1 and t.expires_at > now()`;

type Row = RowOf<typeof TOKEN>;

/** `actFor` is the header. Null for a token that is unknown, expired or suspended; throws FORBIDDEN for a member who did not agree. */
export async function authenticateService(
  ctx: Pick<AppContext, 'sql' | 'transact' | 'log'>,
  token: string,
  actFor: string | undefined,
): Promise<Actor | null> {
  const row = await ctx.sql.maybe(TOKEN, [hashToken(token)]);
  if (!row) return null;
  if (!row.carried) {
    if (row.suspendedAt === null) await suspend(ctx, row);
    return null;
  }
  if (row.isStale) noteUse(ctx, row).catch((err) => ctx.log.warn({ err }, 'service activity'));
  const { id, name, organizationId, founderId, permissions } = row;
  const caller = {
    isAdmin: false,
    sessionId: `service:${id}`,
    signedInAt: new Date(row.createdAt),
    botScope: 'write',
  } as const;
  const service = { id, name, organizationId, founderId };
  if (actFor === undefined) return { ...caller, userId: id, displayName: name, service: { ...service, permissions } };
  const member = await memberFor(ctx, row, actFor);
  return {
    ...caller,
    userId: member.id,
    displayName: member.displayName,
    service: { ...service, scopes: member.scopes },
  };
}

const MEMBER = query({ id: 'uuid', displayName: 'text', scopes: texts(ActScope.options) })`
  select u.id, u.display_name as "displayName", c.scopes from act_consent c join person u on u.id = c.user_id
  where c.service_id = $1
    and case $2 when 'user' then u.id::text = $3
      else exists (select from account x where x.user_id = u.id and x.provider_id = 'discord' and x.account_id = $3) end
    and exists (select from current_member m where m.organization_id = $4 and m.user_id = u.id)`;
const ACT_FOR = /^(user|discord):([0-9a-f-]{1,40})$/;

type Member = RowOf<typeof MEMBER>;

/** A caller does not learn who exists or has linked what: every failure is the same. */
async function memberFor({ sql }: Pick<AppContext, 'sql'>, service: Row, actFor: string): Promise<Member> {
  const [, kind, id] = ACT_FOR.exec(actFor.toLowerCase()) ?? [];
  const [member] = kind ? await sql.many(MEMBER, [service.id, kind, id, service.organizationId]) : [];
  if (!member) throw notAgreed();
  return { ...member, scopes: member.scopes.filter((scope) => service.actScopes.includes(scope)) };
}

const notAgreed = () => forbidden('This member has not agreed that the service acts for them.', 'acting_not_agreed');

/** Tells the people who can mend it, once. */
const noteUse = ({ transact }: Pick<AppContext, 'transact'>, { tokenId }: Row) =>
  transact(({ em }) => em.nativeUpdate(ServiceToken, tokenId, { lastUsedAt: now(), suspendedAt: null }));

async function suspend({ transact }: Pick<AppContext, 'transact'>, { tokenId, organizationId, name }: Row) {
  await transact(async (tx) => {
    const token = await tx.em.findOne(ServiceToken, tokenId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!token || token.suspendedAt !== null) return;
    token.suspendedAt = now();
    await writeAudit(tx, organizationId, null, 'service_stopped', { name });
    const details = { title: name };
    await notifyHolders(tx, 'canManageGuild', { kind: 'integration_stopped', organizationId, details });
  });
}
