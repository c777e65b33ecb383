/** A member reserves items, an officer does so for a raider, and corrects a plus. */
import type {
  CorrectPlusInput,
  PutReservesInput,
  PutReservesOfOtherInput,
  ReservesView,
} from '@guildhall/contracts/reserve.ts';
import { ofEitherFaction } from '@guildhall/guild-tools/loot-award.ts';
import { LockMode } from '@mikro-orm/core';
import type { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict, forbidden } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { EventRow } from '../../events/event/event.access.ts';
import { publishEventChanges } from '../../events/event/publish-changes.ts';
import { refuseNonMember } from '../../events/signups/manage-participants.ts';
import { lockPerson } from '../../identity/people/lock-person.ts';
import { User } from '../../identity/people/user.entity.ts';
import { notify } from '../../membership/notifications/notify.ts';
import { logManaged, refuseArchived } from '../../membership/rights/organization.access.ts';
import { findRaider, noRaider, raiderOf } from '../../raiders/raider.access.ts';
import { wantItems } from '../../reference/game-data/items.ts';
import {
  changeableReserves,
  hidesOthers,
  IS_LOCKED,
  noReserve,
  noSheet,
  refuseFullSheet,
  reservesHidden,
  reservesLocked,
  seenReserves,
} from './reserve.access.ts';
import { Reserve, ReserveSheet } from './reserve.entity.ts';
import { gameVersionOf, viewReserves } from './reserves.queries.ts';

/** Read under the lock of the sheet. */
const STATE = query({ status: 'text', started: 'bool', locked: 'bool', hard: 'int[]' })`
  select e.status, e.starts_at <= clock_timestamp() as started,
    ${IS_LOCKED} as locked,
    array(select h.item_id from hard_reserve h where h.sheet_event_id = s.event_id) as hard
  from reserve_sheet s join event e on e.id = s.event_id where s.event_id = $1`;

const GIVE_UP = statement`
  delete from reserve r where r.sheet_event_id = $1 and r.raider_id = $2 and not exists (
    select from jsonb_to_recordset($3::jsonb) as n("itemId" int) where n."itemId" = r.item_id)`;
/** A correction stays with its item. `$4` is the officer who does it, or null. */
const STORE = statement`
  insert into reserve as r (sheet_event_id, raider_id, item_id, count, entered_by_id)
  select $1, $2, n."itemId", n.count, $4 from jsonb_to_recordset($3::jsonb) as n("itemId" int, count smallint)
  on conflict (sheet_event_id, raider_id, item_id) do update set count = excluded.count, entered_by_id = excluded.entered_by_id
  where r.count <> excluded.count`;

/** Replaces the caller's reserves. Throws NOT_FOUND, FORBIDDEN, and CONFLICT. */
export async function putReserves(
  ctx: AppContext,
  actor: Actor,
  { id, reserves }: z.output<typeof PutReservesInput>,
): Promise<ReservesView> {
  const seen = await ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await seenReserves(sql, actor, id);
    if (!access.access.isMember) throw forbidden('Only members can reserve items.');
    refuseArchived(access.access);
    const sheet = await lockedSheet(tx, id);
    const { started, locked } = await openState(tx, sheet, id, reserves);
    if (started || locked) throw reservesLocked();
    await lockPerson(sql, actor.userId);
    const raiderId = await raiderOf(sql, access.event.organizationId, actor.userId);
    await replaceReserves(tx, access.event, { raiderId, reserves, enteredById: null });
    return access;
  });
  return viewReserves(ctx, actor, seen, 'en_US');
}

/** For a raider, also when reserves are locked, until the event is over. Throws NOT_FOUND, FORBIDDEN, and CONFLICT. */
export async function putReservesOfOther(
  ctx: AppContext,
  actor: Actor,
  { id, userId, raiderId, reserves }: z.output<typeof PutReservesOfOtherInput>,
): Promise<ReservesView> {
  const seen = await ctx.transact(async (tx) => {
    const { sql } = tx;
    const access = await changeableReserves(sql, actor, id);
    const { event } = access;
    const sheet = await lockedSheet(tx, id);
    const { locked, started } = await openState(tx, sheet, id, reserves);
    if (hidesOthers(sheet.audience, locked, true)) throw reservesHidden();
    const holder = await lockedHolder(tx, event, { userId, raiderId });
    const isOwn = holder.userId === actor.userId;
    // Officers reserve for themselves as members do.
    if (isOwn && (locked || started)) throw reservesLocked();
    await logManaged(sql, actor, access.access);
    const changed = await replaceReserves(tx, event, {
      ...{ raiderId: holder.raiderId, reserves, enteredById: isOwn ? null : actor.userId },
    });
    if (changed && holder.userId !== null && !isOwn) {
      const { organizationId, title, startsAt } = event;
      await notify(tx, [
        { userId: holder.userId, kind: 'reserves_entered', organizationId, details: { eventId: id, title, startsAt } },
      ]);
    }
    return access;
  });
  return viewReserves(ctx, actor, seen, 'en_US');
}

