import {
  Attendance,
  type EventLogInput,
  EventLogKind,
  type EventLogView,
  EventRole,
  type EventView,
  ParticipationStatus,
  type SeriesView,
} from '@guildhall/contracts/event.ts';
import { InstanceCategory } from '@guildhall/contracts/game-data.ts';
import type { RaiderKind } from '@guildhall/contracts/raider.ts';
import { zoneOrUtc } from '@guildhall/contracts/time-zone.ts';
import type { Actor } from '../../core/actor.ts';
import { readPage } from '../../core/db/read-page.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, object, query, type RowOf, text, texts } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { PictureUrl } from '../../core/services/picture-url.ts';
import { RaiderColumn, raiderRef } from '../../membership/characters/raider-ref.ts';
import { shownRules } from '../../membership/rights/organization.access.ts';
import {
  type EventAccess,
  EventFields,
  type EventViewer,
  eventRules,
  loadVisibleEvent,
  noEvent,
  readSeries,
} from './event.access.ts';

/** Needs a participation `p` in scope: `f` is the character that a raider without an account brings. */
export const BROUGHT_CHARACTER = `left join lateral (
    select c.id, coalesce(e.name, c.name) as name, coalesce(e.realm_slug, c.realm) as realm,
      coalesce(e.class_id, c.class_id) as class_id
    from raider_character c left join roster_entry e on e.id = c.roster_entry_id where c.id = p.raider_character_id
  ) f on true`;

/** The fields of an answer. */
export const Answer = columns({
  status: text(ParticipationStatus.options),
  roleKey: text(EventRole.options).orNull,
  /** All roles the person would play, preferred first. */
  roles: texts(EventRole.options),
  note: 'text?',
  lateMinutes: 'int?',
});

// Arrays of texts: PostgreSQL takes a third of the time that objects with names cost it.
type Slot = [position: string, roleKey: EventRole, max: string, signedUp: string, waitlist: string];
type Face = [
  userId: string | null,
  name: string | null,
  raiderId: string,
  kind: RaiderKind,
  unproven: 'true' | null,
  character: string | null,
  classId: string | null,
  avatarUrl: string | null,
];

export const EventViewRow = columns({
  ...EventFields,
  createdAt: 'instant',
  guildTimeZone: 'text',
  imageUrl: 'text?',
  slots: json<Slot[]>(),
  faces: json<Face[]>(),
  signedUp: 'int',
  tentative: 'int',
  waitlist: 'int',
  declined: 'int',
  createdByName: 'text?',
  team: object({ id: 'uuid', name: 'text', color: 'text?' }).orNull,
  journalInstance: object({ id: 'int', name: 'text', category: text(InstanceCategory.options) }).orNull,
  mine: object({
    ...Answer,
    id: 'uuid',
    characterId: 'uuid?',
    position: 'int?',
    attendance: text(Attendance.options).orNull,
  }).orNull,
});
export type EventViewRow = RowOf<typeof EventViewRow>;

export function presentEvent(row: EventViewRow, viewer: EventViewer, pictureUrl: PictureUrl): EventView {
  const {
    signupClosesMinutes,
    teamId: _team,
    createdById,
    createdByName,
    signedUp,
    tentative,
    waitlist,
    declined,
    ...event
  } = row;
  return {
    ...event,
    timeZone: zoneOrUtc(event.timeZone),
    guildTimeZone: zoneOrUtc(event.guildTimeZone),
    signupDeadline:
      signupClosesMinutes === null
        ? null
        : new Date(Date.parse(row.startsAt) - signupClosesMinutes * 60_000).toISOString(),
    slots: row.slots
      .toSorted(([left], [right]) => Number(left) - Number(right))
      .map(([, roleKey, max, taken, waiting]) => ({
        roleKey,
        max: Number(max),
        signedUp: Number(taken),
        waitlist: Number(waiting),
      })),
    counts: { signedUp, tentative, waitlist, declined },
    imageUrl: pictureUrl(row.imageUrl),
    createdBy: createdById === null ? null : { id: createdById, displayName: createdByName ?? '' },
    faces: row.faces.map(([userId, name, raiderId, kind, unproven, character, classId, avatarUrl]) => ({
      user: userId === null ? null : { id: userId, displayName: name ?? '' },
      raider: {
        ...{ id: raiderId, name, kind, hasAccount: userId !== null },
        notProven: viewer.seesProof && unproven !== null,
      },
      character:
        classId === null ? null : { name: character ?? '', classId: Number(classId), avatarUrl: pictureUrl(avatarUrl) },
    })),
    archived: viewer.archived,
    abilityRules: shownRules(viewer, eventRules(viewer, row), viewer.archived).map(({ action, subject }) => ({
      action,
      // CASL's wire form allows more; our rules always name subjects by text.
      subject: subject as string | string[],
    })),
  };
}

