import { AuditAction, type AuditLogInput, type AuditLogView } from '@guildhall/contracts/audit.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import type { Actor } from '../core/actor.ts';
import { instantOf } from '../core/db/sql.ts';
import { json, query, text } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { personOf } from '../people/person-of.ts';
import { organizationAccess } from '../rights/organization.access.ts';
import { abilityFor, authorize } from '../rights/organization.rules.ts';

const ENTRIES = query({
  id: 'uuid',
  action: text(AuditAction.options),
  details: json<Record<string, unknown>>(),
  at: 'instant',
  actorId: 'uuid?',
  actorName: 'text?',
  personId: 'uuid?',
  personName: 'text?',
})`
  select e.id, e.action, e.details, e.at, e.actor_id as "actorId", a.display_name as "actorName",
    e.person_id as "personId", p.display_name as "personName"
  from audit_entry e left join app_user a on a.id = e.actor_id left join app_user p on p.id = e.person_id
  where e.organization_id = $1 and ($2::text is null or e.action = $2)
  order by e.at desc, e.id desc limit $3 offset $4`;

const COUNT = query({ total: 'int' })`
  select count(*)::int as total from audit_entry where organization_id = $1 and ($2::text is null or action = $2)`;

/** Lists what was done to an organization, latest first. For its officers. */
export async function listAuditLog(ctx: AppContext, actor: Actor, input: AuditLogInput): Promise<AuditLogView> {
  const access = await organizationAccess(ctx.sql, actor, input.id);
  authorize(abilityFor(actor, access), 'read', 'OfficerData');
  const { page, pageSize, action = null } = input;
  const about = [access.organizationId, action];
  const [rows, count] = await Promise.all([
    ctx.sql.many(ENTRIES, [...about, pageSize, (page - 1) * pageSize]),
    ctx.sql.one(COUNT, about),
  ]);
  return {
    entries: rows.map(({ id, action, details, at, actorId, actorName, personId, personName }) => ({
      id,
      action,
      actor: personOf(actorId, actorName),
      person: personOf(personId, personName),
      details,
      at: instantOf(at),
    })),
    pagination: paginationOf(page, pageSize, count.total),
  };
}
