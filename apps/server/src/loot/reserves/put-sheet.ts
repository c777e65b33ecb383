/** An officer opens the reserves of an event, or changes their rules. */
import type { PutReserveSheetInput, ReservesView } from '@guildhall/contracts/reserve.ts';
import { ReservesSeenBy } from '@guildhall/contracts/reserve.ts';
import { LockMode } from '@mikro-orm/core';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import { conflict } from '../../core/errors.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type EventRow, lockEvent } from '../../events/event/event.access.ts';
import { publishEventChanges } from '../../events/event/publish-changes.ts';
import { logManaged } from '../../membership/rights/organization.access.ts';
import { wantItems } from '../../reference/game-data/items.ts';
import { changeableReserves, IS_LOCKED, reservesLocked } from './reserve.access.ts';
import { ReserveSheet } from './reserve.entity.ts';
import { DEFAULT_RULES, gameVersionOf, lastSheet, viewReserves } from './reserves.queries.ts';

const STATE = query({ locked: 'bool', wouldLock: 'bool', reserved: 'bool' })`
  select ${IS_LOCKED} as locked, e.starts_at - $2::int * interval '1 minute' <= clock_timestamp() as "wouldLock",
    exists (select from reserve r where r.sheet_event_id = s.event_id) as reserved
  from reserve_sheet s join event e on e.id = s.event_id where s.event_id = $1`;
const EARLIER = statement`
  select from event e join reserve_sheet s on s.event_id = e.id
  where e.id = $1 and e.organization_id = $2 and e.starts_at < $3 and e.status in ('published', 'completed')`;
const NO_LONGER_HARD = statement`
  delete from hard_reserve h where h.sheet_event_id = $1 and not exists (
    select from jsonb_to_recordset($2::jsonb) as n("itemId" int) where n."itemId" = h.item_id)`;
const STORE_HARD = statement`
  insert into hard_reserve as h (sheet_event_id, item_id, note)
  select $1, n."itemId", n.note from jsonb_to_recordset($2::jsonb) as n("itemId" int, note text)
  on conflict (sheet_event_id, item_id) do update set note = excluded.note where h.note is distinct from excluded.note`;

/** Throws NOT_FOUND, FORBIDDEN, and CONFLICT where the new rules would show what people hid, or open what is locked. */
export async function putReserveSheet(
  ctx: AppContext,
  actor: Actor,
  input: PutReserveSheetInput,
): Promise<ReservesView> {
  const access = await ctx.transact(async (tx) => {
    const { sql, em } = tx;
    const seen = await changeableReserves(sql, actor, input.id);
    const event = await lockEvent(sql, input.id);
    if (event.status === 'cancelled' || event.status === 'completed')
      throw conflict('event_not_open', `This event is ${event.status}.`);
    await logManaged(sql, actor, seen.access);
    const sheet = await em.findOne(ReserveSheet, { event: event.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const { perPerson, perItem, seenBy, locksMinutes, plusStep } = input;
    const rules = { perRaider: perPerson, perItem, audience: seenBy, locksMinutes, plusStep };
    const continues = await continuedBy(tx, event, input.continuesId, sheet);
    if (sheet) {
      await refuseUnfair(tx, sheet, rules);
      em.assign(sheet, { ...rules, continues });
    } else em.create(ReserveSheet, { event: event.id, ...rules, continues });
    const hard = JSON.stringify(input.hard);
    await sql.run(NO_LONGER_HARD, [event.id, hard]);
    await sql.run(STORE_HARD, [event.id, hard]);
    const ids = input.hard.map(({ itemId }) => itemId);
    await wantItems(tx, await gameVersionOf(sql, event.organizationId), ids);
    await publishEventChanges(tx, [event], 'reserve.changed');
    return { ...seen, event };
  });
  return viewReserves(ctx, actor, access, 'en_US');
}

async function continuedBy(
  { sql }: UnitOfWork,
  event: EventRow,
  named: string | null | undefined,
  sheet: ReserveSheet | null,
): Promise<string | null> {
  if (named === undefined)
    return sheet ? (sheet.continues?.id ?? null) : ((await lastSheet(sql, event))?.continues?.id ?? null);
  if (named === null || named === sheet?.continues?.id) return named;
  if ((await sql.run(EARLIER, [named, event.organizationId, event.startsAt])) > 0) return named;
  throw conflict(
    'reserve_sheet_not_earlier',
    'A sheet continues that of an earlier, published event of this organization. Choose another one.',
  );
}

/** For an import: the sheet of a locked event, opened if need be with the rules of the last one. Officers know what they bring in. */
export async function openedSheet({ em, sql }: UnitOfWork, event: EventRow): Promise<ReserveSheet> {
  const sheet = await em.findOne(ReserveSheet, { event: event.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (sheet) return sheet;
  const { perPerson, perItem, seenBy, locksMinutes, plusStep, continues } =
    (await lastSheet(sql, event)) ?? DEFAULT_RULES;
  const audience = seenBy === 'nobody' ? 'officers' : seenBy;
  const rules = { perRaider: perPerson, perItem, audience, locksMinutes, plusStep } as const;
  return em.create(ReserveSheet, { event: event.id, ...rules, continues: continues?.id ?? null });
}

type Rules = Pick<ReserveSheet, 'perRaider' | 'perItem' | 'audience' | 'locksMinutes'>;

/** An officer reserves as well, and must not look at what others hid and then choose. */
async function refuseUnfair({ sql }: UnitOfWork, sheet: ReserveSheet, rules: Rules): Promise<void> {
  const { locked, wouldLock, reserved } = await sql.one(STATE, [sheet.event.id, rules.locksMinutes]);
  if (!reserved) return;
  const names = ['perRaider', 'perItem', 'audience', 'locksMinutes'] as const;
  if (locked) {
    if (names.some((name) => rules[name] !== sheet[name])) throw reservesLocked();
    return;
  }
  const rankOf = (audience: Rules['audience']) => ReservesSeenBy.options.indexOf(audience);
  if (rankOf(rules.audience) < rankOf(sheet.audience) || (wouldLock && sheet.audience !== 'everybody')) {
    throw conflict(
      'reserves_hidden',
      'People have reserved on the promise that others see nothing until the reserves are locked. Keep the rule until then.',
    );
  }
}