const HOLDER = query({ userId: 'uuid?' })`
  select user_id as "userId" from raider where id = $1 and organization_id = $2 and merged_into_id is null`;

/** A person is locked as they are for their own reserves. Throws NOT_FOUND. */
async function lockedHolder(
  tx: UnitOfWork,
  event: EventRow,
  { userId, raiderId }: Pick<PutReservesOfOtherInput, 'userId' | 'raiderId'>,
): Promise<{ raiderId: string; userId: string | null }> {
  const { sql } = tx;
  const { organizationId } = event;
  const person = userId ?? (await sql.maybe(HOLDER, [raiderId ?? null, organizationId]))?.userId ?? null;
  if (person !== null) {
    await refuseNonMember(sql, event, person);
    await lockPerson(sql, person);
    return { raiderId: await raiderOf(sql, organizationId, person), userId: person };
  }
  if (raiderId === undefined) throw noRaider();
  const raider = await findRaider(tx, organizationId, raiderId);
  return { raiderId: raider.id, userId: raider.user?.id ?? null };
}

/** Throws CONFLICT for an event that is not open, too many reserves, and items that the officers keep. */
async function openState(
  { sql }: UnitOfWork,
  sheet: ReserveSheet,
  id: string,
  reserves: PutReservesInput['reserves'],
): Promise<{ started: boolean; locked: boolean }> {
  const { status, hard, ...state } = await sql.one(STATE, [id]);
  if (status !== 'published') throw conflict('event_not_open', `This event is ${status}.`);
  refuseTooMany(sheet, reserves);
  const kept = new Set(hard.map(ofEitherFaction));
  if (reserves.some(({ itemId }) => kept.has(ofEitherFaction(itemId)))) {
    throw conflict('item_hard_reserved', 'The officers keep one of these items for the guild. Choose another one.');
  }
  return state;
}

type Replaced = { raiderId: string; reserves: PutReservesInput['reserves']; enteredById: string | null };

/** Returns whether anything has changed. */
async function replaceReserves(tx: UnitOfWork, event: EventRow, { raiderId, reserves, enteredById }: Replaced) {
  const { sql } = tx;
  await refuseFullSheet(sql, event.id, reserves.length);
  const rows = JSON.stringify(reserves);
  const givenUp = await sql.run(GIVE_UP, [event.id, raiderId, rows]);
  const stored = await sql.run(STORE, [event.id, raiderId, rows, enteredById]);
  const ids = reserves.map(({ itemId }) => itemId);
  await wantItems(tx, await gameVersionOf(sql, event.organizationId), ids);
  await publishEventChanges(tx, [event], 'reserve.changed');
  return givenUp + stored > 0;
}

async function lockedSheet({ em }: UnitOfWork, eventId: string): Promise<ReserveSheet> {
  const sheet = await em.findOne(ReserveSheet, { event: eventId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!sheet) throw noSheet();
  return sheet;
}

function refuseTooMany({ perRaider, perItem }: ReserveSheet, reserves: PutReservesInput['reserves']): void {
  const countOf = (some: typeof reserves) => some.reduce((all, { count }) => all + count, 0);
  if (countOf(reserves) > perRaider)
    throw conflict('too_many_reserves', `Each person has ${perRaider} reserves here. Give one up first.`);
  const byItem = Map.groupBy(reserves, ({ itemId }) => ofEitherFaction(itemId));
  if ([...byItem.values()].some((same) => countOf(same) > perItem))
    throw conflict('too_many_reserves', `Each person reserves one item at most ${perItem} times here.`);
}

/** Throws NOT_FOUND, also for a reserve that the caller may not see yet, FORBIDDEN, and CONFLICT. */
export async function correctPlus(
  ctx: AppContext,
  actor: Actor,
  { id, reserveId, plus, note }: z.output<typeof CorrectPlusInput>,
): Promise<ReservesView> {
  const seen = await ctx.transact(async (tx) => {
    const { em, sql } = tx;
    const access = await changeableReserves(sql, actor, id);
    const sheet = await lockedSheet(tx, id);
    const { locked } = await sql.one(STATE, [id]);
    const reserve = await em.findOne(
      Reserve,
      { id: reserveId, sheet: id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['raider'] },
    );
    if (!reserve) throw noReserve();
    const isOwn = reserve.raider.user?.id === actor.userId;
    if (!isOwn && hidesOthers(sheet.audience, locked, access.mayChange)) throw noReserve();
    await logManaged(sql, actor, access.access);
    reserve.plusCorrected = plus;
    reserve.plusNote = note ?? null;
    reserve.correctedBy = plus === null ? null : em.getReference(User, actor.userId);
    await publishEventChanges(tx, [access.event], 'reserve.changed');
    return access;
  });
  return viewReserves(ctx, actor, seen, 'en_US');
}
