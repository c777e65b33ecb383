import { CombatRole, Faction } from '@guildhall/contracts/organization.ts';
import { RosterChange } from '@guildhall/contracts/roster.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { byName } from '../../core/db/by-name.ts';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { Organization } from '../rights/organization.entity.ts';
import { Character } from './character.entity.ts';

/**
 * A current or former character of a guild's roster. The platform's (realm id, character id) identifies it within the
 * guild. `lastSeenInRoster` is null while the member is in; the guild's `rosterSyncedAt` then applies, so that a sync
 * without changes writes no row here.
 */
export const RosterEntry = defineEntity({
  name: 'RosterEntry',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    platformRealmId: p.integer(),
    platformCharacterId: p.bigint('number'),
    name: p.text(),
    /** The name without case and accents, for search. */
    nameKey: p.text(),
    realmSlug: p.text(),
    level: p.smallint(),
    classId: p.smallint(),
    raceId: p.smallint(),
    faction: p.enum(Faction.options).nullable(),
    rank: p.smallint(),
    role: p.enum(CombatRole.options).nullable(),
    itemLevel: p.smallint().nullable(),
    /** The first number of the patch in which it was read. */
    itemLevelMajor: p.smallint().nullable(),
    lastLoginAt: instant().nullable(),
    lastSeenInRoster: instant().nullable(),
    /** Kept by a member who returns within 90 days. */
    joinedAt: instant().defaultRaw('now()'),
    /** Since when the roster lists the character this time, by the date of the document; null stands for `joinedAt`. */
    presentSince: instant().nullable(),
    leftAt: instant().nullable(),
    profileFetchedAt: instant().nullable(),
    profileLastModified: p.text().nullable(),
    /** The profile's level; `level` is the newer one of this and the roster's. */
    profileLevel: p.smallint().nullable(),
    /** The member's later identity on the platform, confirmed by an officer. */
    transferredTo: () => p.manyToOne(RosterEntry).nullable().deleteRule('set null'),
    /** Until when a member who left keeps the claim, with this rank, because a transfer is undecided. */
    heldUntil: instant().nullable(),
    heldRank: p.smallint().nullable(),
    claimedBy: () => p.manyToOne(Character).nullable().deleteRule('set null'),
  },
  uniques: [
    { name: 'roster_entry_platform_unique', properties: ['organization', 'platformRealmId', 'platformCharacterId'] },
    { name: 'roster_entry_one_live_claim', properties: ['claimedBy'], where: 'left_at is null' },
  ],
  indexes: [
    {
      name: 'roster_entry_by_rank',
      expression: `create index "roster_entry_by_rank" on "roster_entry" (organization_id, rank, (${byName('name')}), id) where left_at is null`,
    },
    {
      name: 'roster_entry_by_name',
      expression: `create index "roster_entry_by_name" on "roster_entry" (organization_id, (${byName('name')}), id) where left_at is null`,
    },
    { name: 'roster_entry_by_identity', properties: ['platformRealmId', 'platformCharacterId'] },
    // Otherwise deleting a character would have to read every roster.
    { name: 'roster_entry_by_claim', properties: ['claimedBy'], where: 'claimed_by_id is not null' },
    { name: 'roster_entry_held', properties: ['organization'], where: 'held_until is not null' },
    { name: 'roster_entry_held_by_claim', properties: ['claimedBy'], where: 'held_until is not null' },
    { name: 'roster_entry_by_transfer', properties: ['transferredTo'], where: 'transferred_to_id is not null' },
  ],
  triggers: [
    {
      // The places of the person behind it may be lost, see `event_look`. A deleted character is looked at by itself.
      name: 'roster_entry_looks_at_events',
      timing: 'after',
      events: ['update'],
      when: `((old.claimed_by_id IS NOT NULL) AND ((old.claimed_by_id IS DISTINCT FROM new.claimed_by_id) OR ((old.left_at IS NULL) AND (new.left_at IS NOT NULL)) OR (old.held_until IS DISTINCT FROM new.held_until)))`,
      body: `
        insert into event_look (part, user_id) select 'places', user_id from character where id = old.claimed_by_id;
        return null;`,
    },
  ],
});

/** One change in a guild's roster, as the sync saw it. */
export const RosterEvent = defineEntity({
  name: 'RosterEvent',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    entry: () => p.manyToOne(RosterEntry).deleteRule('cascade'),
    kind: p.enum(RosterChange.options),
    before: p.text().nullable(),
    after: p.text().nullable(),
    at: createdAt(),
  },
  indexes: [
    { name: 'roster_event_by_time', properties: ['organization', 'at', 'id'] },
    { name: 'roster_event_by_kind', properties: ['organization', 'kind', 'at', 'id'] },
    { name: 'roster_event_by_entry', properties: ['entry', 'at', 'id'] },
  ],
});

/** A roster answer without members, or without too many of them: held as `roster-brake.ts` says. */
export const RosterHold = defineEntity({
  name: 'RosterHold',
  properties: {
    organization: () => p.manyToOne(Organization).primary().deleteRule('cascade'),
    removedEntryIds: p.json<string[]>(),
    /** When the platform first gave this answer. */
    heldAt: instant(),
    /** When the first of an uninterrupted row of such answers came. */
    since: instant().defaultRaw('now()'),
    /** When the platform is asked again. */
    checkAt: instant().defaultRaw('now()'),
  },
});
