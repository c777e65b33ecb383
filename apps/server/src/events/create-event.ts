import type { CreateEventInput, EventView } from '@guildhall/contracts/event.ts';
import type { Actor } from '../core/actor.ts';
import type { AppContext } from '../core/context.ts';
import { AppError, forbidden } from '../core/errors.ts';
import type { UnitOfWork } from '../core/unit-of-work.ts';
import { uuidv7 } from '../core/uuid.ts';
import { keepOrganization } from '../organizations/lock-organization.ts';
import { organizationAccess, refuseArchived } from '../organizations/organization.access.ts';
import { keepPeople } from '../users/keep-people.ts';
import { seeEvent } from './event.access.ts';
import { viewOf } from './event.queries.ts';
import { COUNTS_BY_OFFICERS, eventViewer, mayCreate } from './event.rules.ts';
import { closingMinutes, minutesOf } from './event-lengths.ts';
import { instantAt, localAt, localStarts } from './event-times.ts';
import { guildTimeZone } from './guild-time-zone.ts';
import { refuseUnknownInstance } from './refuse-unknown-instance.ts';
import { tellEvents } from './tell-changes.ts';
import { writeEventLog } from './write-event-log.ts';
import { writeSlots } from './write-slots.ts';

const INSERT = `
  insert into event (id, organization_id, title, description, type, scope, status, starts_at, ends_at, local_start,
    time_zone, signup_closes_minutes, journal_instance_id, recurring_series_id, any_role, counts_for_attendance,
    created_by_id, published_at)
  select s.id, $1, $2, $3, $4, $5, $6, s."startsAt", s."startsAt" + $7::int * interval '1 minute', s."localStart", $8, $9,
    $10, $11, $12, $13, $14, case when $6 = 'published' then now() end
  from jsonb_to_recordset($15) as s(id uuid, "startsAt" timestamptz, "localStart" text)`;

/** Makes one event, or all events of a series; answers the first. */
export async function createEvent(ctx: AppContext, actor: Actor, input: CreateEventInput): Promise<EventView> {
  return ctx.transact(async (tx) => {
    const { sql } = tx;
    await keepPeople(sql, actor.userId);
    const access = await organizationAccess(sql, actor, input.id);
    await keepOrganization(sql, access.organizationId);
    const viewer = eventViewer(actor, access);
    if (!viewer.isMember && !viewer.managesEvents)
      throw forbidden('Only members of this organization can create events.');
    if (!mayCreate(viewer, input.scope))
      throw forbidden(
        'Only people who manage events can create events for the whole guild. Create a group event instead.',
      );
    if (input.countsForAttendance && !viewer.managesEvents) throw forbidden(COUNTS_BY_OFFICERS);
    refuseArchived(access);
    await refuseUnknownInstance(sql, input.journalInstanceId);
    const { organizationId } = access;
    const { events, timeZone, minutes, closes } = await planOf(tx, organizationId, input);
    const seriesId = input.recurringDates ? uuidv7() : null;
    await sql(INSERT, [
      organizationId,
      input.title,
      input.description ?? null,
      input.type,
      input.scope,
      input.status,
      minutes,
      timeZone,
      closes,
      input.journalInstanceId ?? null,
      seriesId,
      input.anyRole ?? false,
      input.countsForAttendance ?? viewer.managesEvents,
      actor.userId,
      JSON.stringify(events),
    ]);
    const ids = events.map(({ id }) => id);
    await writeSlots(sql, ids, input.slots);
    await writeEventLog(
      sql,
      ids.map((eventId) => ({ eventId, kind: 'created', actorId: actor.userId, changes: { status: input.status } })),
    );
    const unpublished = input.status === 'draft';
    await tellEvents(
      ctx,
      tx,
      ids.map((id) => ({ id, organizationId, unpublished })),
    );
    return viewOf(ctx, sql, await seeEvent(sql, actor, ids[0] ?? ''));
  });
}

/** When each event is, in order. */
async function planOf({ sql }: UnitOfWork, organizationId: string, input: CreateEventInput) {
  const timeZone = input.timeZone ?? (await guildTimeZone(sql, organizationId));
  const first = input.localStart ?? localAt(new Date(input.startsAt ?? ''), timeZone);
  // An instant that comes twice on the clock is meant as it is.
  const firstInstant = input.startsAt ? new Date(input.startsAt) : instantAt(first, timeZone);
  const locals = localStarts(first, input.recurringDates ?? []);
  const minutes = input.durationMinutes ?? minutesOf(firstInstant, input.endsAt);
  const closes = closingMinutes(firstInstant, input.signupDeadline);
  const events = locals.map((localStart) => ({
    id: uuidv7(),
    localStart,
    startsAt: localStart === first ? firstInstant : instantAt(localStart, timeZone),
  }));
  // Two clocks may be one instant, where a change of the clocks leaves one of them out.
  if (new Set(events.map(({ startsAt }) => startsAt.getTime())).size < events.length) {
    throw new AppError(
      'BAD_REQUEST',
      'same_start_twice',
      'Two events of the series would begin at the same time. Choose different days or times.',
    );
  }
  return { events, timeZone, minutes, closes };
}
