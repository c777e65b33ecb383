import { CombatRole, Faction } from '@guildhall/contracts/organization.ts';
import { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../rights/organization.entity.ts';

/**
 * A character of a person. The platform's (region, game version, realm id, character id) identifies a synced one.
 * Several people may claim the same character, each in a row of their own; `verifiedAt` says that the person's own
 * platform account listed it, which is the only proof, and only one of them can have it.
 */
export const Character = defineEntity({
  name: 'Character',
  properties: {
    id: id(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    source: p.enum(['synced', 'manual']),
    region: p.enum(Region.options),
    gameVersion: p.enum(GameVersion.options),
    platformRealmId: p.integer().nullable(),
    platformCharacterId: p.bigint('number').nullable(),
    name: p.text(),
    realmSlug: p.text(),
    classId: p.smallint(),
    raceId: p.smallint(),
    gender: p.enum(['male', 'female']).nullable(),
    faction: p.enum(Faction.options).nullable(),
    level: p.smallint(),
    equippedItemLevel: p.smallint().nullable(),
    averageItemLevel: p.smallint().nullable(),
    /** The first number of the patch in which both were read. */
    itemLevelMajor: p.smallint().nullable(),
    specId: p.integer().nullable(),
    specName: p.text().nullable(),
    role: p.enum(CombatRole.options).nullable(),
    achievementPoints: p.integer().nullable(),
    avatarUrl: p.text().nullable(),
    guild: () => p.manyToOne(Organization).nullable().deleteRule('set null').index(),
    /** The guild named by the profile. A label only: no right follows from it. */
    guildName: p.text().nullable(),
    verifiedAt: instant().nullable(),
    isMain: p.boolean().default(false),
    archivedAt: instant().nullable(),
    /** Set when another person proved to own it: it is archived until this person proves it again. */
    displacedAt: instant().nullable(),
    /** Set when an officer rejected the claim, or its account was disconnected; proving it again ends that. */
    unclaimedAt: instant().nullable(),
    /** Set when the platform no longer knew it: it is archived until a profile, a roster or its owner's account names it. */
    lostAt: instant().nullable(),
    /** The row of the id under which the person's account lists it since `movedAt`, until both are joined. */
    movedTo: () => p.manyToOne(Character).nullable().deleteRule('set null'),
    movedAt: instant().nullable(),
    /** The end of the address where its person shows it to every visitor. */
    publicKey: p.text().nullable(),
    lastLoginAt: instant().nullable(),
    /** The last time all of its sections were refreshed without a failure. */
    enrichedAt: instant().nullable(),
    createdAt: createdAt(),
  },
  uniques: [
    {
      name: 'character_one_a_person',
      properties: ['user', 'region', 'gameVersion', 'platformRealmId', 'platformCharacterId'],
    },
    {
      name: 'character_one_verified',
      properties: ['region', 'gameVersion', 'platformRealmId', 'platformCharacterId'],
      where: 'verified_at is not null',
    },
    { name: 'character_one_public_key', properties: ['publicKey'] },
    { name: 'character_one_main', properties: ['user'], where: 'is_main' },
    {
      name: 'character_one_by_hand',
      expression: `create unique index "character_one_by_hand" on "character" (user_id, region, game_version, realm_slug, folded_name(name)) where source = 'manual'`,
    },
  ],
  indexes: [
    {
      name: 'character_never_enriched',
      properties: ['id'],
      where: "enriched_at is null and archived_at is null and source = 'synced'",
    },
    { name: 'character_moved_to_id_index', properties: ['movedTo'], where: 'moved_to_id is not null' },
    {
      name: 'character_by_identity',
      properties: ['platformRealmId', 'platformCharacterId', 'region', 'gameVersion'],
    },
  ],
  triggers: [
    {
      // The places of its person may be lost, see `event_look`.
      name: 'character_looks_at_events',
      timing: 'after',
      events: ['update'],
      when: `(((old.archived_at IS NULL) AND (new.archived_at IS NOT NULL)) OR ((old.verified_at IS NOT NULL) AND (new.verified_at IS NULL)) OR (old.user_id <> new.user_id))`,
      body: `
        insert into event_look (part, user_id) values ('places', old.user_id);
        return null;`,
    },
    {
      name: 'character_gone_looks_at_events',
      timing: 'after',
      events: ['delete'],
      body: `
        insert into event_look (part, user_id) select 'places', id from person where id = old.user_id;
        return null;`,
    },
  ],
});
