import { EventRole, EventStatus, EventType } from '@guildhall/contracts/event.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, objects, query, type RowOf, text } from '../../core/db/statement.ts';
import { positionOf } from '../../events/event/event.queries.ts';

const PostedParticipant = columns({
  /** The name of the character; null when it is gone. */
  name: 'text?',
  realm: 'text?',
  roleKey: text(EventRole.options).orNull,
  status: text(['signed_up', 'waitlist', 'tentative']),
  /** On the waitlist. */
  position: 'int?',
  hasNote: 'bool',
  lateMinutes: 'int?',
});
export type PostedParticipant = RowOf<typeof PostedParticipant>;

export type PostedEvent = Omit<RowOf<typeof VIEW>, 'locale'> & { detail: 'names' | 'counts' };

const VIEW = query({
  id: 'uuid',
  title: 'text',
  description: 'text?',
  type: text(EventType.options),
  status: text(EventStatus.options),
  instance: 'text?',
  /** Seconds since 1970. */
  startsAt: 'float',
  endsAt: 'float',
  closesAt: 'float',
  isClosed: 'bool',
  locale: 'text?',
  slots: objects({ roleKey: text(EventRole.options), max: 'int', taken: 'int' }),
  /** All but those who declined, in the order of their tickets. */
  participants: objects(PostedParticipant),
  declined: 'int',
})`
  select e.id, e.title, e.description, e.type, e.status, coalesce(own.name, english.name) as instance,
    extract(epoch from e.starts_at)::int8::float8 as "startsAt", extract(epoch from e.ends_at)::int8::float8 as "endsAt",
    extract(epoch from closes.at)::int8::float8 as "closesAt", closes.at <= now() as "isClosed",
    o.settings ->> 'locale' as locale, slots.slots, people.participants, people.declined
  from event e join organization o on o.id = e.organization_id
  left join journal_instance_locale english on english.entity_id = e.journal_instance_id and english.locale = 'en_US'
  left join journal_instance_locale own on own.entity_id = e.journal_instance_id
    and own.locale = o.settings ->> 'locale'
  cross join lateral (select e.starts_at - coalesce(e.signup_closes_minutes, 0) * interval '1 minute' as at) closes
  cross join lateral (
    select coalesce(json_agg(json_build_object('roleKey', s.role_key, 'max', s.max, 'taken', s.taken)
      order by s.position), '[]') as slots
    from event_slot s where s.event_id = e.id
  ) slots
  cross join lateral (
    select count(*) filter (where p.status = 'declined')::int as declined,
      coalesce(json_agg(json_build_object('name', c.name, 'realm', c.realm_slug, 'roleKey', p.role_key,
        'status', p.status, 'position', ${positionOf('p')}, 'hasNote', p.note is not null,
        'lateMinutes', p.late_minutes) order by p.ticket, p.status_since, p.id)
        filter (where p.status <> 'declined'), '[]') as participants
    from participation p left join character c on c.id = p.character_id where p.event_id = e.id
      and p.user_id not in (table leaving)
  ) people
  where e.id = $1`;

/** The event as everybody in the guild may see it, with the language of the guild. */
export async function readPostedEvent(sql: Sql, eventId: string, detail: PostedEvent['detail']) {
  const row = await sql.maybe(VIEW, [eventId]);
  if (!row) return null;
  const { locale, ...event } = row;
  return { event: { ...event, detail }, locale };
}
