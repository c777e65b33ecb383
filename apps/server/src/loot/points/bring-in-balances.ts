/** Balances of other tools: a pool takes over what an export says, once however often the same is brought in. */
import type { BalanceRow } from '@guildhall/guild-tools/rows.ts';
import { LockMode } from '@mikro-orm/core';
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { noPool, otherKind, publishPoints, refuseTooManyEntries } from './point.access.ts';
import { PointPool } from './point-pool.entity.ts';
import { gpOf } from './point-rules.ts';
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

const NAMES = { cepgp: 'CEPGP', clm: 'Core Loot Manager', eqdkp: 'EQdkp-Plus' } as const;

type Sums = { points: number; gp: number };
type Said = Pick<BalanceRow, 'points' | 'gp'> & { raiderId: string };
type Balance = Said & Pick<BalanceRow, 'tool'> & { key: string };
/** When it was so, and whether the pool has taken over a later export. */
export type Export = { at: string; isOlder: boolean };
type Place = { poolId: string | null; bookingId: string; byId: string | null; export: Export };
type Unit = Pick<PointPool, 'id' | 'decimals' | 'baseGp'>;

/** Without the base. The entry is null with a reason. */
type Difference = { before: Sums } & ({ entry: Sums; reason: null } | { entry: null; reason: WhyNoEntry });
type WhyNoEntry = 'already_there' | 'older_export' | 'decayed_since';

/** An export knows of what was brought in before, and of what was booked until its time. */
const KNOWN = `e.type = 'opening' or b.type = 'opening' or e.at <= $3::timestamptz`;
const SUMS = query({
  raiderId: 'uuid!',
  points: 'float!',
  gp: 'float!',
  knownPoints: 'float!',
  knownGp: 'float!',
  opened: 'bool!',
})`
  select e.raider_id as "raiderId", sum(e.points)::float8 as points, sum(e.gp)::float8 as gp,
    coalesce(sum(e.points) filter (where ${KNOWN}), 0)::float8 as "knownPoints",
    coalesce(sum(e.gp) filter (where ${KNOWN}), 0)::float8 as "knownGp",
    sum(case when e.type = 'opening' then 1 when b.type = 'opening' then -1 else 0 end) > 0 as opened
  from point_entry e left join point_entry b on b.id = e.undoes_id
  where e.pool_id = $1 and e.raider_id = any($2::uuid[]) group by e.raider_id`;
const DECAYED = query({ decayed: 'bool!' })`
  select exists (select from point_decay where pool_id = $1 and at > $2::timestamptz) as decayed`;
const NOTHING = { points: 0, gp: 0, knownPoints: 0, knownGp: 0, opened: false };

/**
 * The export holds for what it knows of; bookings since its time stay on top. Points that have decayed since cannot be told
 * apart from those that the export changes.
 */
async function differencesOf(sql: Sql, pool: Unit, { at, isOlder }: Export, raiderIds: readonly string[]) {
  const sums = new Map((await sql.many(SUMS, [pool.id, raiderIds, at])).map((sum) => [sum.raiderId, sum]));
  const { decayed } = await sql.one(DECAYED, [pool.id, at]);
  return (said: Said): Difference => {
    const sum = sums.get(said.raiderId) ?? NOTHING;
    const before = { points: sum.points, gp: sum.gp };
    const then = unitsOf(said, pool);
    const gp = then.gp === null ? 0 : then.gp - sum.knownGp;
    const entry = {
      points: then.points === null ? 0 : then.points - sum.knownPoints,
      // GP never go below the base.
      gp: gp < 0 ? Math.max(gp, Math.min(0, -sum.gp)) : gp,
    };
    const without = (reason: WhyNoEntry) => ({ before, entry: null, reason });
    if (entry.points === 0 && entry.gp === 0) return without('already_there');
    if (isOlder) return without('older_export');
    if (decayed && sum.opened) return without('decayed_since');
    return { before, entry, reason: null };
  };
}

