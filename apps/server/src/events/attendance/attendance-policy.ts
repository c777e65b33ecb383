import type { Actor } from '../../core/actor.ts';
import { object, query } from '../../core/db/statement.ts';
import { forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { KEPT_POLICIES } from '../../guilds/organizations/record-attendance-policy.ts';
import { organizationAccess } from '../../membership/rights/organization.access.ts';
import { POLICY_VERSIONS } from './attendance-history.ts';

const VERSIONS = query({
  version: 'int',
  validFrom: 'instant?',
  lateWeight: 'int',
  benchedWeight: 'int',
  countDeclined: 'bool',
  tooFewEvents: 'int',
  changedBy: object({ id: 'uuid', displayName: 'text' }).orNull,
})`
  with policy as (${POLICY_VERSIONS})
  select v.version, v.valid_from as "validFrom", v.late_weight as "lateWeight", v.benched_weight as "benchedWeight",
    v.count_declined as "countDeclined", v.too_few_events as "tooFewEvents",
    case when u.id is not null then jsonb_build_object('id', u.id, 'displayName', u.display_name) end as "changedBy"
  from policy v left join person u on u.id = v.changed_by_id order by v.version desc limit ${KEPT_POLICIES}`;

/** The current and earlier attendance policies. For members, because they are measured by them. */
export async function attendancePolicy({ sql }: AppContext, actor: Actor, { id }: { id: string }) {
  const { organizationId, isMember } = await organizationAccess(sql, actor, id);
  if (!isMember && !actor.isAdmin)
    throw forbidden('Only members can see how attendance is counted. Ask for an invite first.');
  const versions = await sql.many(VERSIONS, [organizationId]);
  const [current] = versions;
  if (!current) throw new Error('A policy has a version');
  return { current, versions };
}
