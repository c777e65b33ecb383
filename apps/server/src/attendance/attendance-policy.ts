import type { OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { object, query, statement } from '../core/db/statement.ts';
import { forbidden } from '../core/errors.ts';
import type { AppContext } from '../core/services/context.ts';
import { DEFAULT_SETTINGS } from '../rights/effective-settings.ts';
import { organizationAccess } from '../rights/organization.access.ts';
import { POLICY_VERSIONS } from './attendance-history.ts';

/** Shown, and kept even if no event began under them. */
const MOST = 100;

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
  from policy v left join person u on u.id = v.changed_by_id order by v.version desc limit ${MOST}`;

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

const DEFAULTS = DEFAULT_SETTINGS.attendance;

/** Also stores the previous policy as version 1 if this is the first change. */
const RECORD = statement`
  with last as (select coalesce(max(version), 0) as version from attendance_policy where organization_id = $1)
  insert into attendance_policy (organization_id, version, valid_from, late_weight, benched_weight, count_declined,
    too_few_events, changed_by_id)
  select $1, greatest(last.version, 1) + v.number, case v.number when 1 then clock_timestamp() end, v."lateWeight",
    v."benchedWeight", v."countDeclined", v."tooFewEvents", case v.number when 1 then $3::uuid end
  from last, jsonb_to_recordset($2) as v(number int, "lateWeight" int, "benchedWeight" int, "countDeclined" boolean,
    "tooFewEvents" int)
  where v.number = 1 or last.version = 0`;

/** Removes versions under which no event began, because nothing was counted by them; the first and the newest stay. */
const FORGET_UNUSED = statement`
  delete from attendance_policy p using (
    select id, valid_from, lead(valid_from) over (order by version) as valid_to, row_number() over (order by version desc) as place
    from attendance_policy where organization_id = $1) o
  where o.id = p.id and p.version > 1 and o.place > ${MOST} and not exists (
    select from event e where e.organization_id = $1 and e.starts_at >= o.valid_from and e.starts_at < o.valid_to)`;

/** Applies a changed policy to events that begin from now on. Requires the organization's lock. */
export async function recordPolicy(
  sql: Sql,
  organizationId: string,
  actorId: string,
  settings: { before: OrganizationSettings; after: OrganizationSettings },
): Promise<void> {
  const before = { ...DEFAULTS, ...settings.before.attendance };
  const after = { ...DEFAULTS, ...settings.after.attendance };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const versions = [
    { ...before, number: 0 },
    { ...after, number: 1 },
  ];
  await sql.run(RECORD, [organizationId, JSON.stringify(versions), actorId]);
  await sql.run(FORGET_UNUSED, [organizationId]);
}
