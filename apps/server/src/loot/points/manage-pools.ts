import {
  type CreatePointPoolInput,
  MAX_POOLS,
  type PointPoolView,
  type UpdatePointPoolInput,
} from '@guildhall/contracts/points.ts';
import type { Actor } from '../../core/actor.ts';
import { createCap } from '../../core/db/cap.ts';
import { now } from '../../core/db/columns.ts';
import { conflict } from '../../core/errors.ts';
import { given } from '../../core/given.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lacksPermission, lockedAccess, refuseArchived } from '../../membership/rights/organization.access.ts';
import { refuseUnknownTeam } from '../../raiders/team.access.ts';
import { decayWhatIsDue, skipPast, todayAt, zeroSumKeeps } from './decay-points.ts';
import { lockPool, managesPoints, otherKind, publishPoints } from './point.access.ts';
import { PointPool } from './point-pool.entity.ts';
import { getPool } from './points.queries.ts';

const refuseTooMany = createCap({
  of: 'point_pool where organization_id = $1',
  most: MAX_POOLS,
  reason: 'too_many_point_pools',
  message: `An organization has at most ${MAX_POOLS} pools of points, archived ones included. Restore and rename one.`,
});

/** Throws NOT_FOUND, FORBIDDEN and CONFLICT. */
export function createPool(ctx: AppContext, actor: Actor, input: CreatePointPoolInput): Promise<PointPoolView> {
  return ctx.transact(async (tx) => {
    const { sql, em } = tx;
    const access = await lockedAccess(sql, actor, input.id);
    const { organizationId } = access;
    const { name, kind, teamId = null, decimals = 0, decay = null, attendance = null } = input;
    if (!managesPoints(actor, access, teamId)) throw lacksPermission('canManageLoot');
    refuseArchived(access);
    if (teamId !== null) await refuseUnknownTeam(sql, organizationId, teamId);
    await refuseTooMany(sql, organizationId);
    refuseGp({ kind }, input);
    const unit = 10 ** decimals;
    const pool = em.create(PointPool, {
      organization: organizationId,
      team: teamId,
      name,
      kind,
      decimals,
      baseGp: kind === 'epgp' ? (input.baseGp ?? 100 * unit) : null,
      minEp: kind === 'epgp' ? (input.minEp ?? 0) : null,
      ...attendanceOf(attendance),
    });
    await em.flush();
    await setDecay(tx, pool, decay);
    await em.flush();
    publishPoints(tx, pool);
    return getPool(sql, actor, pool.id);
  });
}

/** Days of decay that have passed come first, as they were set until now. Throws NOT_FOUND, FORBIDDEN and CONFLICT. */
export function updatePool(ctx: AppContext, actor: Actor, input: UpdatePointPoolInput): Promise<PointPoolView> {
  return ctx.transact(async (tx) => {
    const { name, baseGp, minEp, decay, attendance, archived } = input;
    const pool = await lockPool(tx, actor, input.id, { archived: true });
    refuseGp(pool, input);
    if (pool.archivedAt === null) await decayWhatIsDue(tx, pool);
    tx.em.assign(pool, given({ name, baseGp, minEp }));
    if (attendance !== undefined) tx.em.assign(pool, attendanceOf(attendance));
    if (archived !== undefined && archived !== (pool.archivedAt !== null)) {
      pool.archivedAt = archived ? now() : null;
      if (!archived && decay === undefined) await skipPast(tx, pool);
    }
    if (decay !== undefined) await setDecay(tx, pool, decay);
    await tx.em.flush();
    publishPoints(tx, pool);
    return getPool(tx.sql, actor, pool.id);
  });
}

function refuseGp(
  { kind }: Pick<PointPool, 'kind'>,
  { baseGp, minEp }: Pick<UpdatePointPoolInput, 'baseGp' | 'minEp'>,
) {
  if (kind !== 'epgp' && (baseGp !== undefined || minEp !== undefined)) {
    throw otherKind('Only a pool of EPGP has a base of GP and a minimum of EP. Leave them out.');
  }
}

const attendanceOf = (attendance: CreatePointPoolInput['attendance']) => ({
  weeklyRaids: attendance?.raidsAWeek ?? null,
  attendanceWeeks: attendance?.weeks ?? null,
});

async function setDecay(tx: UnitOfWork, pool: PointPool, decay: PointPoolView['decay']): Promise<void> {
  if (decay && pool.kind === 'zero_sum') throw zeroSumKeeps();
  if (decay && decay.nextOn < (await todayAt(tx, pool))) {
    throw conflict('point_decay_past', 'The next day of decay has passed. Choose today or a later day.');
  }
  tx.em.assign(pool, {
    decayHundredths: decay ? Math.round(decay.percent * 100) : null,
    decayEveryDays: decay?.everyDays ?? null,
    decayNextOn: decay?.nextOn ?? null,
    decayNegatives: decay?.negatives ?? true,
  });
}
