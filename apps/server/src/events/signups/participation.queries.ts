import { Attendance, EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import type {
  ParticipationListInput,
  ParticipationListView,
  ParticipationView,
} from '@guildhall/contracts/participation.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, object, query, type RowOf, text, texts } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { PictureUrl } from '../../core/services/picture-url.ts';
import { classColor } from '../../reference/class-colors.ts';
import { classRef, specRef } from '../../reference/names.ts';
import { isAway } from '../event/away.ts';
import { seeEvent } from '../event/event.access.ts';
import { positionOf } from '../event/event.queries.ts';
import { canPlay } from './participating-character.ts';
import { noParticipation } from './sign-up-outcome.ts';

/** In the language `locale`, an SQL expression. */
const viewIn = (locale: string) => `
  select p.id, p.event_id as "eventId", jsonb_build_object('id', u.id, 'displayName', u.display_name) as "user",
    case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name, 'class', ${classRef('c.class_id', locale)},
      'activeSpec', case when c.spec_id is not null then ${specRef('c', locale)} end,
      'level', c.level, 'itemLevel', c.equipped_item_level, 'avatarUrl', c.avatar_url) end as "character",
    c.game_version as "gameVersion", c.class_id as "classId", p.role_key as "roleKey", p.roles, p.status, p.status_since as "statusSince", p.note, p.late_minutes as "lateMinutes", p.attendance,
    ${positionOf('p')} as position,
    ${isAway('p.user_id')} as away
  from participation p join event e on e.id = p.event_id join person u on u.id = p.user_id left join character c on c.id = p.character_id
  where p.event_id = $1 and `;

const Row = columns({
  id: 'uuid',
  attendance: text(Attendance.options).orNull,
  user: object({ id: 'uuid', displayName: 'text' }),
  note: 'text?',
  status: text(ParticipationStatus.options),
  roles: texts(EventRole.options),
  eventId: 'uuid',
  roleKey: text(EventRole.options).orNull,
  statusSince: 'instant',
  position: 'int?',
  lateMinutes: 'int?',
  away: 'bool?',
  character: json<Omit<NonNullable<ParticipationView['character']>, 'color'>>().orNull,
  gameVersion: text(GameVersion.options).orNull,
  classId: 'int?',
});
type Row = RowOf<typeof Row>;

const ONE = query(Row)`${viewIn(`'en_US'`)} p.id = $2`;

const FILTER = `($2::text is null or p.status = $2) and ($3::text is null or p.role_key = $3 or p.status = 'waitlist' and $3 = any(p.roles))`;
const PAGE = query(Row)`${viewIn('$6')} ${FILTER}
  order by array_position('{signed_up,waitlist,tentative,declined}', p.status), p.ticket, p.status_since, p.id
  limit $4 offset $5`;
const COUNT = query({
  total: 'int',
})`select count(*)::int as total from participation p where p.event_id = $1 and ${FILTER}`;

function present(pictureUrl: PictureUrl, { gameVersion, classId, character, ...row }: Row): ParticipationView {
  const unusualRole =
    row.roleKey !== null && gameVersion !== null && classId !== null && !canPlay(gameVersion, classId, row.roleKey);
  return {
    ...row,
    character: character && {
      ...character,
      avatarUrl: pictureUrl(character.avatarUrl),
      color: classColor(character.class.id),
    },
    unusualRole,
  };
}

/** Only the person and the event's managers may see whether they are away, and whether they came. */
const HIDDEN = { attendance: null, away: null };

/** For the person, or for somebody who may edit the event. */
export async function getParticipation(
  { pictureUrl }: AppContext,
  sql: Sql,
  eventId: string,
  id: string,
): Promise<ParticipationView> {
  const row = await sql.maybe(ONE, [eventId, id]);
  if (!row) throw noParticipation();
  return present(pictureUrl, row);
}

/** Lists participations: signed-up participants first, each group in the order of the queue. */
export async function listParticipations(
  { sql, pictureUrl }: AppContext,
  actor: Actor,
  input: ParticipationListInput,
): Promise<ParticipationListView> {
  const { event, mayEdit } = await seeEvent(sql, actor, input.id);
  const { page, pageSize, status = null, roleKey = null, locale } = input;
  const [rows, counted] = await Promise.all([
    sql.many(PAGE, [event.id, status, roleKey, pageSize, (page - 1) * pageSize, locale]),
    sql.one(COUNT, [event.id, status, roleKey]),
  ]);
  const participations = rows.map((row) => ({
    ...present(pictureUrl, row),
    ...(mayEdit || row.user.id === actor.userId ? {} : HIDDEN),
  }));
  return { participations, pagination: paginationOf(page, pageSize, counted.total) };
}
