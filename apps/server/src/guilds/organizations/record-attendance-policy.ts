import type { OrganizationSettings } from '@guildhall/contracts/organization-settings.ts';
import type { Sql } from '../../core/db/sql.ts';
import { statement } from '../../core/db/statement.ts';
import { DEFAULT_SETTINGS } from '../../membership/rights/organization.access.ts';

/** The newest versions of a policy, kept even if no event began under them. */
export const KEPT_POLICIES = 100;

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
  where o.id = p.id and p.version > 1 and o.place > ${KEPT_POLICIES} and not exists (
    select from event e where e.organization_id = $1 and e.starts_at >= o.valid_from and e.starts_at < o.valid_to)`;

/** Applies a changed policy to events that begin from now on. Requires the organization's lock. */
export async function recordAttendancePolicy(
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
