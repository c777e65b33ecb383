import { AuditAction, type AuditLogInput, type AuditLogView } from '@guildhall/contracts/audit.ts';
import type { Actor } from '../core/actor.ts';
import { readPage } from '../core/db/read-page.ts';
import { json, object, query, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { authorizedAccess } from '../rights/organization.rules.ts';

const ENTRIES = query({
  id: 'uuid',
  action: text(AuditAction.options),
  details: json<Record<string, unknown>>(),
  at: 'instant',
  actor: object({ id: 'uuid', displayName: 'text' }).orNull,
  person: object({ id: 'uuid', displayName: 'text' }).orNull,
})`
  select e.id, e.action, e.details, e.at,
    case when a.id is not null then jsonb_build_object('id', a.id, 'displayName', a.display_name) end as actor,
    case when p.id is not null then jsonb_build_object('id', p.id, 'displayName', p.display_name) end as person
  from audit_entry e left join person a on a.id = e.actor_id left join person p on p.id = e.person_id
  where e.organization_id = $1 and ($2::text is null or e.action = $2)
  order by e.at desc, e.id desc limit $3 offset $4`;

const COUNT = query({ total: 'int' })`
  select count(*)::int as total from audit_entry where organization_id = $1 and ($2::text is null or action = $2)`;

/** Lists what was done to an organization, latest first. For its officers. */
export async function listAuditLog({ sql }: AppContext, actor: Actor, input: AuditLogInput): Promise<AuditLogView> {
  const { organizationId } = await authorizedAccess(sql, actor, input.id, 'read', 'OfficerData');
  const { rows, pagination } = await readPage(sql, ENTRIES, COUNT, [organizationId, input.action ?? null], input);
  return { entries: rows, pagination };
}
