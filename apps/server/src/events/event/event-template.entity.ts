import type { SlotInput } from '@guildhall/contracts/event.ts';
import { EventScope, EventType } from '@guildhall/contracts/event.ts';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { id, instant } from '../../core/db/columns.ts';
import { Organization } from '../../membership/rights/organization.entity.ts';
import { Team } from '../../raiders/team.entity.ts';
import { JournalInstance } from '../../reference/game-data/journal.entity.ts';

/** An event without a day. Its line-ups and notes are rows of their tables that name it. */
export const EventTemplate = defineEntity({
  name: 'EventTemplate',
  properties: {
    id: id(),
    organization: () => p.manyToOne(Organization).deleteRule('cascade').index(),
    name: p.text(),
    title: p.text(),
    description: p.text().nullable(),
    type: p.enum(EventType.options),
    scope: p.enum(EventScope.options),
    /** Wall clock in `timeZone`, as `20:00`. */
    localTime: p.text(),
    timeZone: p.text(),
    minutes: p.integer(),
    signupClosesMinutes: p.integer().nullable(),
    journalInstance: () => p.manyToOne(JournalInstance).nullable().deleteRule('set null').index(),
    team: () => p.manyToOne(Team).nullable().deleteRule('set null').index(),
    anyRole: p.boolean(),
    countsForAttendance: p.boolean(),
    slots: p.json<SlotInput[]>(),
    savedAt: instant().defaultRaw('now()'),
  },
});
export type EventTemplate = InferEntity<typeof EventTemplate>;
