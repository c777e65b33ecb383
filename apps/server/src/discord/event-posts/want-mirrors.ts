/** Says which events are scheduled events of their server. `mirror-events.ts` then makes them so. */
import { query, statement } from '../../core/db/statement.ts';
import type { UnitOfWork } from '../../core/jobs/unit-of-work.ts';
import { mirrorEventsJob } from '../bindings/discord.jobs.ts';

/** Discord allows a server 100 events to come, which several guilds and the server itself share. */
const MOST = 25;

/** The next events that each guild wants mirrored. */
export const WANTED_MIRRORS = `
  select id, organization_id, server_id from (
    select e.id, e.organization_id, d.server_id,
      row_number() over (partition by e.organization_id order by e.starts_at, e.id) as place
    from event e
    join organization o on o.id = e.organization_id and o.archived_at is null
    join discord_connection d on d.organization_id = e.organization_id
    join chat_server_proof proof on proof.organization_id = e.organization_id and proof.server_id = d.server_id
    where e.status = 'published' and e.starts_at > now() and e.starts_at < now() + interval '28 days'
      and exists (
        select from discord_binding b where b.organization_id = e.organization_id and b.server_id = d.server_id
          and b.mirrors and e.scope = any(b.scopes) and e.type = any(b.types))
  ) next where place <= ${MOST}`;

const RAISE = statement`update event_mirror set wanted = wanted + 1 where event_id = any($1)`;

/** `$1` are organizations; null for all. */
const ADD = statement`
  insert into event_mirror (event_id, server_id)
  select e.id, w.server_id from (${WANTED_MIRRORS}) w join event e on e.id = w.id
  where ($1::uuid[] is null or w.organization_id = any($1))
    and not exists (select from event_mirror m where m.event_id = w.id and m.server_id = w.server_id)
  order by e.starts_at
  on conflict do nothing`;

/** Those of events that are gone, over or called off, or that nobody wants mirrored any more. Running ones stay. */
const RETIRE = statement`
  update event_mirror m set wanted = wanted + 1
  where m.wanted = m.shown
    and ($1::uuid[] is null or m.event_id is null or exists (
      select from event e where e.id = m.event_id and e.organization_id = any($1)))
    and not exists (
    select from event e where e.id = m.event_id and e.status = 'published' and (e.starts_at <= now() or exists (
      select from (${WANTED_MIRRORS}) w
      where w.organization_id = e.organization_id and w.id = e.id and w.server_id = m.server_id)))`;

/** Columns round times to milliseconds: what this transaction added may lie a moment ahead of it. */
const DUE = query({ serverId: 'text' })`
  select distinct m.server_id as "serverId" from event_mirror m
  where m.wanted > m.shown and m.next_try_at < now() + interval '1 second' and not exists (
    select from discord_connection d where d.server_id = m.server_id and d.state = 'bot_removed')`;

type Changed = { eventIds: string[]; organizationIds: string[] };

/** Without changes: everything, for what comes near by itself and what was lost. */
export async function wantMirrors(tx: UnitOfWork, changed?: Changed): Promise<void> {
  const { sql } = tx;
  if (changed) await sql.run(RAISE, [changed.eventIds]);
  const organizationIds = changed?.organizationIds ?? null;
  await sql.run(ADD, [organizationIds]);
  await sql.run(RETIRE, [organizationIds]);
  for (const { serverId } of await sql.many(DUE)) await tx.enqueue(mirrorEventsJob, { serverId });
}
