/** Takes a part of all points away: once on each day that is due, and on other days as officers want it. */
import type { BookedView, DecayPointsInput } from '@guildhall/contracts/points.ts';
import { LockMode } from '@mikro-orm/core';
import { Temporal } from 'temporal-polyfill';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { AppError, conflict } from '../../core/errors.ts';
import type { JobRun } from '../../core/jobs/job.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { guildTimeZone } from '../../events/event/event-times.ts';
import { lockPool, otherKind, publishPoints, refuseTooManyEntries } from './point.access.ts';
import { PointPool } from './point-pool.entity.ts';
import { decayed, decayedGp, gpOf } from './point-rules.ts';
import { heldBalances, writeEntries } from './write-entries.ts';

/** By the day of the easternmost time zone: each pool is then compared with the day of its own. */
const DUE = query({ id: 'uuid', rests: 'bool!' })`
  select p.id, o.archived_at is not null as rests from point_pool p join organization o on o.id = p.organization_id
  where p.archived_at is null and p.decay_next_on <= (now() at time zone 'UTC' + interval '14 hours')::date
  order by p.decay_next_on, p.id`;

/** The job: a transaction for each period, so that a run that is killed goes on where it was. */
export async function decayDuePools(ctx: AppContext, _payload: object, { signal }: Pick<JobRun, 'signal'>) {
  for (const { id, rests } of await ctx.sql.many(DUE)) {
    let again = true;
    while (again) {
      signal.throwIfAborted();
      again = await ctx.transact(async (tx) => {
        const pool = await tx.em.findOne(PointPool, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
        if (!pool || pool.archivedAt) return false;
        if (!rests) return decayPeriod(tx, pool);
        await skipPast(tx, pool);
        return false;
      });
    }
  }
}

/** An archived pool makes up for nothing: the days that have passed go, and those to come stay in step. */
export async function skipPast(tx: UnitOfWork, pool: PointPool): Promise<void> {
  const { decayEveryDays: days, decayNextOn: next } = pool;
  if (!days || !next) return;
  const passed = Temporal.PlainDate.from(next).until(await todayAt(tx, pool)).days;
  if (passed <= 0) return;
  const ahead = Math.ceil(passed / days) * days;
  pool.decayNextOn = Temporal.PlainDate.from(next).add({ days: ahead }).toString();
}

/** Decays what is due of a locked pool, one period after the other. */
export async function decayWhatIsDue(tx: UnitOfWork, pool: PointPool): Promise<void> {
  while (await decayPeriod(tx, pool));
}

/** The earliest period of a locked pool that is due. False if none is. */
async function decayPeriod(tx: UnitOfWork, pool: PointPool): Promise<boolean> {
  const { decayNextOn: on, decayEveryDays: days, decayHundredths: hundredths } = pool;
  if (!on || !days || !hundredths || on > (await todayAt(tx, pool))) return false;
  try {
    await decayOn(tx, pool, { on, hundredths, byId: null });
  } catch (error) {
    // A full pool rests: the others go on, and officers can archive it.
    if (error instanceof AppError && error.reason === 'too_many_point_entries') return false;
    throw error;
  }
  pool.decayNextOn = Temporal.PlainDate.from(on).add({ days }).toString();
  await tx.em.flush();
  return true;
}

/** The day in the time zone of the organization. */
export async function todayAt({ sql }: UnitOfWork, pool: PointPool): Promise<string> {
  const zone = await guildTimeZone(sql, pool.organization.id);
  return Temporal.Now.plainDateISO(zone).toString();
}

const MARK = statement`
  insert into point_decay (pool_id, on_date, hundredths) values ($1, $2, $3) on conflict do nothing`;

type Decay = { on: string; hundredths: number; byId: string | null };

/** Null if the pool has decayed on that day. Throws CONFLICT, before it writes, for a full pool. */
async function decayOn(tx: UnitOfWork, pool: PointPool, { on, hundredths, byId }: Decay): Promise<BookedView | null> {
  const { sql } = tx;
  const { baseGp: base, decayNegatives: negatives } = pool;
  const entries = (await heldBalances(sql, pool.id)).map(({ raiderId, points, gp }) => ({
    raiderId,
    type: 'decay' as const,
    points: decayed(points, hundredths, negatives) - points,
    gp: base ? decayedGp(gpOf(gp, base), hundredths, base, negatives) - gpOf(gp, base) : 0,
  }));
  await refuseTooManyEntries(sql, pool.id, entries.length);
  if ((await sql.run(MARK, [pool.id, on, hundredths])) === 0) return null;
  const bookingId = uuidv7();
  const booking = { poolId: pool.id, bookingId, reason: `−${hundredths / 100} %`, byId, decayedOn: on };
  const raiders = await writeEntries(sql, booking, entries);
  publishPoints(tx, pool);
  return { bookingId, raiders };
}

/** Today, by hand. Throws NOT_FOUND, FORBIDDEN, and CONFLICT for the second time on one day. */
export async function decayPool(ctx: AppContext, actor: Actor, input: DecayPointsInput): Promise<BookedView> {
  return ctx.transact(async (tx) => {
    const pool = await lockPool(tx, actor, input.id);
    if (pool.kind === 'zero_sum') throw zeroSumKeeps();
    const hundredths = input.percent === undefined ? pool.decayHundredths : Math.round(input.percent * 100);
    if (!hundredths) throw otherKind('This pool has no decay. Say how many percent to take away.');
    const on = await todayAt(tx, pool);
    await decayWhatIsDue(tx, pool);
    const booked = await decayOn(tx, pool, { on, hundredths, byId: actor.userId });
    if (!booked) {
      throw conflict('points_decayed_already', 'This pool has decayed today. It can decay again tomorrow.');
    }
    return booked;
  });
}

export const zeroSumKeeps = () =>
  otherKind(
    'All points of a zero-sum pool together are 0, which decay would change. Choose DKP for a pool that decays.',
  );
