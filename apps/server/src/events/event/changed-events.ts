/**
 * Events to come that a sweep looks at: those for which something changed since (`event_look`), and besides a share of all, which
 * finds what no trigger tells of. Small installations are looked at as a whole each time.
 */
import type { Sql } from '../../core/db/sql.ts';
import { query, statement } from '../../core/db/statement.ts';
import { handleShare, withPatience } from '../../core/jobs/sweep-parts.ts';
import type { AppContext } from '../../core/services/context.ts';

export const IS_TO_COME = `e.status = 'published' and e.starts_at > now()`;

/** Looks at each event by its id, not at all that are to come. */
const OF_EVENT_TO_COME = `exists (select from event e where e.id = p.event_id and ${IS_TO_COME} offset 0)`;

type Part = 'places' | 'reminders';
/** Gets `AT_ONCE` events at most, and returns the failures by event. One that fails at all fails for each of them. */
type Look = (eventIds: string[]) => Promise<Map<string, unknown>>;

const BATCH = 200;
/** With some 25 answers to each event, a look at so many takes a fraction of a second. */
const SHARE = 500;
/** Few enough that PostgreSQL looks at each answer by its indexes, however large the tables are. */
const AT_ONCE = 50;

/** One after the other, so that a person with many events does not read those of others again. */
const TAKE = query({ id: 'uuid', eventIds: 'uuid[]' })`
  with taken as (
    update event_look l set seen_at = coalesce(l.seen_at, clock_timestamp())
    from (select id from event_look where part = $1 and id > $2 order by id limit ${BATCH}) t where l.id = t.id
    returning l.id, l.user_id, l.raider_id, l.organization_id, l.event_id
  )
  select t.id, array(
    select e.id from event e where e.id = t.event_id and ${IS_TO_COME}
    union select e.id from event e where e.organization_id = t.organization_id and ${IS_TO_COME}
    union select p.event_id from participation p where p.user_id = t.user_id and ${OF_EVENT_TO_COME}
    union select p.event_id from participation p where p.raider_id = t.raider_id and ${OF_EVENT_TO_COME}
  ) as "eventIds"
  from taken t order by t.id`;

/** A sign-up that began before a change may commit after the first look, so that there is a second. */
const SETTLE = statement`delete from event_look where id = any($1::uuid[]) and seen_at < now() - interval '30 seconds'`;

const SHARE_OF = query({ id: 'uuid', at: 'text' })`
  select e.id, e.starts_at::text as at from event e
  where ${IS_TO_COME} and (e.starts_at, e.id) > ($1::timestamptz, $2::uuid) and e.starts_at > now() + $3::int * interval '1 hour'
    and e.starts_at <= now() + $4::int * interval '1 hour'
  order by e.starts_at, e.id limit ${SHARE}`;

const FIRST = '00000000-0000-0000-0000-000000000000';

/** In hours from now. Events of the next day come round more often than those after them. */
const SOON = [0, 24];
const LATER = [24, 100 * 365 * 24];

const LOOK_AGAIN = statement`insert into event_look (part, event_id) select $1::text, unnest($2::uuid[])`;
export const lookAgain = (sql: Sql, part: Part, eventIds: string[]) => sql.run(LOOK_AGAIN, [part, eventIds]);

/** A failing event is looked at again in the next run, and does not keep others from it. */
export async function lookAtEvents(ctx: AppContext, part: Part, look: Look, signal: AbortSignal): Promise<void> {
  const { sql } = ctx;
  const failures = new Map<string, unknown>();
  const seen = new Set<string>();
  const lookAt = async (eventIds: string[]) => {
    const failed: string[] = [];
    const unseen = [...new Set(eventIds)].filter((id) => !seen.has(id));
    for (let at = 0; at < unseen.length; at += AT_ONCE) {
      signal.throwIfAborted();
      const some = unseen.slice(at, at + AT_ONCE);
      const looked = await withPatience(ctx, () => look(some)).catch((error: unknown) => {
        signal.throwIfAborted();
        return new Map(some.map((id) => [id, error]));
      });
      for (const [id, error] of looked) failures.set(id, error);
      failed.push(...looked.keys());
      for (const id of some) seen.add(id);
    }
    return failed;
  };
  for (let after = FIRST; ; ) {
    signal.throwIfAborted();
    const taken = await sql.many(TAKE, [part, after]);
    try {
      await lookAt(taken.flatMap(({ eventIds }) => eventIds));
    } finally {
      const settled = taken.filter(({ eventIds }) => eventIds.every((id) => seen.has(id) && !failures.has(id)));
      if (settled.length > 0) await sql.run(SETTLE, [settled.map(({ id }) => id)]);
    }
    const last = taken.length === BATCH ? taken.at(-1) : undefined;
    if (!last) break;
    after = last.id;
  }
  for (const [range, hours] of Object.entries(part === 'reminders' ? { SOON } : { SOON, LATER })) {
    signal.throwIfAborted();
    const shares = {
      name: `${part} ${range.toLowerCase()}`,
      most: SHARE,
      beginning: `-infinity/${FIRST}`,
      read: (after: string) => sql.many(SHARE_OF, [...after.split('/'), ...hours]),
      positionOf: (event: { at: string; id: string }) => `${event.at}/${event.id}`,
    };
    await handleShare(sql, shares, async (events) => {
      const failed = await lookAt(events.map(({ id }) => id));
      if (failed.length > 0) await lookAgain(sql, part, failed);
    });
  }
  if (failures.size > 0) throw new AggregateError(failures.values(), `Events could not be looked at: ${part}`);
}
