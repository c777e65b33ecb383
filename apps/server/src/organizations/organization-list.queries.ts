import type { OrganizationListInput, OrganizationListView } from '@guildhall/contracts/manage-organization.ts';
import type { Actor } from '../core/actor.ts';
import { readPage } from '../core/db/read-page.ts';
import { query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { referenceNames } from '../reference/names.ts';
import { accessToMine, IS_OPEN } from '../rights/organization.access.ts';
import { abilityFor } from '../rights/organization.rules.ts';
import { ORGANIZATION_COLUMNS, OrganizationRow, presentOrganization } from './organization.presenter.ts';

/** `$1` type, `$2` whether all, `$3` the caller's own, `$4` whether archived too, `$5` those the caller manages. */
const VISIBLE = `
  from organization o where ($1::text is null or o.type = $1) and (
    o.archived_at is null and ($2 or ${IS_OPEN} or o.id = any($3))
    or o.archived_at is not null and $4 and ($2 or o.id = any($5)))`;

const LIST = query({ ...OrganizationRow, isMember: 'bool' })`
  select ${ORGANIZATION_COLUMNS}, o.id = any($3) as "isMember"
  ${VISIBLE} order by lower(o.name), o.id limit $6 offset $7`;

const COUNT = query({ total: 'int' })`select count(*)::int as total ${VISIBLE}`;

/** Lists public organizations and the caller's own, by name; administrators see all. */
export async function listOrganizations(
  ctx: AppContext,
  actor: Actor,
  input: OrganizationListInput,
): Promise<OrganizationListView> {
  const mine = await accessToMine(ctx.sql, actor.userId);
  const members = mine.filter(({ isMember }) => isMember);
  const managed = members.filter((access) => abilityFor(actor, access).can('delete', 'Organization'));
  const ids = (accesses: typeof mine) => accesses.map(({ organizationId }) => organizationId);
  const visible = [input.type ?? null, actor.isAdmin, ids(members), input.includeArchived, ids(managed)];
  const [{ rows, pagination }, names] = await Promise.all([
    readPage(ctx.sql, LIST, COUNT, visible, input),
    referenceNames(ctx),
  ]);
  return { organizations: rows.map((row) => presentOrganization(row, names, ctx.pictureUrl)), pagination };
}
