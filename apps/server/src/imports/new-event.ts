/** The event of an evening that the source names: one that is there, or one that the import adds. */
import type { Night } from '@guildhall/guild-tools/rows.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { AppError } from '../core/errors.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { type EventRow, lockEvent, lockEventIfThere } from '../events/event/event.access.ts';
import { guildTimeZone, localAt } from '../events/event/event-times.ts';
import { publishEventChanges } from '../events/event/publish-changes.ts';
import { newEventStart, writeEvents } from '../events/planning/insert-events.ts';
import { refuseTooManyEvents } from '../events/planning/refusals.ts';
import { removeEvents } from '../events/planning/remove-events.ts';
import type { RunRow } from './import.access.ts';
import type { Wrote } from './import-run.entity.ts';

/** Several evenings at one time find each its own by its title, so that bringing in the same again adds none. */
const AT = query({ id: 'uuid' })`
  select e.id from event e where e.organization_id = $1 and e.status in ('published', 'completed')
    and e.starts_at between $2::timestamptz - interval '1 hour' and $2::timestamptz + interval '1 hour'
    and (e.title is not distinct from $3 or $4::uuid is null
      or not exists (select from import_row w where w.run_id = $4 and w.wrote -> 'event' ->> 'id' = e.id::text))
  order by e.title is not distinct from $3 desc, abs(extract(epoch from e.starts_at - $2::timestamptz)), e.id limit 1`;

type Evening = { organizationId: string; startsAt: string; title: string | null; notOf?: string };

/** The event that begins then, within an hour; `notOf` is a run whose events of other titles do not count. */
export const eventAt = async (sql: Sql, { organizationId, startsAt, title, notOf }: Evening): Promise<string | null> =>
  (await sql.maybe(AT, [organizationId, startsAt, titleOf(title), notOf ?? null]))?.id ?? null;

/** As an event may be called. */
const titleOf = (title: string | null) => title ?? 'Raid';

const MOST_MINUTES = 7 * 24 * 60;

/** Minutes from the start to the end; null where the source does not say both. */
function minutesOf({ startsAt, endsAt }: Night): number | null {
  const minutes = Math.round((Date.parse(endsAt ?? '') - Date.parse(startsAt ?? '')) / 60_000);
  return minutes > 0 && minutes <= MOST_MINUTES ? minutes : null;
}

/** Nothing about the hours of an event is guessed. */
export const canBeAdded = (night: Night): boolean => minutesOf(night) !== null;

/** Null where the organization may have no more events. */
export async function addNewEvent(tx: UnitOfWork, { organizationId, createdById }: RunRow, night: Night) {
  const { sql } = tx;
  const minutes = minutesOf(night);
  if (night.startsAt === null || minutes === null) return null;
  try {
    await refuseTooManyEvents(sql, organizationId, 1);
  } catch (error) {
    if (error instanceof AppError && error.reason === 'too_many_events') return null;
    throw error;
  }
  const timeZone = await guildTimeZone(sql, organizationId);
  const startsAt = new Date(night.startsAt);
  const isOver = startsAt.getTime() + minutes * 60_000 < Date.now();
  const [id = ''] = await writeEvents(sql, createdById, {
    ...{ organizationId, timeZone, minutes },
    ...{ title: titleOf(night.title), type: 'raid', scope: 'guild', status: isOver ? 'completed' : 'published' },
    ...{ slots: [], signupClosesMinutes: null, recurringSeriesId: null, teamId: null, countsForAttendance: true },
    starts: [newEventStart(localAt(startsAt, timeZone), timeZone, startsAt)],
    why: 'Brought in.',
  });
  const event = await lockEvent(sql, id);
  // A season that is over is no news for channels: clients hear of it by its answers.
  if (!isOver) await publishEventChanges(tx, [event]);
  const wrote: Wrote['event'] = { id, ...(await sql.one(AS_WRITTEN, [id])) };
  return { event, wrote };
}

/** Changes by the service itself do not count. */
const DIGEST = `md5((to_jsonb(e) - '{status,tickets,reminded_at,published_at}'::text[])::text)`;
const AS_WRITTEN = query({ digest: 'text!' })`select ${DIGEST} as digest from event e where e.id = $1`;
const UNCHANGED = query({ id: 'uuid' })`
  select e.id from event e where e.id = $1 and ${DIGEST} = $2 and e.status <> 'cancelled'
    and not exists (select from participation p where p.event_id = e.id)`;

/** Whether the event is gone: one that was changed, or has other answers, stays. */
export async function removeNewEvent(tx: UnitOfWork, { id, digest }: { id: string; digest: string }): Promise<boolean> {
  const { sql } = tx;
  const event: EventRow | null = await lockEventIfThere(sql, id);
  if (!event) return true;
  if (!(await sql.maybe(UNCHANGED, [id, digest]))) return false;
  await publishEventChanges(tx, [event]);
  await removeEvents(tx, [event]);
  return true;
}
