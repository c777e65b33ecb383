import type { EventView, SlotInput, UpdateEventInput } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { json, query, statement } from '../../core/db/statement.ts';
import { conflict, forbidden } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { lacksPermission, logManaged } from '../../membership/rights/organization.access.ts';
import { refuseUnknownTeam } from '../../raiders/team.access.ts';
import { declineWhileAway } from '../absences/change-absences.ts';
import {
  COUNTS_BY_OFFICERS,
  type EventAccess,
  type EventRow,
  eventsCoveredBy,
  loadEventToEdit,
  lockEvent,
  lockSeries,
  managesEventOf,
  nothingToChange,
  notTheirTeam,
} from '../event/event.access.ts';
import { eventView } from '../event/event.queries.ts';
import {
  notifyParticipants,
  publishEventChanges,
  publishParticipationChange,
  writeEventLog,
} from '../event/publish-changes.ts';
import { promoteFromWaitlist } from '../signups/waitlist-and-gaps.ts';
import { type PlannedEvent, planEvent, planEventChange } from './event-change.ts';
import { refuseCollisions, refuseUnknownInstance } from './refusals.ts';
import { writeSlots } from './write-slots.ts';

/** Changes an event alone, or together with the following or all events of its series: all of them, or none. */
export async function updateEvent(ctx: AppContext, actor: Actor, input: UpdateEventInput): Promise<EventView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    const seen = await loadEventToEdit(sql, actor, input.id);
    const { viewer } = seen;
    const { journalInstanceId, teamId = seen.event.teamId } = input;
    // An event goes to a team, and from one, by the hands of those who manage both.
    if (teamId !== seen.event.teamId && !(seen.mayManage && managesEventOf(viewer, teamId))) throw notTheirTeam();
    if (input.scope === 'guild' && !seen.mayManage) throw lacksPermission('canManageEvents');
    if (input.countsForAttendance !== undefined && !seen.mayManage) throw forbidden(COUNTS_BY_OFFICERS);
    if (input.teamId) await refuseUnknownTeam(sql, seen.event.organizationId, input.teamId);
    // An event may keep its instance even when the journal no longer lists it.
    if (journalInstanceId !== seen.event.journalInstanceId) await refuseUnknownInstance(sql, journalInstanceId);
    const { event, targets, series } = await eventsToChange(sql, seen, input);
    await logManaged(sql, actor, seen.access);
    if (input.version !== undefined && input.version !== event.version) {
      throw conflict('event_changed', 'This event has changed since you read it. Read it again first.');
    }
    const change = planEventChange(event, input);
    const slots = await slotsOf(sql, change.slots ? targets : []);
    const plans = targets.map((target) => {
      const mode = input.apply === 'this' ? 'alone' : target.id === event.id ? 'itself' : 'other';
      return planEvent(target, change, mode, slots.get(target.id) ?? []);
    });
    refuseCollisions(series, plans);

    await sql.run(WRITE, [JSON.stringify(plans.map(({ next }) => next))]);
    const resized = plans.filter((plan) => plan.slots);
    if (change.slots && resized.length > 0) await writeSlots(sql, idsOf(resized), change.slots);
    const touched = plans.filter(({ changes }) => Object.keys(changes).length > 0);
    if (input.apply !== 'this' && touched.length === 0) throw nothingToChange();
    await writeEventLog(
      sql,
      touched.map(({ event: { id }, changes }) => ({
        eventId: id,
        kind: 'edited',
        actorId: actor.userId,
        changes,
        why: input.apply === 'this' ? null : `Edited with its series (${input.apply}).`,
      })),
    );
    // Before those who are away then are declined, because they meant to come.
    await notifyParticipants(tx, {
      kind: 'event_moved',
      actorId: actor.userId,
      events: touched
        .filter(({ event, changes }) => 'startsAt' in changes && event.status === 'published')
        .map(({ event: { id, startsAt } }) => ({ id, previousStartsAt: startsAt })),
    });
    const moved = idsOf(touched.filter(({ changes }) => 'startsAt' in changes));
    const why = 'Away on the day it was moved to.';
    const declined = await declineWhileAway(sql, moved, { userId: null, actor: null, why });
    const promoted = await promoteFromWaitlist(tx, idsOf(touched), 'The event was changed and has room.');
    const changed = touched.map((plan) => plan.event);
    await publishEventChanges(tx, changed);
    for (const each of changed) {
      if (promoted.has(each.id) || declined.includes(each.id)) publishParticipationChange(tx, each);
    }
    return eventView(ctx, sql, seen);
  });
}

const idsOf = (plans: PlannedEvent[]) => plans.map(({ event }) => event.id);

/** Loads and locks them. For a series, those neither past nor completed. */
async function eventsToChange(sql: Sql, { event: seen, viewer }: EventAccess, input: UpdateEventInput) {
  if (input.apply === 'this') {
    const event = await lockEvent(sql, input.id);
    const { id: _id, apply: _apply, version: _version, countsForAttendance: _counts, ...others } = input;
    if (event.status === 'completed' && Object.keys(others).length > 0) {
      throw conflict('event_completed', 'This event is completed. Only whether it counts can still be changed.');
    }
    return { event, targets: [event], series: [] };
  }
  const { event, series } = await lockSeries(sql, seen);
  return { event, series, targets: eventsCoveredBy({ apply: input.apply, change: 'edit', event, viewer }, series) };
}

const WRITE = statement`
  update event e set title = n.title, description = n.description, type = n.type, scope = n.scope,
    starts_at = n."startsAt", ends_at = n."endsAt", local_start = n."localStart",
    actual_start = n."actualStart", time_zone = n."timeZone",
    signup_closes_minutes = n."signupClosesMinutes", journal_instance_id = n."journalInstanceId",
    team_id = n."teamId",
    any_role = n."anyRole", counts_for_attendance = n."countsForAttendance",
    version = n.version, own_fields = array(select jsonb_array_elements_text(n."ownFields"))
  from jsonb_to_recordset($1) as n(id uuid, title text, description text, type text, scope text, "startsAt" timestamptz,
    "endsAt" timestamptz, "localStart" text, "actualStart" text, "timeZone" text, "signupClosesMinutes" int, "journalInstanceId" int,
    "teamId" uuid, "anyRole" boolean, "countsForAttendance" boolean, "ownFields" jsonb, version int)
  where e.id = n.id`;

const SLOTS = query({ eventId: 'uuid', slots: json<SlotInput[]>() })`
  select event_id as "eventId", jsonb_agg(jsonb_build_object('roleKey', role_key, 'max', max) order by position) as slots
  from event_slot where event_id = any($1::uuid[]) group by event_id`;

async function slotsOf(sql: Sql, events: EventRow[]): Promise<Map<string, SlotInput[]>> {
  const rows = await sql.many(SLOTS, [events.map(({ id }) => id)]);
  // In the key order of the input, because they are compared as text.
  return new Map(rows.map(({ eventId, slots }) => [eventId, slots.map(({ roleKey, max }) => ({ roleKey, max }))]));
}
