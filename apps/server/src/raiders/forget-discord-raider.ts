/** “Remove me”: what a Discord account without an account here answered goes, and no change of an officer brings it back. */
import { LockMode } from '@mikro-orm/core';
import type { Sql } from '../core/db/sql.ts';
import { query, statement } from '../core/db/statement.ts';
import type { UnitOfWork } from '../core/jobs/unit-of-work.ts';
import { Raider } from '../membership/characters/raider.entity.ts';
import { removeUnusedRaider } from '../membership/characters/undo-raider-change.ts';
import { publishRaidersChanged } from './raider.access.ts';

/** The raiders that the key `$2` has, or had before an officer released or merged them, and from when until when. */
const THEIRS = `theirs as (
  select id, coalesce(discord_since, '-infinity') as since, 'infinity'::timestamptz as until
  from raider where organization_id = $1 and discord_key = $2
  union all
  select c.source_id, coalesce((select max(o.at) from raider_change o
    where o.source_id = c.source_id and o.kind = 'release' and o.at < c.at), '-infinity'), c.at
  from raider_change c where c.organization_id = $1 and c.moved ->> 'discordKey' = $2)`;
const RAIDERS = query({ id: 'uuid' })`with ${THEIRS} select distinct id from theirs order by id`;

/** Answers that they gave last. An account that took over the raider has them for its own. */
const OWN = query({ id: 'uuid', eventId: 'uuid', raiderId: 'uuid', added: 'bool' })`
  with ${THEIRS}, answer as (
    select t.*, p.id as answer_id from theirs t join participation p on p.raider_id = t.id
    union
    select t.*, moved.id::uuid from theirs t join raider_change c on c.source_id = t.id
    cross join jsonb_array_elements_text(c.moved -> 'participations') as moved(id))
  select distinct p.id, p.event_id as "eventId", p.raider_id as "raiderId", logged.added
  from answer a join participation p on p.id = a.answer_id and p.user_id is null
  cross join lateral (
    select max(l.at) filter (where l.kind = 'answered' and l.via = 'discord') as last,
      count(*) filter (where l.kind = 'added') > 0 as added
    from event_log_entry l where l.event_id = p.event_id and l.raider_id in (a.id, p.raider_id)) logged
  where logged.last between a.since and a.until`;

const FORGET_PLACES = statement`
  delete from lineup_place p using lineup l, unnest($1::uuid[], $2::uuid[]) as own(event_id, raider_id)
  where l.id = p.lineup_id and l.event_id = own.event_id and p.raider_id = own.raider_id`;
const FORGET_LOG = statement`
  update event_log_entry l set raider_id = null from unnest($1::uuid[], $2::uuid[]) as own(event_id, raider_id)
  where l.event_id = own.event_id and l.raider_id = own.raider_id and l.kind = 'answered' and l.via = 'discord'`;
const FORGET_NOTES = statement`update participation set note = null where id = any($1::uuid[]) and note is not null`;
/** An officer's removal stays until the event has begun, so that the same name does not come back. */
const FORGET_ANSWERS = query({ eventId: 'uuid' })`
  delete from participation p using event e
  where p.id = any($1::uuid[]) and e.id = p.event_id and p.attendance is null and not (p.removed and e.starts_at > now())
  returning p.event_id as "eventId"`;

/** Before the raiders, as undoing does. */
const HOLD_CHANGES = statement`
  with ${THEIRS}
  select from raider_change c where c.organization_id = $1
    and (c.moved ->> 'discordKey' = $2 or c.source_id in (select id from theirs)) order by c.id for update`;
/** Changes keep rows for the time when they are undone. */
const FORGET_CHANGES = statement`
  with ${THEIRS}
  update raider_change c set moved = jsonb_set(
    case when c.moved ->> 'discordKey' = $2 then c.moved || '{"discordKey": null}' else c.moved end,
    '{dropped,participations}', (
      select coalesce(jsonb_agg(case when kept.own then to_jsonb((kept.answer || '{"note": null}')::text) else kept.row end order by kept.n)
        filter (where not kept.own or kept.answer ->> 'attendance' is not null), '[]')
      from (
        select d.row, d.n, a.answer, exists (
          select from theirs t join event_log_entry l on l.event_id = (a.answer ->> 'event_id')::uuid
            and l.raider_id in (c.source_id, c.target_id)
          where t.id = c.source_id and l.kind = 'answered' and l.via = 'discord' and l.at between t.since and t.until) as own
        from jsonb_array_elements(c.moved #> '{dropped,participations}') with ordinality as d(row, n)
        cross join lateral (select (d.row #>> '{}')::jsonb as answer) a
      ) kept))
  where c.organization_id = $1 and (c.moved ->> 'discordKey' = $2 or c.source_id in (select id from theirs))`;
const FORGET_CHARACTERS = statement`
  delete from raider_character c using raider r
  where c.raider_id = any($1::uuid[]) and c.source = 'self' and r.id = c.raider_id and r.user_id is null and r.discord_key is null
    and not exists (select from participation p where p.raider_id = r.id)`;

/** The events with answers of theirs, to lock before these go. */
export async function eventsOfDiscordRaider(sql: Sql, organizationId: string, key: string): Promise<string[]> {
  const own = await sql.many(OWN, [organizationId, key]);
  return [...new Set(own.map(({ eventId }) => eventId))];
}

/** Erases key and answers. Entries of officers about the raider stay. Returns the events of the answers; null if there is no such raider. */
export async function forgetDiscordRaider(
  tx: UnitOfWork,
  organizationId: string,
  key: string,
): Promise<string[] | null> {
  const { em, sql } = tx;
  const values = [organizationId, key];
  await sql.run(HOLD_CHANGES, values);
  const ids = (await sql.many(RAIDERS, values)).map(({ id }) => id);
  if (ids.length === 0) return null;
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
  const raiders = await em.find(Raider, { id: { $in: ids } }, locked);
  const own = await sql.many(OWN, values);
  const places = [own.map(({ eventId }) => eventId), own.map(({ raiderId }) => raiderId)];
  await sql.run(FORGET_CHANGES, values);
  await sql.run(FORGET_PLACES, places);
  await sql.run(FORGET_LOG, places);
  await sql.run(FORGET_NOTES, [own.map(({ id }) => id)]);
  const answers = await sql.many(FORGET_ANSWERS, [own.filter(({ added }) => !added).map(({ id }) => id)]);
  for (const raider of raiders) if (raider.discordKey === key) raider.discordKey = null;
  await sql.run(FORGET_CHARACTERS, [ids]);
  for (const raider of raiders) {
    const { discordSince = null, createdAt, mergedInto } = raider;
    if (raider.discordKey || mergedInto) continue;
    // One that an officer made stays, also without any use.
    if (discordSince === null || discordSince <= createdAt) await removeUnusedRaider(tx, raider);
    else raider.discordSince = null;
  }
  publishRaidersChanged(tx, organizationId);
  return [...new Set(answers.map(({ eventId }) => eventId))];
}
