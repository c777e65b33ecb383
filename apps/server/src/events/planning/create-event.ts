import type { CreateEventInput } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import { forbidden } from '../../core/errors.ts';
import { createdEarlier, type RepeatableRequest } from '../../core/http/repeated-requests.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import type { AppContext } from '../../core/services/context.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { logManaged, organizationAccess, refuseArchived } from '../../membership/rights/organization.access.ts';
import { refuseUnknownTeam } from '../../raiders/team.access.ts';
import {
  COUNTS_BY_OFFICERS,
  eventViewer,
  loadVisibleEvent,
  managesEventOf,
  mayCreateEvent,
  notTheirTeam,
} from '../event/event.access.ts';
import { eventView } from '../event/event.queries.ts';
import {
  closingMinutes,
  durationInMinutes,
  guildTimeZone,
  instantAt,
  localAt,
  localStarts,
} from '../event/event-times.ts';
import { eventStarts, insertEvents, newEventStart } from './insert-events.ts';
import { refuseSameStart, refuseUnknownInstance } from './refusals.ts';

const SERIES = eventStarts('recurring_series_id = $1');

/** `signupClosesMinutes` counts where no deadline is given. */
type NewEventInput = CreateEventInput & { signupClosesMinutes?: number | null };

/** Creates one event, or all events of a series; returns the first, and the starts of the series. */
export const createEvent = (ctx: AppContext, actor: Actor, input: CreateEventInput, request: RepeatableRequest) =>
  ctx.transact(async (tx) => (await createEvents(ctx, tx, actor, input, request)).view);

/** The same within a transaction. The events are not new when the request is a repeated one. */
export async function createEvents(
  ctx: AppContext,
  tx: UnitOfWork,
  actor: Actor,
  input: NewEventInput,
  request: RepeatableRequest,
) {
  const { sql } = tx;
  const access = await organizationAccess(sql, actor, input.id);
  const viewer = eventViewer(actor, access);
  if (!viewer.isMember && !viewer.managesEvents)
    throw forbidden('Only members of this organization can create events.');
  const { scope, teamId = null } = input;
  if (teamId !== null && scope === 'group' && !mayCreateEvent(viewer, { scope, teamId })) throw notTheirTeam();
  if (!mayCreateEvent(viewer, { scope, teamId }))
    throw forbidden(
      'Only people who manage events can create events for the whole guild. Create a group event instead.',
    );
  const manages = managesEventOf(viewer, teamId);
  if (input.countsForAttendance && !manages) throw forbidden(COUNTS_BY_OFFICERS);
  refuseArchived(access);
  await logManaged(sql, actor, access);
  await refuseUnknownInstance(sql, input.journalInstanceId);
  const { organizationId } = access;
  if (teamId !== null) await refuseUnknownTeam(sql, organizationId, teamId);
  const plan = await planOf(tx, organizationId, input);
  const planned = plan.starts.map(({ id }) => id);
  const earlier = await createdEarlier(sql, actor, request, planned);
  if (!earlier) {
    await insertEvents(tx, actor, viewer, {
      ...input,
      ...plan,
      organizationId,
      teamId,
      recurringSeriesId: input.recurringDates ? uuidv7() : null,
      countsForAttendance: input.countsForAttendance ?? manages,
    });
  }
  const ids = earlier ?? planned;
  const view = await eventView(ctx, sql, await loadVisibleEvent(sql, actor, ids[0] ?? ''));
  const series = view.recurringSeriesId === null ? [] : await sql.many(SERIES, [view.recurringSeriesId]);
  return { ids, isNew: !earlier, view: { ...view, series } };
}

async function planOf({ sql }: UnitOfWork, organizationId: string, input: NewEventInput) {
  const timeZone = input.timeZone ?? (await guildTimeZone(sql, organizationId));
  const first = input.localStart ?? localAt(new Date(input.startsAt ?? ''), timeZone);
  // Keep the exact instant, which the clock may show twice.
  const firstInstant = input.startsAt ? new Date(input.startsAt) : instantAt(first, timeZone);
  const locals = localStarts(first, input.recurringDates ?? []);
  const minutes = input.durationMinutes ?? durationInMinutes(firstInstant, input.endsAt);
  const signupClosesMinutes =
    input.signupDeadline === undefined && input.signupClosesMinutes !== undefined
      ? input.signupClosesMinutes
      : closingMinutes(firstInstant, input.signupDeadline);
  const starts = locals.map((local) => newEventStart(local, timeZone, local === first ? firstInstant : undefined));
  refuseSameStart(starts);
  return { starts, timeZone, minutes, signupClosesMinutes };
}
