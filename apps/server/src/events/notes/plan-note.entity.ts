import { defineEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';
import { User } from '../../identity/people/user.entity.ts';
import { Team } from '../../raiders/team.entity.ts';
import { JournalEncounter } from '../../reference/game-data/journal.entity.ts';
import { EventTemplate } from '../event/event-template.entity.ts';
import { GuildEvent } from '../event/guild-event.entity.ts';

/** A note for one boss, or for the whole night: of an event, or of a team and so of each of its events without one, or of a template. */
export const PlanNote = defineEntity({
  name: 'PlanNote',
  properties: {
    id: id(),
    event: () => p.manyToOne(GuildEvent).nullable().deleteRule('cascade'),
    team: () => p.manyToOne(Team).nullable().deleteRule('cascade'),
    template: () => p.manyToOne(EventTemplate).nullable().deleteRule('cascade'),
    /** Null for the whole night. */
    encounter: () => p.manyToOne(JournalEncounter).nullable().deleteRule('cascade').index(),
    /** As it was pasted, without control characters. */
    text: p.text(),
    /** Counts changes; a caller sends the one that they have read. */
    version: p.integer().default(1),
    changedAt: instant().defaultRaw('now()'),
    changedBy: () => p.manyToOne(User).nullable().deleteRule('set null').index(),
  },
  uniques: [
    { name: 'plan_note_one_a_boss', properties: ['event', 'encounter'] },
    { name: 'plan_note_one_a_night', properties: ['event'], where: 'encounter_id is null' },
    { name: 'plan_note_one_a_boss_of_a_team', properties: ['team', 'encounter'] },
    { name: 'plan_note_one_a_night_of_a_team', properties: ['team'], where: 'encounter_id is null' },
    { name: 'plan_note_one_a_boss_of_a_template', properties: ['template', 'encounter'] },
    { name: 'plan_note_one_a_night_of_a_template', properties: ['template'], where: 'encounter_id is null' },
  ],
  checks: [{ name: 'plan_note_has_one_owner', expression: 'num_nonnulls(event_id, team_id, template_id) = 1' }],
});
