import { paginationOf } from '@guildhall/contracts/page.ts';
import { RosterChange, type RosterHistoryInput } from '@guildhall/contracts/roster.ts';
import { query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { referenceNames } from '../../reference/game-data/names.ts';

const counting = query({ total: 'int' });
const listing = query({
  id: 'uuid',
  kind: text(RosterChange.options),
  before: 'text?',
  after: 'text?',
  at: 'instant',
  memberId: 'uuid',
  name: 'text',
  realmSlug: 'text',
  region: 'text!',
  gameVersion: 'text!',
});

type HistoryQuery = Omit<RosterHistoryInput, 'id'>;

/** The statements of one page. Each filter has a statement text of its own, so that each can use its index. */
export function historyStatements(organizationId: string, { memberId, kind, page, pageSize }: HistoryQuery) {
  const values: unknown[] = [organizationId];
  let which = 'v.organization_id = $1';
  if (memberId) which += ` and v.entry_id = $${values.push(memberId)}`;
  if (kind) which += ` and v.kind = $${values.push(kind)}`;
  return {
    count: { ...counting(`select count(*)::int as total from roster_event v where ${which}`), values },
    page: {
      ...listing(`
        with page as (
          select v.* from roster_event v where ${which}
          order by v.at desc, v.id desc limit $${values.length + 1} offset $${values.length + 2}
        )
        select v.id, v.kind, v.before, v.after, v.at, e.id as "memberId", e.name, e.realm_slug as "realmSlug",
          (select o.region from organization o where o.id = $1) as region,
          (select o.game_version from organization o where o.id = $1) as "gameVersion"
        from page v
        cross join lateral (select m.id, m.name, m.realm_slug from roster_entry m where m.id = v.entry_id limit 1) e
        order by v.at desc, v.id desc`),
      values: [...values, pageSize, (page - 1) * pageSize],
    },
  };
}

/** Lists the changes of a roster, latest first. Callers check access. */
export async function listRosterHistory(ctx: AppContext, organizationId: string, input: HistoryQuery) {
  const { count, page } = historyStatements(organizationId, input);
  const [counted, rows, names] = await Promise.all([
    ctx.sql.one(count, count.values),
    ctx.sql.many(page, page.values),
    referenceNames(ctx),
  ]);
  return {
    changes: rows.map(({ id, kind, before, after, at, memberId, name, realmSlug, ...guild }) => {
      const realm = { slug: realmSlug, name: names.realmName(guild, realmSlug) };
      return { id, kind, member: { id: memberId, name, realm }, before, after, at };
    }),
    pagination: paginationOf(input.page, input.pageSize, counted.total),
  };
}