/** The position of a participation `p` on the waitlist, the best of those of its roles. Null unless waitlisted. */
export const positionOf = (p: string) => `case when ${p}.status = 'waitlist' then (
  select min(ahead)::int from (
    select count(*) as ahead from unnest(${p}.roles) r
    join participation w on w.event_id = ${p}.event_id and w.status = 'waitlist' and r = any(w.roles) and w.ticket <= ${p}.ticket
    group by r) lines) end`;

/** Needs a participation `p` in scope: it is not of a person who is being erased. */
export const IS_NOT_LEAVING = 'not exists (select from leaving l where l.user_id = p.user_id)';

/**
 * The events of `$2` in that order, as `$1` sees them. A list reads the ids of its page first: PostgreSQL keeps one
 * plan of this statement, and would plan it again for each page if it held conditions and limits.
 */
export const EVENT_VIEWS = query(EventViewRow)`
  select e.id, e.organization_id as "organizationId", e.title, e.description, e.type, e.scope, e.status, e.version,
    e.starts_at as "startsAt", e.ends_at as "endsAt", coalesce(e.actual_start, e.local_start) as "localStart", e.time_zone as "timeZone",
    coalesce(o.settings ->> 'timeZone', 'UTC') as "guildTimeZone",
    e.signup_closes_minutes as "signupClosesMinutes", e.recurring_series_id as "recurringSeriesId",
    e.team_id as "teamId", case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'color', t.color) end as team,
    e.any_role as "anyRole", e.counts_for_attendance as "countsForAttendance", e.created_at as "createdAt",
    u.id as "createdById", u.display_name as "createdByName",
    case when i.id is not null then json_build_object('id', i.id, 'category', i.category,
      'name', coalesce(own.name, english.name, 'Instance ' || i.id)) end as "journalInstance",
    coalesce(e.image_url, '/api/v1/images/' || pending.id || '/' || (pending.sizes ->> 0) || '.webp', i.image_url) as "imageUrl",
    faces.faces, answers."signedUp", answers.tentative, answers.waitlist, answers.declined, slots.slots,
    case when m.id is not null then json_build_object('id', m.id, 'characterId', m.character_id, 'roleKey', m.role_key,
      'roles', m.roles, 'status', m.status, 'position', ${positionOf('m')}, 'note', m.note,
      'lateMinutes', m.late_minutes, 'attendance', m.attendance) end as mine
  from unnest($2::uuid[]) with ordinality as page (id, place)
  join event e on e.id = page.id
  join organization o on o.id = e.organization_id
  left join person u on u.id = e.created_by_id
  left join team t on t.id = e.team_id
  left join participation m on m.event_id = e.id and m.user_id = $1
  left join image pending on pending.subject_id = e.id and pending.purpose = 'event' and pending.status = 'pending'
    and pending.uploaded_by_id = $1
  left join journal_instance i on i.id = e.journal_instance_id
  left join journal_instance_locale english on english.entity_id = i.id and english.locale = 'en_US'
  left join journal_instance_locale own on own.entity_id = i.id
    and own.locale = (select locale from person where id = $1)
  cross join lateral (
    select count(*) filter (where p.status = 'signed_up')::int as "signedUp",
      count(*) filter (where p.status = 'tentative')::int as tentative,
      count(*) filter (where p.status = 'waitlist')::int as waitlist,
      count(*) filter (where p.status = 'declined')::int as declined
    from participation p where p.event_id = e.id and ${IS_NOT_LEAVING}
  ) answers
  cross join lateral (
    select coalesce(json_agg(array[first.user_id::text, coalesce(first.display_name, first.raider_name), first.raider_id::text,
      first.kind, first.unproven, first.name, first.class_id::text, first.avatar_url]), '[]') as faces
    from (
      select p.user_id, u.display_name, r.id as raider_id, r.name as raider_name, r.kind,
        case when r.discord_key is not null then 'true' end as unproven, coalesce(c.name, f.name) as name,
        coalesce(c.class_id, f.class_id) as class_id, c.avatar_url
      from participation p join raider r on r.id = p.raider_id left join person u on u.id = p.user_id
      left join character c on c.id = p.character_id
      ${BROUGHT_CHARACTER}
      where p.event_id = e.id and p.status = 'signed_up' and ${IS_NOT_LEAVING} and answers."signedUp" > 0 order by p.ticket limit 8
    ) first
  ) faces
  cross join lateral (
    select coalesce(json_agg(array[s.position::text, s.role_key, s.max::text, s.taken::text,
      case when answers.waitlist = 0 then '0' else (select count(*)::text from participation w
        where w.event_id = e.id and s.role_key = any(w.roles) and w.status = 'waitlist') end]), '[]') as slots
    from event_slot s where s.event_id = e.id
  ) slots
  order by page.place`;

