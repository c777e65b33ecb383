import { LINEUP_DIFFICULTIES } from '@guildhall/contracts/lineup-size.ts';
import { CombatRole } from '@guildhall/contracts/organization.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Character } from '../../membership/characters/character.entity.ts';
import { Raider, RaiderCharacter } from '../../membership/characters/raider.entity.ts';
import { JournalEncounter } from '../../reference/game-data/journal.entity.ts';
import { EventTemplate } from '../event/event-template.entity.ts';
import { GuildEvent } from '../event/guild-event.entity.ts';

/**
 * The line-up of an event, or of a template, for one boss, or for the whole night. Without places of its own, a boss follows that of the whole
 * night. Every change locks the event, so that two line-ups of one event do not change at once.
 */
export const Lineup = defineEntity({
  name: 'Lineup',
  properties: {
    id: id(),
    event: () => p.manyToOne(GuildEvent).nullable().deleteRule('cascade'),
    /** A template keeps drafts for the events that are made from it. */
    template: () => p.manyToOne(EventTemplate).nullable().deleteRule('cascade'),
    /** Null for the whole night. */
    encounter: () => p.manyToOne(JournalEncounter).nullable().deleteRule('cascade').index(),
    difficulty: p.smallint().nullable(),
    /** Counts changes; a caller sends the one that they have read. */
    version: p.integer().default(1),
    changedAt: instant().defaultRaw('now()'),
    changedBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
    /** Members see the places marked as published, and this difficulty. */
    publishedVersion: p.integer().nullable(),
    publishedDifficulty: p.smallint().nullable(),
    publishedAt: instant().nullable(),
  },
  uniques: [
    { name: 'lineup_one_a_boss', properties: ['event', 'encounter'] },
    { name: 'lineup_one_a_night', properties: ['event'], where: 'encounter_id is null' },
    { name: 'lineup_one_a_boss_of_a_template', properties: ['template', 'encounter'] },
    { name: 'lineup_one_a_night_of_a_template', properties: ['template'], where: 'encounter_id is null' },
  ],
  checks: [
    {
      name: 'lineup_difficulty',
      expression: `difficulty = ANY (ARRAY[${LINEUP_DIFFICULTIES.join(', ')}])`,
    },
    { name: 'lineup_has_one_owner', expression: '(event_id IS NULL) <> (template_id IS NULL)' },
    { name: 'lineup_publishes_what_was', expression: 'published_version <= version' },
  ],
});
export type Lineup = InferEntity<typeof Lineup>;

/** A raider in a group, or on the bench. The draft and what is published are two sets of rows. */
export const LineupPlace = defineEntity({
  name: 'LineupPlace',
  properties: {
    lineup: () => p.manyToOne(Lineup).deleteRule('cascade').primary(),
    published: p.boolean().primary(),
    raider: () => p.manyToOne(Raider).deleteRule('cascade').primary().index(),
    character: () => p.manyToOne(Character).nullable().deleteRule('set null').index(),
    /** The character of a raider without an account. */
    raiderCharacter: () => p.manyToOne(RaiderCharacter).nullable().deleteRule('set null').index(),
    /** Null for that of the character. */
    specId: p.integer().nullable(),
    role: p.enum(CombatRole.options),
    /** The group; null on the bench. */
    party: p.smallint().nullable(),
    slot: p.smallint().nullable(),
  },
  uniques: [{ name: 'lineup_place_one_a_slot', properties: ['lineup', 'published', 'party', 'slot'] }],
  checks: [
    { name: 'lineup_place_group', expression: '(party >= 1) AND (party <= 8)' },
    { name: 'lineup_place_slot', expression: '(slot >= 1) AND (slot <= 5)' },
    { name: 'lineup_place_whole', expression: '(party IS NULL) = (slot IS NULL)' },
  ],
});
