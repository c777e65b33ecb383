import { EventType } from '@guildhall/contracts/event.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { languageOf } from '../../core/services/spoken-languages.ts';
import { loadVisibleEvent } from '../event/event.access.ts';
import type { Calendar, CalendarEvent } from './calendar-text.ts';

const MOST = 1_000;

const EventRow = columns({
  id: 'uuid',
  title: 'text',
  description: 'text?',
  type: text(EventType.options),
  status: text(['CONFIRMED', 'TENTATIVE', 'CANCELLED']),
  startsAt: 'instant',
  endsAt: 'instant',
  createdAt: 'instant',
  changedAt: 'instant',
  sequence: 'int',
  /** All that there are, these among them. */
  of: 'int!',
});

const shown = (description: string, answer: string, changed: string, tables: string) => `
  select e.id, e.title, ${description} as description, e.type, e.starts_at as "startsAt", e.ends_at as "endsAt",
    case when e.status = 'cancelled' then 'CANCELLED' when ${answer} = 'signed_up' then 'CONFIRMED' else 'TENTATIVE' end
      as status,
    e.created_at as "createdAt", greatest(log.at, ${changed}) as "changedAt", log.sequence,
    (count(*) over ())::int as of
  from event e ${tables}
  cross join lateral (
    select count(*)::int as sequence, max(l.at) as at from event_log_entry l
    where l.event_id = e.id and l.person_id is null and l.kind in ('edited', 'published', 'cancelled', 'reopened')
  ) log`;

/** Published events, from a quarter of a year ago to a year ahead. */
const events = (description: string, answer: string, changed: string, tables: string, condition: string) => query(
  EventRow,
)`
  ${shown(description, answer, changed, tables)}
  where e.published_at is not null and ${condition}
    and e.starts_at > now() - interval '90 days' and e.starts_at < now() + interval '400 days'
  -- Past events go first where there are more.
  order by e.ends_at < now() - interval '1 day', abs(extract(epoch from e.starts_at - now())), e.id limit ${MOST}`;

/** Nothing takes place in an archived guild; it keeps what is over. */
const OF_GUILD = events(
  'e.description',
  `'signed_up'`,
  'e.created_at',
  'join organization o on o.id = e.organization_id',
  'e.organization_id = $1 and (o.archived_at is null or e.ends_at <= now())',
);

/** Only the person's own events, signed up or tentative, without the guild's description. */
const OF_PERSON = events(
  'null',
  // A person who came is no longer tentative.
  `case when p.attendance in ('present', 'late', 'benched') then 'signed_up' else p.status end`,
  'p.status_since',
  `join organization o on o.id = e.organization_id
   join participation p on p.event_id = e.id and p.user_id = $1 and p.status <> 'declined'
   join membership m on m.organization_id = e.organization_id and m.user_id = $1 and m.left_at is null`,
  'o.archived_at is null',
);

/** As its guild's feed has it; only a file has a draft. */
const ONE = query(EventRow)`
  ${shown('e.description', `case when e.published_at is not null then 'signed_up' end`, 'e.created_at', '')}
  where e.id = $1`;

const GUILD = query({ name: 'text', locale: 'text?' })`
  select o.name, (select locale from person where id = $2) as locale from organization o where o.id = $1`;
const PERSON = query({ locale: 'text' })`select locale from person where id = $1`;

export async function guildCalendar({ sql }: AppContext, organizationId: string, userId: string): Promise<Calendar> {
  const { name, locale } = await sql.one(GUILD, [organizationId, userId]);
  const events = await read(sql, OF_GUILD, organizationId);
  return { name, language: languageOf(locale), page: `/g/${organizationId}/events`, ...events };
}

export async function personalCalendar({ sql }: AppContext, userId: string): Promise<Calendar> {
  const person = await sql.maybe(PERSON, [userId]);
  return {
    name: 'Guildhall',
    language: languageOf(person?.locale),
    page: '/',
    ...(await read(sql, OF_PERSON, userId)),
  };
}

export async function eventCalendar({ sql }: AppContext, actor: Actor, id: string): Promise<Calendar> {
  const { event } = await loadVisibleEvent(sql, actor, id);
  const { name, locale } = await sql.one(GUILD, [event.organizationId, actor.userId]);
  return { name, language: languageOf(locale), page: `/events/${id}`, ...(await read(sql, ONE, id)) };
}

async function read(sql: Sql, statement: typeof OF_GUILD, id: string): Promise<Pick<Calendar, 'events' | 'all'>> {
  const rows = await sql.many(statement, [id]);
  const sorted = rows.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt) || (a.id < b.id ? -1 : 1));
  const events = sorted.map(
    (row): CalendarEvent => ({
      ...row,
      startsAt: new Date(row.startsAt),
      endsAt: new Date(row.endsAt),
      createdAt: new Date(row.createdAt),
      changedAt: new Date(row.changedAt),
    }),
  );
  return { events, all: rows[0]?.of ?? 0 };
}