export async function getEvent(ctx: AppContext, actor: Actor, input: { id: string }): Promise<EventView> {
  return eventView(ctx, ctx.sql, await loadVisibleEvent(ctx.sql, actor, input.id));
}

const FILLED = query({ id: 'uuid', signedUp: 'int', slots: 'int', mine: text(ParticipationStatus.options).orNull })`
  select e.id, (select coalesce(sum(s.max), 0)::int from event_slot s where s.event_id = e.id) as slots,
    (select count(*)::int from participation p where p.event_id = e.id and p.status = 'signed_up' and ${IS_NOT_LEAVING}) as "signedUp",
    (select m.status from participation m where m.event_id = e.id and m.user_id = $2) as mine
  from event e where e.id = any($1::uuid[])`;

export async function getSeries({ sql }: AppContext, actor: Actor, input: { id: string }): Promise<SeriesView> {
  const seen = await loadVisibleEvent(sql, actor, input.id);
  const events = await readSeries(sql, seen);
  const filled = await sql.many(FILLED, [events.map(({ id }) => id), actor.userId]);
  const filledOf = new Map(filled.map((row) => [row.id, row]));
  return {
    recurringSeriesId: seen.event.recurringSeriesId ?? '',
    events: events.flatMap((event) => {
      const { id, startsAt, status, started, closed } = event;
      const row = filledOf.get(id);
      const localStart = event.actualStart ?? event.localStart;
      const open = status === 'published' && !started && !closed && !seen.viewer.archived;
      return row ? [{ ...row, startsAt, localStart, status, open }] : [];
    }),
  };
}

/** The event as the actor sees it now, including uncommitted changes of this transaction. */
export async function eventView(
  { pictureUrl }: AppContext,
  sql: Sql,
  { event, viewer }: Pick<EventAccess, 'event' | 'viewer'>,
): Promise<EventView> {
  const row = await sql.maybe(EVENT_VIEWS, [viewer.userId, [event.id]]);
  if (!row) throw noEvent();
  return presentEvent(row, viewer, pictureUrl);
}

/** Editors of the event read everything; others read entries about the event itself and about themselves. */
const VISIBLE = `l.event_id = $1 and ($2::uuid is null or l.person_id = $2
  or l.kind in ('created', 'edited', 'published', 'cancelled', 'reopened', 'completed', 'image_changed'))`;

const LOG = query({
  id: 'uuid',
  kind: text(EventLogKind.options),
  actor: object({ id: 'uuid', displayName: 'text' }).orNull,
  service: object({ id: 'uuid', name: 'text' }).orNull,
  person: object({ id: 'uuid', displayName: 'text' }).orNull,
  raider: RaiderColumn.orNull,
  via: text(['discord']).orNull,
  changes: json<Record<string, unknown>>(),
  why: 'text?',
  at: 'instant',
})`
  select l.id, l.kind, l.via, l.changes, l.why, l.at,
    case when a.id is not null then jsonb_build_object('id', a.id, 'displayName', a.display_name) end as actor,
    case when s.id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as service,
    case when p.id is not null then jsonb_build_object('id', p.id, 'displayName', p.display_name) end as person,
    case when r.id is not null then ${raiderRef('$5', { name: 'r.name' })} end as raider
  from event_log_entry l left join person a on a.id = l.actor_id left join person p on p.id = l.person_id
    left join raider r on r.id = l.raider_id
    left join service_account s on s.id = l.service_id
  where ${VISIBLE} order by l.at desc, l.id desc limit $3 offset $4`;
const LOG_LENGTH = query({ total: 'int' })`select count(*)::int as total from event_log_entry l where ${VISIBLE}`;

export async function listEventLog({ sql }: AppContext, actor: Actor, input: EventLogInput): Promise<EventLogView> {
  const { event, viewer, mayEdit } = await loadVisibleEvent(sql, actor, input.id);
  const reader = mayEdit ? null : actor.userId;
  const { rows, pagination } = await readPage(sql, LOG, LOG_LENGTH, [event.id, reader], input, [viewer.seesProof]);
  return { entries: rows, pagination };
}

/** An SQL condition: whether the event `e` expects this person: each member, or those whom its team counts on. */
export const isExpected = (userId: string) => `(e.team_id is null or exists (
  select from team_member m join raider r on r.id = m.raider_id
  where m.team_id = e.team_id and m.until is null and m.status <> 'social' and r.user_id = ${userId}))`;

/** An SQL condition: whether a person is away, from one guild or all, when the event `e` begins. */
export const isAway = (userId: string) => `exists (
  select from absence away where away.user_id = ${userId} and away.starts_at <= e.starts_at and away.ends_at > e.starts_at
    and (away.organization_id is null or away.organization_id = e.organization_id))`;
