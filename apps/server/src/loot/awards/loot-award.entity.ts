import { LootMeaning, LootTool } from '@guildhall/contracts/loot.ts';
import { LootTrack } from '@guildhall/contracts/loot-track.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { GuildEvent } from '../../events/event/guild-event.entity.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Raider } from '../../membership/characters/raider.entity.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { Team } from '../../raiders/team.entity.ts';

/**
 * An item that was given away, as a tool or an officer says. A row never changes what it says: an amendment is a row of its own, and
 * the latest one holds. The event and the raider are found, and may be found later.
 */
export const LootAward = defineEntity({
  name: 'LootAward',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    /** The first row about this award, which may be this one. */
    awardId: p.uuid(),
    /** The row before. */
    amends: () => p.manyToOne(LootAward).nullable().deleteRule('cascade').index(),
    holds: p.boolean().default(true),
    byOfficer: p.boolean().default(false),
    /** A keyed hash of what identifies the award in its tool, which names the player. */
    awardKey: p.text(),
    /** The same for one item that was given twice; null if the tool does not say. */
    dropKey: p.text().nullable(),
    tool: p.enum(LootTool.options),
    /** The latest award in the export that says so last, and the line there: a later one amends. */
    asOf: instant(),
    line: p.integer(),
    /** The team whose nights were brought in; null if it was not named. */
    team: () => p.manyToOne(Team).nullable().deleteRule('set null').index(),
    event: () => p.manyToOne(GuildEvent).nullable().deleteRule('set null'),
    raider: () => p.manyToOne(Raider).nullable().deleteRule('set null'),
    /** As the tool writes it; empty where no raider got it, null for an erased person. */
    name: p.text().nullable(),
    realm: p.text().nullable(),
    /** Name and realm as `fold` leaves them. */
    nameKey: p.text(),
    realmKey: p.text(),
    className: p.text().nullable(),
    itemId: p.integer(),
    itemName: p.text().nullable(),
    itemString: p.text().nullable(),
    track: p.enum(LootTrack.options).nullable(),
    instance: p.text().nullable(),
    boss: p.text().nullable(),
    receivedAt: instant(),
    dayOnly: p.boolean(),
    response: p.text(),
    responseKey: p.text(),
    votes: p.integer().nullable(),
    /** For officers, for twelve months. */
    note: p.text().nullable(),
    oldItems: p.array().$type<string[]>().columnType('text[]').defaultRaw(`'{}'`),
    withdrawn: p.boolean().default(false),
    createdBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    createdAt: createdAt(),
  },
  uniques: [
    { name: 'loot_award_one_a_key', properties: ['organization', 'awardKey'], where: 'amends_id is null' },
    { name: 'loot_award_one_holds', properties: ['awardId'], where: 'holds' },
  ],
  indexes: [
    { name: 'loot_award_noted', properties: ['receivedAt'], where: 'note is not null' },
    {
      name: 'loot_award_by_time',
      expression:
        'create index "loot_award_by_time" on "loot_award" (organization_id, received_at, award_id) where holds',
    },
    {
      name: 'loot_award_by_item',
      expression: 'create index "loot_award_by_item" on "loot_award" (organization_id, item_id) where holds',
    },
    {
      name: 'loot_award_by_response',
      expression: 'create index "loot_award_by_response" on "loot_award" (organization_id, response_key) where holds',
    },
    {
      name: 'loot_award_by_drop',
      expression: 'create index "loot_award_by_drop" on "loot_award" (organization_id, drop_key) where holds',
    },
    { name: 'loot_award_by_raider', properties: ['raider'] },
    { name: 'loot_award_by_event', properties: ['event'] },
    { name: 'loot_award_by_name', properties: ['nameKey', 'realmKey'] },
  ],
  checks: [
    { name: 'loot_award_first', expression: '(amends_id IS NULL) = (award_id = id)' },
    { name: 'loot_award_time', expression: `received_at >= '2004-01-01 00:00:00+00'::timestamp with time zone` },
    { name: 'loot_award_item', expression: 'item_id > 0' },
  ],
});
export type LootAward = InferEntity<typeof LootAward>;

/** The meaning of a response in an organization. Without a meaning it does not count. */
export const LootResponse = defineEntity({
  name: 'LootResponse',
  properties: {
    organization: () => p.manyToOne(Organization).deleteRule('cascade').primary(),
    /** Folded, with the word of the tool where the text alone says nothing. */
    key: p.text().primary(),
    text: p.text(),
    meaning: p.enum(LootMeaning.options).nullable(),
    counts: p.boolean().default(false),
    color: p.text().nullable(),
    decided: p.boolean().default(false),
  },
  checks: [{ name: 'loot_response_counts', expression: '(NOT counts) OR (meaning IS NOT NULL)' }],
});
export type LootResponse = InferEntity<typeof LootResponse>;
