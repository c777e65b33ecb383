import { type EventLogInput, EventLogKind, type EventLogView } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import { readPage } from '../../core/db/read-page.ts';
import { instantOf } from '../../core/db/sql.ts';
import { json, object, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { seeEvent } from './event.access.ts';

/** Editors of the event read everything; others read entries about the event itself and about themselves. */
const VISIBLE = `l.event_id = $1 and ($2::uuid is null or l.person_id = $2
  or l.kind in ('created', 'edited', 'published', 'cancelled', 'reopened', 'completed', 'image_changed'))`;

const PAGE = query({
  id: 'uuid',
  kind: text(EventLogKind.options),
  actor: object({ id: 'uuid', displayName: 'text' }).orNull,
  service: object({ id: 'uuid', name: 'text' }).orNull,
  person: object({ id: 'uuid', displayName: 'text' }).orNull,
  via: text(['discord']).orNull,
  changes: json<Record<string, unknown>>(),
  why: 'text?',
  at: 'instant',
})`
  select l.id, l.kind, l.via, l.changes, l.why, l.at,
    case when a.id is not null then jsonb_build_object('id', a.id, 'displayName', a.display_name) end as actor,
    case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as service,
    case when p.id is not null then jsonb_build_object('id', p.id, 'displayName', p.display_name) end as person
  from event_log_entry l left join person a on a.id = l.actor_id left join person p on p.id = l.person_id
    left join service_account s on s.id = l.service_id
  where ${VISIBLE} order by l.at desc, l.id desc limit $3 offset $4`;
const COUNT = query({ total: 'int' })`select count(*)::int as total from event_log_entry l where ${VISIBLE}`;

export async function listEventLog({ sql }: AppContext, actor: Actor, input: EventLogInput): Promise<EventLogView> {
  const { event, mayEdit } = await seeEvent(sql, actor, input.id);
  const reader = mayEdit ? null : actor.userId;
  const { rows, pagination } = await readPage(sql, PAGE, COUNT, [event.id, reader], input);
  return { entries: rows.map((row) => ({ ...row, at: instantOf(row.at) })), pagination };
}
