import { ActScope, type ServicesView, type ServiceTokenView, type ServiceView } from '@guildhall/contracts/service.ts';
import { WebhookPermission } from '@guildhall/contracts/webhook.ts';
import type { Actor } from '../../core/actor.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, jsonInstant, query, texts } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { authorizedAccess } from '../rights/organization.access.ts';

const VIEW = `
  select a.id, a.name, a.permissions, a.act_scopes as "actScopes", a.created_at as "createdAt",
    (select count(*)::int from act_consent c where c.service_id = a.id) as consents,
    (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'shownTo',
        jsonb_build_object('id', u.id, 'displayName', u.display_name),
        'state', case when t.expires_at <= now() then 'expired'
          when exists (select from held_role h where h.organization_id = a.organization_id and h.user_id = t.shown_to_id
            and 'canManageGuild' = any(h.permissions)) then 'active' else 'suspended' end,
        'createdAt', ${jsonInstant('t.created_at')},
        'expiresAt', ${jsonInstant('t.expires_at')}, 'lastUsedAt', ${jsonInstant('t.last_used_at')}) order by t.id), '[]')
      from service_token t join person u on u.id = t.shown_to_id where t.service_id = a.id) as tokens
  from service_account a `;
const Row = columns({
  id: 'uuid',
  name: 'text',
  permissions: texts(WebhookPermission.options),
  actScopes: texts(ActScope.options),
  consents: 'int',
  tokens: json<ServiceTokenView[]>(),
  createdAt: 'instant',
});
const LIST = query(Row)`${VIEW} where a.organization_id = $1 order by ${byName('a.name')}`;
const ONE = query(Row)`${VIEW} where a.id = $1`;

/** The services of an organization, for people who manage it. */
export async function listServices({ sql }: AppContext, actor: Actor, ref: string): Promise<ServicesView> {
  const { organizationId } = await authorizedAccess(sql, actor, ref, 'update', 'Organization');
  return { services: await sql.many(LIST, [organizationId]) };
}

export async function findService(sql: Sql, id: string): Promise<ServiceView> {
  const row = await sql.maybe(ONE, [id]);
  if (!row) throw noSuchService();
  return row;
}

export const noSuchService = () => notFound('service_not_found', 'There is no such service.');
