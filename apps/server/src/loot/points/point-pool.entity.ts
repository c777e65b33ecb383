import { PointEntryType, PointKind } from '@guildhall/contracts/points.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { GuildEvent } from '../../events/event/guild-event.entity.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Raider } from '../../membership/characters/raider.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { Team } from '../../raiders/team.entity.ts';
import { LootAward } from '../awards/loot-award.entity.ts';

/** Amounts are whole units of 10^-decimals. A raider has the sum of their entries. */
export const PointPool = defineEntity({
  name: 'PointPool',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade').index(),
    /** Its leads may book too. Null for a pool of the whole organization. */
    team: () => p.manyToOne(Team).nullable().deleteRule('set null').index(),
    name: p.text(),
    kind: p.enum(PointKind.options),
    decimals: p.smallint(),
    /** EPGP alone: what is added to the GP of every raider, and the EP from which they have a priority. */
    baseGp: p.bigint('number').nullable(),
    minEp: p.bigint('number').nullable(),
    /** In hundredths of a percent. */
    decayHundredths: p.integer().nullable(),
    decayEveryDays: p.smallint().nullable(),
    /** In the time zone of the organization. The days after it follow in steps of a period. */
    decayNextOn: p.date().nullable(),
    decayNegatives: p.boolean().default(true),
    weeklyRaids: p.smallint().nullable(),
    attendanceWeeks: p.smallint().nullable(),
    archivedAt: instant().nullable(),
    createdAt: createdAt(),
  },
  indexes: [{ name: 'point_pool_by_decay', properties: ['decayNextOn'], where: 'archived_at is null' }],
  checks: [
    { name: 'point_pool_decimals', expression: '(decimals >= 0) AND (decimals <= 3)' },
    {
      name: 'point_pool_gp',
      expression: `((kind = 'epgp'::text) = (base_gp IS NOT NULL)) AND ((kind = 'epgp'::text) = (min_ep IS NOT NULL)) AND (base_gp > 0) AND (min_ep >= 0)`,
    },
    {
      name: 'point_pool_decay',
      expression:
        '((decay_hundredths IS NULL) = (decay_next_on IS NULL)) AND ((decay_every_days IS NULL) = (decay_next_on IS NULL)) AND (decay_hundredths >= 1) AND (decay_hundredths <= 10000) AND (decay_every_days >= 1)',
    },
    // Rounding each balance would leave a sum other than 0.
    { name: 'point_pool_zero_sum', expression: `(kind <> 'zero_sum'::text) OR (decay_next_on IS NULL)` },
    {
      name: 'point_pool_attendance',
      expression:
        '((weekly_raids IS NULL) = (attendance_weeks IS NULL)) AND (weekly_raids >= 1) AND (attendance_weeks >= 1)',
    },
  ],
});
export type PointPool = InferEntity<typeof PointPool>;

/** The days on which a pool has decayed, each once. */
export const PointDecay = defineEntity({
  name: 'PointDecay',
  properties: {
    pool: () => p.manyToOne(PointPool).primary().deleteRule('cascade'),
    onDate: p.date().primary(),
    hundredths: p.integer(),
    at: createdAt(),
  },
});

/** One raider got or lost this. An entry stays as it was written; a counter-entry takes it back. */
export const PointEntry = defineEntity({
  name: 'PointEntry',
  properties: {
    id: id(),
    pool: () => p.manyToOne(PointPool).deleteRule('cascade'),
    /** Entries that were booked together. */
    bookingId: p.uuid(),
    type: p.enum(PointEntryType.options),
    /** Null once the raider has been removed. A merge moves entries to the raider that takes the other one in. */
    raider: () => p.manyToOne(Raider).nullable().deleteRule('set null').index(),
    /** EP, or points. */
    points: p.bigint('number'),
    gp: p.bigint('number'),
    /** Null after the raider was erased. */
    reason: p.text().nullable(),
    /** Null for the service, and for an erased person. */
    by: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    at: createdAt(),
    /** The first row of the award that was paid for. */
    award: () => p.manyToOne(LootAward).nullable().deleteRule('set null').index(),
    event: () => p.manyToOne(GuildEvent).nullable().deleteRule('set null').index(),
    decayedOn: p.date().nullable(),
    undoes: () => p.manyToOne(PointEntry).nullable().deleteRule('cascade'),
  },
  uniques: [{ name: 'point_entry_undone_once', properties: ['undoes'] }],
  indexes: [
    { name: 'point_entry_by_pool', properties: ['pool', 'id'] },
    {
      name: 'point_entry_by_raider',
      expression:
        'create index "point_entry_by_raider" on "point_entry" (pool_id, raider_id, id) include (points, gp, at)',
    },
    { name: 'point_entry_by_booking', properties: ['bookingId'] },
  ],
  checks: [
    // A counter-entry to GP that have decayed to the base has nothing to take.
    { name: 'point_entry_changes', expression: `(points <> 0) OR (gp <> 0) OR (type = 'undo'::text)` },
    { name: 'point_entry_decay', expression: `(type = 'decay'::text) = (decayed_on IS NOT NULL)` },
    { name: 'point_entry_undo', expression: `(type = 'undo'::text) = (undoes_id IS NOT NULL)` },
  ],
  triggers: [
    {
      name: 'point_entry_stays',
      timing: 'before',
      events: ['update', 'delete'],
      body: `
        if tg_op = 'DELETE' then
          if exists (select from point_pool where id = old.pool_id) then
            raise exception 'point entry %: entries are not deleted', old.id using errcode = 'check_violation';
          end if;
          return old;
        end if;
        if (new.id, new.pool_id, new.booking_id, new.type, new.points, new.gp, new.at, new.decayed_on, new.undoes_id)
          is distinct from (old.id, old.pool_id, old.booking_id, old.type, old.points, old.gp, old.at, old.decayed_on, old.undoes_id)
          or new.reason is not null and new.reason is distinct from old.reason then
          raise exception 'point entry %: entries do not change', old.id using errcode = 'check_violation';
        end if;
        return new;`,
    },
  ],
});
export type PointEntry = InferEntity<typeof PointEntry>;

/** A price that a guild gives an item by hand. */
export const PointPrice = defineEntity({
  name: 'PointPrice',
  properties: {
    pool: () => p.manyToOne(PointPool).primary().deleteRule('cascade'),
    itemId: p.integer().primary().autoincrement(false),
    price: p.bigint('number'),
  },
  checks: [{ name: 'point_price_whole', expression: 'price >= 0' }],
});
