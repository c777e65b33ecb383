/** A pool of points, and what a caller may do with it. NOT_FOUND for those who may not see it. */
import { PointKind } from '@guildhall/contracts/points.ts';
import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import { createCap } from '../../core/db/cap.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, object, query, type RowOf, text } from '../../core/db/statement.ts';
import { conflict, notFound } from '../../core/errors.ts';
import type { Changing, UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import {
  abilityFor,
  isLead,
  lacksPermission,
  logManaged,
  type OrganizationAccess,
  organizationAccess,
  refuseArchived,
} from '../../membership/rights/organization.access.ts';
import { PointPool } from './point-pool.entity.ts';

export const PoolRow = columns({
  id: 'uuid',
  organizationId: 'uuid',
  name: 'text',
  kind: text(PointKind.options),
  team: object({ id: 'uuid', name: 'text', color: 'text?' }).orNull,
  decimals: 'int',
  baseGp: 'float?',
  minEp: 'float?',
  decayHundredths: 'int?',
  decayEveryDays: 'int?',
  decayNextOn: 'date?',
  decayNegatives: 'bool',
  weeklyRaids: 'int?',
  attendanceWeeks: 'int?',
  archived: 'bool',
});
export type PoolRow = RowOf<typeof PoolRow>;

export const POOL = `
  select p.id, p.organization_id as "organizationId", p.name, p.kind, p.decimals, p.base_gp::float8 as "baseGp",
    p.min_ep::float8 as "minEp", p.decay_hundredths as "decayHundredths", p.decay_every_days as "decayEveryDays",
    p.decay_next_on as "decayNextOn", p.decay_negatives as "decayNegatives", p.weekly_raids as "weeklyRaids",
    p.attendance_weeks as "attendanceWeeks", p.archived_at is not null as archived,
    case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name, 'color', t.color) end as team
  from point_pool p left join team t on t.id = p.team_id`;
const BY_ID = query(PoolRow)`${POOL} where p.id = $1`;

export const noPool = () => notFound('point_pool_not_found', 'There is no such pool of points.');
export const noEntry = () => notFound('point_entry_not_found', 'There is no such entry.');

export type SeenPool = { pool: PoolRow; access: OrganizationAccess; mayManage: boolean };

/** People with canManageLoot, and the leads of the team that a pool is for. */
export const managesPoints = (actor: Actor, access: OrganizationAccess, teamId: string | null): boolean =>
  abilityFor(actor, access).can('update', 'Loot') || (teamId !== null && isLead(access, teamId));

/** Throws NOT_FOUND, and FORBIDDEN for a member who may see neither the roster nor this pool. */
export async function seenPool(sql: Sql, actor: Actor, id: string, missing = noPool): Promise<SeenPool> {
  const pool = await sql.maybe(BY_ID, [id]);
  if (!pool) throw missing();
  const access = await organizationAccess(sql, actor, pool.organizationId, missing);
  const mayManage = managesPoints(actor, access, pool.team?.id ?? null);
  if (!mayManage && abilityFor(actor, access).cannot('read', 'Roster')) throw lacksPermission('canViewRoster');
  return { pool, access, mayManage };
}

/** Loads and locks the pool: until the transaction ends no other one books in it. Throws FORBIDDEN and CONFLICT too. */
export async function lockPool(tx: UnitOfWork, actor: Actor, id: string, { archived = false, missing = noPool } = {}) {
  const { access, mayManage } = await seenPool(tx.sql, actor, id, missing);
  if (!mayManage) throw lacksPermission('canManageLoot');
  refuseArchived(access);
  await logManaged(tx.sql, actor, access);
  const pool = await tx.em.findOne(PointPool, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!pool) throw missing();
  if (pool.archivedAt && !archived) {
    throw conflict('point_pool_archived', 'This pool is archived. Restore it before you book in it.');
  }
  return pool;
}

/** Announces it to members who may see the roster. */
export function publishPoints({ changed }: Pick<Changing, 'changed'>, pool: PointPool): void {
  changed({
    type: 'points.changed',
    organizationId: pool.organization.id,
    subjectId: pool.id,
    audience: 'roster',
  });
}

export const otherKind = (message: string) => conflict('point_pool_kind', message);

export const refuseTooManyEntries = createCap({
  of: 'point_entry where pool_id = $1',
  most: 200_000,
  reason: 'too_many_point_entries',
  message: 'The pool has 200,000 entries, as many as it can keep. Archive it, and begin another one.',
});
