/** Officers book points: for many raiders at once, and for an award that one of them pays for. */
import type { BookedView, BookPointsInput } from '@guildhall/contracts/points.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import { createdEarlier, type RepeatableRequest } from '../../core/http/repeated-requests.ts';
import type { AppContext } from '../../core/services/context.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { noEvent } from '../../events/event/event.access.ts';
import { noRaider } from '../../raiders/raider.access.ts';
import { refuseUnknownTeam } from '../../raiders/team.access.ts';
import { noAward } from '../awards/loot.access.ts';
import { lockPool, otherKind, publishPoints } from './point.access.ts';
import type { PointPool } from './point-pool.entity.ts';
import { rememberPrice } from './point-prices.ts';
import { sharesOf } from './point-rules.ts';
import { type NewEntry, writeEntries } from './write-entries.ts';

const BOOKED = query({ raiders: 'int' })`
  select count(distinct raider_id)::int as raiders from point_entry where booking_id = $1`;

/** Throws NOT_FOUND, FORBIDDEN, CONFLICT. */
export function bookPoints(
  ctx: AppContext,
  actor: Actor,
  input: BookPointsInput,
  request: RepeatableRequest,
): Promise<BookedView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const pool = await lockPool(tx, actor, input.id);
    const id = uuidv7();
    const [earlier] = (await createdEarlier(sql, actor, request, [id])) ?? [];
    if (earlier !== undefined) return booked(sql, earlier);
    const { reason, charge, eventId = null } = input;
    const entries = charge ? await paid(sql, pool, input, charge, id) : await granted(sql, pool, input);
    const booking = { poolId: pool.id, bookingId: id, reason, byId: actor.userId, eventId };
    await writeEntries(sql, { ...booking, awardId: charge?.awardId ?? null }, entries);
    if (charge?.priceOf !== undefined) await rememberPrice(tx, pool, { itemId: charge.priceOf, price: charge.price });
    publishPoints(tx, pool);
    return booked(sql, id);
  });
}

const booked = async (sql: Sql, bookingId: string): Promise<BookedView> => ({
  bookingId,
  ...(await sql.one(BOOKED, [bookingId])),
});

async function granted(sql: Sql, pool: PointPool, input: BookPointsInput): Promise<NewEntry[]> {
  const { points = 0, gp = 0 } = input;
  if (pool.kind === 'zero_sum') {
    throw otherKind('In a zero-sum pool points only move from a buyer to the others. Book a price instead.');
  }
  if (gp !== 0 && pool.kind !== 'epgp') throw otherKind('Only a pool of EPGP has GP. Book points instead.');
  const raiders = await raidersOf(sql, pool, input);
  return raiders.map((raiderId) => ({ raiderId, type: 'grant', points, gp }));
}

type Charge = NonNullable<BookPointsInput['charge']>;

async function paid(sql: Sql, pool: PointPool, input: BookPointsInput, charge: Charge, bookingId: string) {
  const { price, awardId } = charge;
  const winner = awardId === undefined ? null : await winnerOf(sql, pool, awardId);
  const named = charge.raiderId ?? winner;
  const [buyer] = named === null ? [] : await heldRaiders(sql, pool, [named]);
  if (buyer === undefined) throw noRaider();
  const isShared = pool.kind === 'zero_sum';
  const isForOthers = [input.eventId, input.teamId, input.raiderIds].some((one) => one !== undefined);
  if (isShared !== isForOthers) {
    throw otherKind(
      isShared
        ? 'In a zero-sum pool the others in the raid get the price. Say who they are: by the event, the team, or each of them.'
        : 'Only in a zero-sum pool others get the price. Leave them out.',
    );
  }
  const own = pool.kind === 'epgp' ? { points: 0, gp: price } : { points: -price, gp: 0 };
  const entries: NewEntry[] = [{ raiderId: buyer, type: 'charge', ...own }];
  if (!isShared) return entries;
  const others = (await raidersOf(sql, pool, input)).filter((raiderId) => raiderId !== buyer);
  if (others.length === 0) throw forNoRaider();
  const shares = sharesOf(price, others, awardId ?? bookingId);
  return [...entries, ...shares.map((share) => ({ ...share, type: 'share' as const, gp: 0 }))];
}

const AWARD = query({ raiderId: 'uuid?', withdrawn: 'bool' })`
  select r.id as "raiderId", a.withdrawn from loot_award a
  left join raider own on own.id = a.raider_id left join raider r on r.id = coalesce(own.merged_into_id, own.id)
  where a.organization_id = $1 and a.award_id = $2 and a.holds`;
const PAID = query({ id: 'uuid' })`
  select e.id from point_entry e where e.pool_id = $1 and e.award_id = $2 and e.type = 'charge'
    and not exists (select from point_entry u where u.undoes_id = e.id) limit 1`;

/** The raider who won an award that is not paid for yet; null if it is not known who that is. */
async function winnerOf(sql: Sql, pool: PointPool, awardId: string): Promise<string | null> {
  const award = await sql.maybe(AWARD, [pool.organization.id, awardId]);
  if (!award || award.withdrawn) throw noAward();
  if (await sql.maybe(PAID, [pool.id, awardId])) {
    throw conflict('award_paid_already', 'This award is paid for. Undo that entry before you book another price.');
  }
  return award.raiderId;
}

const RAIDERS = query({ id: 'uuid' })`
  select r.id from raider r where r.organization_id = $1 and r.id = any($2::uuid[]) and r.merged_into_id is null
  order by r.id for share`;
const PRESENT = query({ id: 'uuid' })`
  select r.id from raider r where r.merged_into_id is null and r.id in (
    select p.raider_id from participation p join event e on e.id = p.event_id
    where e.organization_id = $1 and e.id = $2 and p.attendance in ('present', 'late', 'benched'))
  order by r.id for share`;
const OF_TEAM = query({ id: 'uuid' })`
  select r.id from raider r where r.organization_id = $1 and r.merged_into_id is null and r.id in (
    select m.raider_id from team_member m where m.team_id = $2 and m.until is null)
  order by r.id for share`;
const EVENT = query({ id: 'uuid' })`select id from event where organization_id = $1 and id = $2`;

/** They stay who they are until the transaction ends: a merge then moves what is booked. */
async function heldRaiders(sql: Sql, { organization }: PointPool, ids: readonly string[]): Promise<string[]> {
  return (await sql.many(RAIDERS, [organization.id, ids])).map(({ id }) => id);
}

type Whose = Pick<BookPointsInput, 'eventId' | 'teamId' | 'raiderIds'>;

async function raidersOf(sql: Sql, pool: PointPool, { eventId, teamId, raiderIds = [] }: Whose): Promise<string[]> {
  const organizationId = pool.organization.id;
  if (eventId !== undefined) {
    if (!(await sql.maybe(EVENT, [organizationId, eventId]))) throw noEvent();
    return someOf(await sql.many(PRESENT, [organizationId, eventId]));
  }
  if (teamId !== undefined) {
    await refuseUnknownTeam(sql, organizationId, teamId);
    return someOf(await sql.many(OF_TEAM, [organizationId, teamId]));
  }
  const held = await heldRaiders(sql, pool, raiderIds);
  if (held.length < new Set(raiderIds).size) throw noRaider();
  return held;
}

function someOf(rows: readonly { id: string }[]): string[] {
  if (rows.length === 0) throw forNoRaider();
  return rows.map(({ id }) => id);
}

const forNoRaider = () =>
  conflict(
    'points_for_no_raider',
    'No raider gets points by this: the team has no other member, or no attendance is recorded. Record it, or name the raiders.',
  );
