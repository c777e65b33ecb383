import type { OrganizationListInput, OrganizationListView } from '@guildhall/contracts/manage-organization.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { CURRENT_LOGO } from '../images/logo.ts';
import { referenceNames } from '../reference/names.ts';
import { accessToMine } from '../rights/organization.access.ts';
import { abilityFor } from '../rights/organization.rules.ts';
import { IS_OPEN } from '../rights/visibility.ts';
import { ListRow, presentListItem } from './organization.presenter.ts';
import { MEMBER_COUNT } from './organization.queries.ts';

/** `$1` type, `$2` whether all, `$3` the caller's own, `$4` whether archived too, `$5` those the caller manages. */
const VISIBLE = `
  from organization o where ($1::text is null or o.type = $1) and (
    o.archived_at is null and ($2 or ${IS_OPEN} or o.id = any($3))
    or o.archived_at is not null and $4 and ($2 or o.id = any($5)))`;

const LIST = query(ListRow)`
  select o.id, o.name, o.alias, o.type, o.source, o.archived_at as "archivedAt", o.region, o.game_version as "gameVersion",
    o.realm_slug as "realmSlug", o.faction, o.emblem_data as "emblemData", o.synced_logo_url as "logoUrl",
    ${CURRENT_LOGO} as "currentLogoUrl",
    ${MEMBER_COUNT} as "memberCount", o.id = any($3) as "isMember", o.created_at as "createdAt"
  ${VISIBLE} order by lower(o.name), o.id limit $6 offset $7`;

const COUNT = query({ total: 'int' })`select count(*)::int as total ${VISIBLE}`;

/** Lists public organizations and the caller's own, by name; administrators see all. */
export async function listOrganizations(
  ctx: AppContext,
  actor: Actor,
  { type, includeArchived, page, pageSize }: OrganizationListInput,
): Promise<OrganizationListView> {
  const mine = await accessToMine(ctx.sql, actor.userId);
  const members = mine.filter(({ isMember }) => isMember);
  const managed = members.filter((access) => abilityFor(actor, access).can('delete', 'Organization'));
  const ids = (accesses: typeof mine) => accesses.map(({ organizationId }) => organizationId);
  const visible = [type ?? null, actor.isAdmin, ids(members), includeArchived, ids(managed)];
  const [rows, count, names] = await Promise.all([
    ctx.sql.many(LIST, [...visible, pageSize, (page - 1) * pageSize]),
    ctx.sql.one(COUNT, visible),
    referenceNames(ctx),
  ]);
  return {
    organizations: rows.map((row) => presentListItem(row, names, ctx.pictureUrl)),
    pagination: paginationOf(page, pageSize, count.total),
  };
}
