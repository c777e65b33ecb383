/** A caller's relation to one organization, looked up in one statement by id or alias. */
import { OrganizationSource, Permission } from '@guildhall/contracts/organization.ts';
import type { Reader } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { columns, query, type RowOf, text, texts } from '../core/db/statement.ts';
import { conflict, notFound } from '../core/errors.ts';

/** The person whose rights are looked up: the caller, or somebody the caller refers to. */
export type RightsHolder = Pick<Reader, 'userId' | 'isAdmin' | 'service'>;

export const OrganizationAccess = columns({
  organizationId: 'uuid',
  source: text(OrganizationSource.options),
  archived: 'bool',
  membersOnly: 'bool',
  isMember: 'bool',
  isFounder: 'bool',
  permissions: texts(Permission.options),
});
export type OrganizationAccess = RowOf<typeof OrganizationAccess>;

/** Needs an organization `o` in scope: whether outsiders may see it, which is the default. */
export const IS_OPEN = `coalesce(o.settings ->> 'visibility', 'public') <> 'members'`;

/** `$2` is the person who asks. */
export const ORGANIZATION_ACCESS = `
  with held as (
    select r.organization_id, bool_or(r.is_founder) as founder, array_agg(distinct p) filter (where p is not null) as permissions
    from held_role r left join lateral unnest(r.permissions) p on true where r.user_id = $2 group by 1)
  select o.id as "organizationId", o.source, o.archived_at is not null as archived,
    not ${IS_OPEN} as "membersOnly",
    exists (select from current_member m where m.organization_id = o.id and m.user_id = $2) as "isMember",
    coalesce(held.founder, false) as "isFounder", coalesce(held.permissions, '{}') as permissions
  from organization o left join held on held.organization_id = o.id
  where `;

const BY_ID = query(OrganizationAccess)`${ORGANIZATION_ACCESS} o.id = $1`;
/** A former alias still leads there, until another organization takes it. */
const BY_ALIAS = query(OrganizationAccess)`${ORGANIZATION_ACCESS} o.id = coalesce(
  (select id from organization where alias = $1), (select organization_id from former_alias where alias = $1))`;
const MINE = query(OrganizationAccess)`${ORGANIZATION_ACCESS} o.id in (
  select m.organization_id from membership m where m.user_id = $1 and m.left_at is null)`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Anything else cannot exist; PostgreSQL would even reject some of it. */
const ALIAS = /^[a-z0-9-]+$/;

/** Throws NOT_FOUND for a missing organization, and for an archived or members-only one the caller may not see. */
export async function organizationAccess(sql: Sql, actor: RightsHolder, ref: string): Promise<OrganizationAccess> {
  const name = ref.toLowerCase();
  const found = UUID.test(name) ? BY_ID : ALIAS.test(name) ? BY_ALIAS : undefined;
  const row = found && (await sql.maybe(found, [name, actor.userId]));
  const access = row && accessOf(row, actor);
  if (!access || isHidden(access, actor)) throw noSuchOrganization();
  return access;
}

/** A service that calls for itself is a member of its organization, with permissions of its own. */
export function accessOf(row: OrganizationAccess, { service }: RightsHolder): OrganizationAccess {
  if (!service?.permissions || row.organizationId !== service.organizationId) return row;
  return { ...row, isMember: true, permissions: service.permissions };
}

/** Whether the caller may not know of it. Beyond its own organization, a service finds none. */
export const isHidden = (access: OrganizationAccess, actor: RightsHolder) =>
  isClosed(access, actor) || (actor.service !== undefined && actor.service.organizationId !== access.organizationId);

const isClosed = ({ archived, membersOnly, isMember }: OrganizationAccess, actor: RightsHolder) =>
  (archived || membersOnly) && !actor.isAdmin && !isMember;

/** A person's relation to an organization, whether or not they may see it. */
export const accessOfPerson = (sql: Sql, userId: string, organizationId: string): Promise<OrganizationAccess | null> =>
  sql.maybe(BY_ID, [organizationId, userId]);

/** A person's relation to each organization they belong to. */
export function accessToMine(sql: Sql, userId: string): Promise<OrganizationAccess[]> {
  return sql.many(MINE, [userId, userId]);
}

/** Throws CONFLICT, because an archived organization cannot be changed. */
export function refuseArchived({ archived }: OrganizationAccess): void {
  if (archived) throw conflict('organization_archived', 'This organization is archived. Restore it first.');
}

/** Throws CONFLICT, because the game determines members and names of its guilds. */
export function refuseSynced({ source }: OrganizationAccess, message: string): void {
  if (source === 'synced') throw conflict('guild_is_synced', message);
}

export const noSuchOrganization = () => notFound('organization_not_found', 'There is no such organization.');
