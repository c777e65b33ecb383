import { paginationOf } from '@guildhall/contracts/page.ts';
import type { RosterHistoryInput, RosterHistoryView } from '@guildhall/contracts/roster.ts';
import type { AppContext } from '../core/context.ts';
import { referenceNames } from '../reference/names.ts';
import { presentRosterEvent, type RosterEventRow } from './roster.presenter.ts';

const SCOPE = 'where v.organization_id = $1 and ($2::uuid is null or v.entry_id = $2)';

const COUNT = `select count(*)::int as total from roster_event v ${SCOPE}`;

const PAGE = `
  select v.id, v.kind, v.before, v.after, v.at, e.id as "memberId", e.name, e.realm_slug as "realmSlug", o.region
  from roster_event v
  join roster_entry e on e.id = v.entry_id
  join organization o on o.id = v.organization_id
  ${SCOPE} order by v.at desc, v.id desc limit $3 offset $4`;

/** What happened in a roster, the latest first. The caller's right to see it is the caller's business. */
export async function listRosterHistory(
  ctx: AppContext,
  organizationId: string,
  { memberId, page, pageSize }: Omit<RosterHistoryInput, 'id'>,
): Promise<RosterHistoryView> {
  const scope = [organizationId, memberId ?? null];
  const [counted, rows, names] = await Promise.all([
    ctx.sql<{ total: number }>(COUNT, scope),
    ctx.sql<RosterEventRow>(PAGE, [...scope, pageSize, (page - 1) * pageSize]),
    referenceNames(ctx),
  ]);
  return {
    events: rows.map((row) => presentRosterEvent(row, names)),
    pagination: paginationOf(page, pageSize, counted[0]?.total ?? 0),
  };
}