/** Tools count the base in, which is no part of what was booked. Null where the tool does not say. */
function unitsOf({ points, gp }: Omit<Said, 'raiderId'>, { decimals, baseGp }: Unit) {
  const units = (amount: number | null) => (amount === null ? null : Math.floor(amount * 10 ** decimals + 0.5));
  const gear = units(baseGp === null ? null : gp);
  return { points: units(points), gp: gear === null ? null : Math.max(gear - (baseGp ?? 0), 0) };
}

const UNIT = query({ id: 'uuid', decimals: 'int', baseGp: 'float?' })`
  select id, decimals, base_gp::float8 as "baseGp" from point_pool where id = $1`;
/** A raider who appears with the import has nothing yet. */
const NEW = 'new';

/** For a preview: what a raider has, and would have, as the tool counts. */
export async function previewBalances(sql: Sql, poolId: string, from: Export, raiderIds: readonly string[]) {
  const pool = await sql.maybe(UNIT, [poolId]);
  if (!pool) return null;
  const { decimals, baseGp } = pool;
  const differenceOf = await differencesOf(sql, pool, from, raiderIds);
  const shown = ({ points, gp }: Sums) => ({
    points: points / 10 ** decimals,
    gp: baseGp === null ? null : gpOf(gp, baseGp) / 10 ** decimals,
  });
  return (said: Omit<Said, 'raiderId'>, raiderId: string | null) => {
    const { before, entry, reason } = differenceOf({ ...said, raiderId: raiderId ?? NEW });
    const { points, gp } = entry ?? { points: 0, gp: 0 };
    return {
      reason,
      here: { before: shown(before), after: shown({ points: before.points + points, gp: before.gp + gp }) },
    };
  };
}

/** A merge waits until the entries are written, and then moves them too. */
const HOLD = statement`select from raider where id = any($1::uuid[]) order by id for share`;
const OPEN = statement`
  insert into point_entry (id, pool_id, booking_id, type, raider_id, points, gp, reason, by_id, at)
  select n.id, $1, $2, 'opening', n."raiderId", n.points, n.gp, n.reason, $3, clock_timestamp()
  from jsonb_to_recordset($4) as n(id uuid, "raiderId" uuid, points bigint, gp bigint, reason text)`;

/** The entry of each balance by its key, or why there is none; null if the pool is gone or archived. */
export async function takeOverBalances(
  tx: UnitOfWork,
  { poolId, bookingId, byId, export: from }: Place,
  balances: readonly Balance[],
): Promise<Map<string, { entryId: string | null; reason: WhyNoEntry | null }> | null> {
  const { em, sql } = tx;
  const pool = poolId === null ? null : await em.findOne(PointPool, poolId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!pool || pool.archivedAt) return null;
  const ids = [...new Set(balances.map(({ raiderId }) => raiderId))];
  await sql.run(HOLD, [ids]);
  const differenceOf = await differencesOf(sql, pool, from, ids);
  const said = new Set<string>();
  const taken = balances.map((balance) => {
    const { entry, reason } = differenceOf(balance);
    const isSecond = said.has(balance.raiderId);
    said.add(balance.raiderId);
    return isSecond
      ? { ...balance, id: null, entry: null, reason: 'already_there' as const }
      : { ...balance, id: entry && uuidv7(), entry, reason };
  });
  const entries = taken.flatMap(({ id, entry, raiderId, tool }) =>
    entry ? { id, raiderId, reason: `${NAMES[tool]}, ${from.at.slice(0, 16).replace('T', ' ')} UTC`, ...entry } : [],
  );
  if (entries.length > 0) {
    await refuseTooManyEntries(sql, pool.id, entries.length);
    await sql.run(OPEN, [pool.id, bookingId, byId, JSON.stringify(entries)]);
    publishPoints(tx, pool);
  }
  return new Map(taken.map(({ key, id, reason }) => [key, { entryId: id, reason }]));
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
