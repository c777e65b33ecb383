import { MAX_PLUS, MAX_RESERVES, ReservesSeenBy } from '@guildhall/contracts/reserve.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { GuildEvent } from '../../events/event/guild-event.entity.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Raider } from '../../membership/characters/raider.entity.ts';

/** The rules of the reserves of an event. Every change of its reserves locks this row. */
export const ReserveSheet = defineEntity({
  name: 'ReserveSheet',
  properties: {
    event: () => p.oneToOne(GuildEvent).primary().deleteRule('cascade'),
    perRaider: p.smallint(),
    perItem: p.smallint(),
    audience: p.enum(ReservesSeenBy.options),
    /** Before the start of the event. */
    locksMinutes: p.integer(),
    /** When a hidden sheet was locked whose event has been moved since: people have seen it, so it stays locked. Set by a trigger. */
    lockedAt: instant().nullable(),
    /** Null without SR+. */
    plusStep: p.integer().nullable(),
    /** The event before, along whose sheets SR+ counts. */
    continues: () => p.manyToOne(GuildEvent).nullable().deleteRule('set null').index(),
    createdAt: createdAt(),
  },
  checks: [
    {
      name: 'reserve_sheet_limits',
      expression: `(per_raider >= 1) AND (per_raider <= ${MAX_RESERVES}) AND (per_item >= 1) AND (per_item <= ${MAX_RESERVES})`,
    },
    { name: 'reserve_sheet_step', expression: 'plus_step > 0' },
    { name: 'reserve_sheet_not_of_itself', expression: 'continues_id <> event_id' },
  ],
});
export type ReserveSheet = InferEntity<typeof ReserveSheet>;

/** An item that a raider has reserved. Its plus is derived from the sheets before, unless an officer has corrected it. */
export const Reserve = defineEntity({
  name: 'Reserve',
  properties: {
    id: id(),
    sheet: () => p.manyToOne(ReserveSheet).deleteRule('cascade'),
    raider: () => p.manyToOne(Raider).deleteRule('cascade').index(),
    itemId: p.integer(),
    count: p.smallint().default(1),
    plusCorrected: p.integer().nullable(),
    plusNote: p.text().nullable(),
    correctedBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** The officer who reserved it for the raider. */
    enteredBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'reserve_one_an_item', properties: ['sheet', 'raider', 'itemId'] }],
  checks: [
    { name: 'reserve_count', expression: `(count >= 1) AND (count <= ${MAX_RESERVES})` },
    { name: 'reserve_plus', expression: `(plus_corrected >= 0) AND (plus_corrected <= ${MAX_PLUS})` },
    { name: 'reserve_correction_says_why', expression: '(plus_corrected IS NULL) = (plus_note IS NULL)' },
  ],
});
export type Reserve = InferEntity<typeof Reserve>;

/** An item that the officers keep for the guild. */
export const HardReserve = defineEntity({
  name: 'HardReserve',
  properties: {
    sheet: () => p.manyToOne(ReserveSheet).primary().deleteRule('cascade'),
    itemId: p.integer().primary().autoincrement(false),
    note: p.text().nullable(),
  },
});
