import { ItemSlot } from '@guildhall/contracts/item.ts';
import { LootTrack } from '@guildhall/contracts/loot-track.ts';
import { WishSource, WishTrack } from '@guildhall/contracts/wish.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { Raider } from '../../membership/characters/raider.entity.ts';

/** An item that a raider named, in their own order. Its gain stands in the sims. */
export const Wish = defineEntity({
  name: 'Wish',
  properties: {
    id: id(),
    raider: () => p.manyToOne(Raider).deleteRule('cascade'),
    itemId: p.integer(),
    track: p.enum(WishTrack.options),
    rank: p.smallint(),
    comment: p.text().nullable(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'wish_one_a_drop', properties: ['raider', 'itemId', 'track'] }],
  indexes: [{ name: 'wish_by_item', properties: ['itemId'] }],
});

/** A sim of one character of a raider, of which at least one gain is the latest. */
export const SimReport = defineEntity({
  name: 'SimReport',
  properties: {
    id: id(),
    raider: () => p.manyToOne(Raider).deleteRule('cascade').index(),
    source: p.enum(WishSource.exclude(['hand']).options),
    /** The id that was cut out of its link; null for one that was pasted. */
    linkId: p.text().nullable(),
    /** The character as the roster writes it, and as `fold` leaves it. */
    name: p.text(),
    nameKey: p.text(),
    realmKey: p.text(),
    specId: p.integer(),
    fightStyle: p.text().nullable(),
    /** In percent. */
    error: p.float().nullable(),
    /** Null where the report does not say what the character wore. */
    worn: p.json<{ slot: string; itemId: number }[]>().nullable(),
    simulatedAt: instant().nullable(),
    readAt: createdAt(),
  },
});
export type SimReport = InferEntity<typeof SimReport>;

/** The gain of a drop by a sim. The boss and the catalyst are 0 where there is none, because a key has no nulls. */
export const SimGain = defineEntity({
  name: 'SimGain',
  properties: {
    report: () => p.manyToOne(SimReport).primary().deleteRule('cascade'),
    itemId: p.integer().primary().autoincrement(false),
    encounterId: p.integer().primary().autoincrement(false),
    track: p.enum(LootTrack.options).primary(),
    itemLevel: p.smallint().primary().autoincrement(false),
    catalystOf: p.integer().primary().autoincrement(false),
    instanceId: p.integer(),
    slot: p.enum(ItemSlot.options).nullable(),
    percent: p.double(),
    absolute: p.double(),
    differs: p.boolean(),
  },
  indexes: [
    { name: 'sim_gain_by_item', properties: ['itemId'] },
    {
      name: 'sim_gain_by_source',
      expression: 'create index "sim_gain_by_source" on "sim_gain" (catalyst_of) where catalyst_of > 0',
    },
  ],
});
