/** Balances of other tools: one entry opens the ledger of a raider, however often the same is brought in. */
import type { BalanceRow } from '@guildhall/guild-tools/rows.ts';
import { LockMode } from '@mikro-orm/core';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { noPool, otherKind, publishPoints, refuseTooManyEntries } from './point.access.ts';
import { PointPool } from './point-pool.entity.ts';
import { takeBack } from './undo-points.ts';

const PLACE = query({ archived: 'bool', isZeroSum: 'bool' })`
  select archived_at is not null as archived, kind = 'zero_sum' as "isZeroSum" from point_pool
  where organization_id = $1 and id = $2`;

/** Throws NOT_FOUND for a pool of another organization, CONFLICT for one that takes no balances over. */
export async function refuseOtherPool(sql: Sql, organizationId: string, poolId: string): Promise<void> {
  const place = await sql.maybe(PLACE, [organizationId, poolId]);
  if (!place) throw noPool();
  if (place.archived) throw conflict('point_pool_archived', 'This pool is archived. Restore it before you book in it.');
  if (place.isZeroSum) {
    throw otherKind('Balances of another tool do not have the sum 0. Choose a pool of EPGP or DKP.');
  }
}

type Balance = Pick<BalanceRow, 'tool' | 'points' | 'gp' | 'at'> & { key: string; raiderId: string };
type Pool = { poolId: string | null; byId: string | null };

const NAMES = { cepgp: 'CEPGP', clm: 'Core Loot Manager', eqdkp: 'EQdkp-Plus' } as const;

const OPENED = query({ raiderId: 'uuid!' })`
  select e.raider_id as "raiderId" from point_entry e
  where e.pool_id = $1 and e.raider_id = any($2::uuid[]) and e.type = 'opening'
    and not exists (select from point_entry u where u.undoes_id = e.id)`;
/** A merge waits until the entries are written, and then moves them too. */
const HOLD = statement`select from raider where id = any($1::uuid[]) order by id for share`;
const OPEN = statement`
  insert into point_entry (id, pool_id, booking_id, type, raider_id, points, gp, reason, by_id, at)
  select n.id, $1, $2, 'opening', n."raiderId", n.points, n.gp, n.reason, $3, clock_timestamp()
  from jsonb_to_recordset($4) as n(id uuid, "raiderId" uuid, points bigint, gp bigint, reason text)`;

/** The entry of each balance by its key, without those that are there already; null if the pool is gone or archived. */
export async function openLedgers(
  tx: UnitOfWork,
  { poolId, byId }: Pool,
  balances: readonly Balance[],
): Promise<Map<string, string> | null> {
  const { em, sql } = tx;
  const pool = poolId === null ? null : await em.findOne(PointPool, poolId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!pool || pool.archivedAt) return null;
  const ids = [...new Set(balances.map(({ raiderId }) => raiderId))];
  await sql.run(HOLD, [ids]);
  const opened = new Set((await sql.many(OPENED, [pool.id, ids])).map(({ raiderId }) => raiderId));
  const entries = balances.flatMap(({ key, raiderId, tool, at, ...balance }) => {
    const amounts = unitsOf(balance, pool);
    if (opened.has(raiderId) || (amounts.points === 0 && amounts.gp === 0)) return [];
    opened.add(raiderId);
    const reason = [NAMES[tool], at?.slice(0, 10)].filter(Boolean).join(', ');
    return { id: uuidv7(), key, raiderId, reason, ...amounts };
  });
  if (entries.length > 0) {
    await refuseTooManyEntries(sql, pool.id, entries.length);
    await sql.run(OPEN, [pool.id, uuidv7(), byId, JSON.stringify(entries)]);
    publishPoints(tx, pool);
  }
  return new Map(entries.map(({ key, id }) => [key, id]));
}

/** Tools count the base in, which is no part of what was booked. */
function unitsOf({ points, gp }: Pick<Balance, 'points' | 'gp'>, { decimals, baseGp }: PointPool) {
  const units = (amount: number) => Math.floor(amount * 10 ** decimals + 0.5);
  return { points: units(points ?? 0), gp: baseGp ? Math.max(units(gp ?? 0) - baseGp, 0) : 0 };
}

const POOL = query({ poolId: 'uuid' })`select pool_id as "poolId" from point_entry where id = any($1::uuid[]) limit 1`;

/** Writes counter-entries, where officers have not done so. */
export async function takeBackOpenings(tx: UnitOfWork, ids: readonly string[]): Promise<void> {
  const place = ids.length > 0 && (await tx.sql.maybe(POOL, [ids]));
  if (!place) return;
  const pool = await tx.em.findOneOrFail(PointPool, place.poolId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  await takeBack(tx.sql, ids, null);
  publishPoints(tx, pool);
}
