import { RaiderChangeCause, RaiderChangeKind, RaiderCharacterSource, RaiderKind } from '@guildhall/contracts/raider.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { createdAt, id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Organization } from '../rights/organization.entity.ts';
import { RosterEntry } from './roster-entry.entity.ts';

/**
 * A human being as an organization counts them: a member with or without an account, or a guest. Answers, attendance and
 * places belong to the raider. A raider appears on first use.
 */
export const Raider = defineEntity({
  name: 'Raider',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    /** The person behind the raider. Null without an account. */
    user: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** Null while a person has a name of their own, and for a person who has been erased. */
    name: p.text().nullable(),
    kind: p.enum(RaiderKind.options).defaultRaw(`'member'`),
    /** For officers. */
    note: p.text().nullable(),
    /** A keyed hash of organization and Discord account, for a raider without an account who answers there. */
    discordKey: p.text().nullable(),
    /** When the key was taken: what was answered under the name before is not that account's. Stays after a release. */
    discordSince: instant().nullable(),
    /** The raider that has taken this one in, and is merged into none itself. */
    mergedInto: () => p.manyToOne(Raider).nullable().deleteRule('cascade').index(),
    archivedAt: instant().nullable(),
    /** Since when the person is the raider, who had no account before. */
    claimedAt: instant().nullable(),
    createdAt: createdAt(),
  },
  uniques: [
    { name: 'raider_one_a_person', properties: ['organization', 'user'] },
    { name: 'raider_one_a_discord_key', properties: ['organization', 'discordKey'] },
  ],
  indexes: [{ name: 'raider_named', properties: ['id'], where: 'name is not null' }],
  triggers: [
    {
      // The rows of a raider follow it when a person proves to be it, or is erased.
      name: 'raider_hands_over',
      timing: 'after',
      events: ['update'],
      when: '(old.user_id IS DISTINCT FROM new.user_id)',
      body: `
        update participation set user_id = new.user_id
        where raider_id = new.id and user_id is distinct from new.user_id;
        return null;`,
    },
    {
      // Its places may be lost, or one may be free for it, see `event_look`.
      name: 'raider_looks_at_events',
      timing: 'after',
      events: ['update'],
      when: '((old.user_id IS DISTINCT FROM new.user_id) OR (old.archived_at IS DISTINCT FROM new.archived_at))',
      body: `
        insert into event_look (part, raider_id) values ('places', new.id);
        return null;`,
    },
  ],
  checks: [
    { name: 'raider_of_a_person', expression: '(user_id IS NULL) OR ((name IS NULL) AND (discord_key IS NULL))' },
    { name: 'raider_not_into_itself', expression: 'merged_into_id <> id' },
    { name: 'raider_of_a_person_not_merged', expression: '(user_id IS NULL) OR (merged_into_id IS NULL)' },
  ],
});
export type Raider = InferEntity<typeof Raider>;

/**
 * A character of a raider that no person has proved; the view `raider_family` adds those that are proved. It is an entry of
 * the roster, or only a name, and belongs to one raider. In the view it is the main only while the person behind the raider
 * has no main of their own there.
 */
export const RaiderCharacter = defineEntity({
  name: 'RaiderCharacter',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    raider: () => p.manyToOne(Raider).deleteRule('cascade').index(),
    rosterEntry: () => p.manyToOne(RosterEntry).nullable().deleteRule('set null'),
    name: p.text(),
    /** As it was given, or of the roster; empty when unknown. */
    realm: p.text(),
    /** Name and realm as `fold` and the function `folded_name` leave them. */
    nameKey: p.text(),
    realmKey: p.text(),
    classId: p.smallint().nullable(),
    isMain: p.boolean().default(false),
    source: p.enum(RaiderCharacterSource.options),
    createdAt: createdAt(),
  },
  uniques: [
    { name: 'raider_character_one_a_name', properties: ['organization', 'nameKey', 'realmKey'] },
    { name: 'raider_character_one_an_entry', properties: ['rosterEntry'] },
    { name: 'raider_character_one_main', properties: ['raider'], where: 'is_main' },
  ],
  triggers: [
    {
      // The places that it has at events may be lost, see `event_look`.
      name: 'raider_character_gone_looks_at_events',
      timing: 'after',
      events: ['delete'],
      body: `
        insert into event_look (part, raider_id) values ('places', old.raider_id);
        return null;`,
    },
  ],
});

/** A decision of an officer about a name in something that was brought in, for the next time. */
export const RaiderAlias = defineEntity({
  name: 'RaiderAlias',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    /** Null for a character of a log that is of no raider here. */
    raider: () => p.manyToOne(Raider).nullable().deleteRule('cascade').index(),
    /** Where the name comes from. */
    source: p.text(),
    /** The folded name, or the keyed hash of a foreign id. */
    key: p.text(),
    createdAt: createdAt(),
  },
  uniques: [{ name: 'raider_alias_one_a_key', properties: ['organization', 'source', 'key'] }],
});

/** Rows that a merge, a split or a release moved, so that it can be undone. */
export type Moved = {
  /** Participations that another raider has now. */
  participations: string[];
  /** Rows as they were, as JSON, where both raiders had one for an event, a team or, in changes since they are kept, a line-up. */
  dropped: { participations: string[]; teams: string[]; places?: string[] };
  /** Participations that took over attendance, and the one that they had. */
  attendance: { id: string; attendance: string; before?: string | null }[];
  /** Participations that stand in place of a record of attendance, which is here as JSON; their attendance now and before. */
  replaced?: { id: string; attendance: string | null; before: string | null; row: string }[];
  /** Entries in logs of events. */
  log?: string[];
  characters: string[];
  /** Places in line-ups: of changes since there are any. */
  places?: { lineupId: string; published: boolean }[];
  /** Sims, wishes, reserves and entries of points: likewise. */
  sims?: string[];
  wishes?: string[];
  reserves?: string[];
  points?: string[];
  /** Awards, and the raider that each had. */
  awards?: { id: string; raiderId: string }[];
  /** The main among them. */
  main: string | null;
  /** Characters that became the main of a raider without one. */
  chosen?: string[];
  /** Raiders that the source had taken in. */
  takenIn?: string[];
  teams: string[];
  aliases: string[];
  discordKey: string | null;
  /** Whether the target got the key. */
  keyTaken?: boolean;
};

/** A change that officers see listed and may undo for 30 days. */
export const RaiderChange = defineEntity({
  name: 'RaiderChange',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade'),
    kind: p.enum(RaiderChangeKind.options),
    /** The raider that had the rows before. */
    source: () => p.manyToOne(Raider).deleteRule('cascade').index(),
    /** The raider that has them since. */
    target: () => p.manyToOne(Raider).nullable().deleteRule('cascade').index(),
    /** Null when a proof led to it, or the account was erased. */
    by: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** Null in rows of processes of the version before. */
    cause: p.enum(RaiderChangeCause.options).nullable(),
    moved: p.json<Moved>(),
    at: createdAt(),
    undoneAt: instant().nullable(),
  },
  indexes: [{ name: 'raider_change_by_time', properties: ['organization', 'at', 'id'] }],
});
export type RaiderChange = InferEntity<typeof RaiderChange>;

/** An officer said that two raiders are two people. The one with the lower id is named first. */
export const RaiderDistinct = defineEntity({
  name: 'RaiderDistinct',
  properties: {
    raider: () => p.manyToOne(Raider).deleteRule('cascade').primary(),
    other: () => p.manyToOne(Raider).deleteRule('cascade').primary().index(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade').index(),
    /** Null when the account was erased. */
    by: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    at: createdAt(),
  },
});
