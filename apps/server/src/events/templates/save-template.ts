/** Saves an event as a template, with the drafts of its line-ups and its notes. */

import { EventRole } from '@guildhall/contracts/event.ts';
import {
  type CreateEventTemplateInput,
  type EventTemplateView,
  MOST_TEMPLATES,
  type UpdateEventTemplateInput,
} from '@guildhall/contracts/event-template.ts';
import type { Actor } from '../../core/actor.ts';
import { createCap } from '../../core/db/cap.ts';
import { now } from '../../core/db/columns.ts';
import type { Sql } from '../../core/db/sql.ts';
import { objects, query, statement, text } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lockedAccess, refuseArchived } from '../../membership/rights/organization.access.ts';
import { type EventRow, eventViewer, loadEventToEdit, managesEventOf, noEvent } from '../event/event.access.ts';
import { EventTemplate } from '../event/event-template.entity.ts';
import { lockTemplate, mayNotPlan, noTemplate, readTemplate } from './event-templates.queries.ts';

const refuseTooMany = createCap({
  of: 'event_template where organization_id = $1',
  most: MOST_TEMPLATES,
  reason: 'too_many_event_templates',
  message: `An organization has at most ${MOST_TEMPLATES} event templates. Delete one first.`,
});

export function createTemplate(
  ctx: AppContext,
  actor: Actor,
  input: CreateEventTemplateInput,
): Promise<EventTemplateView> {
  return ctx.transact(async (tx) => {
    const { sql, em } = tx;
    const access = await lockedAccess(sql, actor, input.id);
    const { organizationId } = access;
    const viewer = eventViewer(actor, access);
    if (!viewer.managesEvents && viewer.leads.length === 0) throw mayNotPlan();
    refuseArchived(access);
    const event = await eventToKeep(sql, actor, organizationId, input.eventId);
    if (!managesEventOf(viewer, event.teamId)) throw mayNotPlan();
    await refuseTooMany(sql, organizationId);
    const template = em.create(EventTemplate, {
      ...(await fieldsOf(sql, event)),
      organization: organizationId,
      name: input.name,
    });
    await em.flush();
    await keepPlan(sql, template.id, event.id, actor);
    return shown(sql, actor, template.id);
  });
}

/** Renames a template, or takes everything anew from an event. */
export function updateTemplate(
  ctx: AppContext,
  actor: Actor,
  input: UpdateEventTemplateInput,
): Promise<EventTemplateView> {
  return ctx.transact(async (tx) => {
    const { sql, em } = tx;
    const { id, name, eventId } = input;
    const { viewer, template: before } = await lockTemplate(sql, actor, id);
    const template = await em.findOne(EventTemplate, id);
    if (!template) throw noTemplate();
    if (name !== undefined) em.assign(template, { name });
    if (eventId !== undefined) {
      const event = await eventToKeep(sql, actor, before.organizationId, eventId);
      if (!managesEventOf(viewer, event.teamId)) throw mayNotPlan();
      em.assign(template, { ...(await fieldsOf(sql, event)), savedAt: now() });
    }
    await em.flush();
    if (eventId !== undefined) await keepPlan(sql, id, eventId, actor);
    return shown(sql, actor, id);
  });
}

export async function deleteTemplate(ctx: AppContext, actor: Actor, { id }: { id: string }): Promise<void> {
  await ctx.transact(async (tx: UnitOfWork) => {
    await lockTemplate(tx.sql, actor, id);
    await tx.em.nativeDelete(EventTemplate, { id });
  });
}

/** Throws NOT_FOUND for an event of another organization. */
async function eventToKeep(sql: Sql, actor: Actor, organizationId: string, eventId: string): Promise<EventRow> {
  const { event } = await loadEventToEdit(sql, actor, eventId);
  if (event.organizationId !== organizationId) throw noEvent();
  return event;
}

const SLOTS = query({ slots: objects({ roleKey: text(EventRole.options), max: 'int' }) })`
  select coalesce(jsonb_agg(jsonb_build_object('roleKey', role_key, 'max', max) order by position), '[]') as slots
  from event_slot where event_id = $1`;

async function fieldsOf(sql: Sql, event: EventRow) {
  const { title, description, type, scope, timeZone, signupClosesMinutes, anyRole, countsForAttendance } = event;
  const { slots } = await sql.one(SLOTS, [event.id]);
  return {
    ...{ title, description, type, scope, timeZone, signupClosesMinutes, anyRole, countsForAttendance, slots },
    localTime: event.localStart.slice(11, 16),
    minutes: (Date.parse(event.endsAt) - Date.parse(event.startsAt)) / 60_000,
    journalInstance: event.journalInstanceId,
    team: event.teamId,
  };
}

const FORGET = [
  statement`delete from lineup where template_id = $1`,
  statement`delete from plan_note where template_id = $1`,
];
const LINEUPS = statement`
  insert into lineup (template_id, encounter_id, difficulty, changed_by_id)
  select $1, l.encounter_id, l.difficulty, $3 from lineup l
  where l.event_id = $2 and exists (select from lineup_place p where p.lineup_id = l.id and not p.published)`;
const PLACES = statement`
  insert into lineup_place (lineup_id, published, raider_id, character_id, raider_character_id, spec_id, role, party, slot)
  select kept.id, false, p.raider_id, p.character_id, p.raider_character_id, p.spec_id, p.role, p.party, p.slot
  from lineup kept join lineup l on l.event_id = $2 and l.encounter_id is not distinct from kept.encounter_id
  join lineup_place p on p.lineup_id = l.id and not p.published where kept.template_id = $1`;
const NOTES = statement`
  insert into plan_note (template_id, encounter_id, text, changed_by_id)
  select $1, encounter_id, text, $3 from plan_note where event_id = $2`;

/** Replaces the line-ups and the notes of a template by those of an event. */
async function keepPlan(sql: Sql, templateId: string, eventId: string, { userId }: Actor): Promise<void> {
  for (const each of FORGET) await sql.run(each, [templateId]);
  await sql.run(LINEUPS, [templateId, eventId, userId]);
  await sql.run(PLACES, [templateId, eventId]);
  await sql.run(NOTES, [templateId, eventId, userId]);
}

async function shown(sql: Sql, actor: Actor, id: string): Promise<EventTemplateView> {
  const template = await readTemplate(sql, actor, id);
  if (!template) throw noTemplate();
  return template;
}
