import { Attendance } from '@guildhall/contracts/event.ts';
import { paginationOf } from '@guildhall/contracts/page.ts';
import type {
  ParticipantCharacter,
  ParticipationListInput,
  ParticipationView,
} from '@guildhall/contracts/participation.ts';
import { GameVersion } from '@guildhall/contracts/primitives.ts';
import type { ParticipatingRaider } from '@guildhall/contracts/raider.ts';
import type { Actor } from '../../core/actor.ts';
import { columns, json, object, query, type RowOf, text } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import type { PictureUrl } from '../../core/services/picture-url.ts';
import { raiderFields, type SeesProof } from '../../membership/characters/raider-ref.ts';
import { SHARES } from '../../membership/characters/sharing.ts';
import { type ReferenceNames, referenceNames } from '../../reference/game-data/names.ts';
import { currentItemLevel } from '../../reference/game-data/newest-patch.ts';
import { classColor } from '../../reference/game-data/playable.ts';
import { loadVisibleEvent } from '../event/event.access.ts';
import { Answer, BROUGHT_CHARACTER, IS_NOT_LEAVING, isAway, positionOf } from '../event/event.queries.ts';
import { canPlay } from './choose-character.ts';

/** The character `c` of a participant. */
export const CHARACTER = `json_build_object('id', c.id, 'name', c.name, 'classId', c.class_id, 'gameVersion', c.game_version,
    'specId', c.spec_id, 'specName', c.spec_name, 'level', c.level,
    'itemLevel', ${currentItemLevel('c', 'equipped_item_level')}, 'avatarUrl', c.avatar_url, 'shared', ${SHARES('c.user_id')})`;
export type CharacterJson = Omit<ParticipantCharacter, 'class' | 'color' | 'activeSpec'> & {
  classId: number;
  gameVersion: GameVersion;
  specId: number | null;
  specName: string | null;
  shared: boolean;
};

type Presented = { pictureUrl: PictureUrl; names: ReferenceNames; mine: boolean };

export function presentCharacter(
  { pictureUrl, names, mine }: Presented,
  { classId, gameVersion, specId, specName, avatarUrl, shared, itemLevel, ...character }: CharacterJson,
): ParticipantCharacter {
  return {
    ...character,
    itemLevel: mine || shared ? itemLevel : null,
    class: { id: classId, name: names.className(classId) },
    color: classColor(classId),
    activeSpec: specId === null ? null : { id: specId, name: names.specName({ gameVersion, specId, specName }) },
    avatarUrl: pictureUrl(avatarUrl),
  };
}

const viewFor = (seesProof: SeesProof) => `
  select p.id, p.event_id as "eventId", case when u.id is not null then json_build_object('id', u.id, 'displayName', u.display_name) end as "user",
    json_build_object(${raiderFields(seesProof)}, 'character',
      case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'realm', f.realm, 'classId', f.class_id) end) as raider,
    case when c.id is not null then ${CHARACTER} end as "character",
    coalesce(c.game_version, o.game_version, 'retail') as "gameVersion", coalesce(c.class_id, f.class_id)::int as "classId", p.role_key as "roleKey", p.roles, p.status, p.status_since as "statusSince", p.note, p.late_minutes as "lateMinutes", p.attendance,
    ${positionOf('p')} as position,
    ${isAway('p.user_id')} as away
  from participation p join event e on e.id = p.event_id join organization o on o.id = e.organization_id
  join raider r on r.id = p.raider_id left join person u on u.id = p.user_id
  left join character c on c.id = p.character_id ${BROUGHT_CHARACTER}
  where p.event_id = $1 and ${IS_NOT_LEAVING} and `;

const Row = columns({
  ...Answer,
  id: 'uuid',
  attendance: text(Attendance.options).orNull,
  user: object({ id: 'uuid', displayName: 'text' }).orNull,
  raider: json<RaiderJson>(),
  eventId: 'uuid',
  statusSince: 'instant',
  position: 'int?',
  away: 'bool?',
  character: json<CharacterJson>().orNull,
  gameVersion: text(GameVersion.options).orNull,
  classId: 'int?',
});
type Row = RowOf<typeof Row>;

type BroughtCharacter = NonNullable<ParticipatingRaider['character']>;
export type RaiderJson = Omit<ParticipatingRaider, 'character'> & {
  character: (Omit<BroughtCharacter, 'class' | 'color'> & { classId: number | null }) | null;
};

const ONE = query(Row)`${viewFor('true')} p.id = $2`;

export const presentRaider = (names: ReferenceNames, { character, ...raider }: RaiderJson): ParticipatingRaider => ({
  ...raider,
  character: character && presentBrought(names, character),
});

const presentBrought = (
  names: ReferenceNames,
  { classId, ...character }: NonNullable<RaiderJson['character']>,
): BroughtCharacter => ({
  ...character,
  class: classId === null ? null : { id: classId, name: names.className(classId) },
  color: classId === null ? null : classColor(classId),
});

// An equality in place of an `or` lets PostgreSQL keep its plan.
const FILTER = `p.status = coalesce($2, p.status) and ($3::text is null or p.role_key = $3 or p.status = 'waitlist' and $3 = any(p.roles))`;
const PAGE = query(Row)`${viewFor('$6')} ${FILTER}
  order by array_position('{signed_up,waitlist,tentative,declined}', p.status), p.ticket, p.status_since, p.id
  limit $4 offset $5`;
const COUNT = query({ total: 'int' })`
  select count(*)::int as total from participation p where p.event_id = $1 and ${IS_NOT_LEAVING} and ${FILTER}`;

function present(
  { pictureUrl, names, viewerId }: Omit<Presented, 'mine'> & { viewerId: string },
  { gameVersion, classId, character, raider, ...row }: Row,
): ParticipationView {
  const unusualRole =
    row.roleKey !== null && gameVersion !== null && classId !== null && !canPlay(gameVersion, classId, row.roleKey);
  return {
    ...row,
    character: character && presentCharacter({ pictureUrl, names, mine: row.user?.id === viewerId }, character),
    raider: presentRaider(names, raider),
    unusualRole,
  };
}

/** Only the person and the event's managers may see whether they are away, and whether they came. */
const HIDDEN = { attendance: null, away: null };

export const noParticipation = () => notFound('participation_not_found', 'There is no such participation.');

/** For the person, or for an editor of the event; after the commit, so that the next in line need not wait for it. */
export async function getParticipation(ctx: AppContext, actor: Actor, eventId: string, id: string) {
  const [row, names] = await Promise.all([ctx.sql.maybe(ONE, [eventId, id]), referenceNames(ctx)]);
  if (!row) throw noParticipation();
  // Only then do the rights matter, which cost a statement more.
  const { notProven } = row.raider;
  const isSeen = notProven && (await loadVisibleEvent(ctx.sql, actor, eventId)).viewer.seesProof;
  const raider = { ...row.raider, notProven: isSeen };
  return present({ pictureUrl: ctx.pictureUrl, names, viewerId: actor.userId }, { ...row, raider });
}

/** Lists participations: signed-up participants first, each group in the order of the queue. */
export async function listParticipations(ctx: AppContext, actor: Actor, input: ParticipationListInput) {
  const { sql, pictureUrl } = ctx;
  const { event, viewer, mayEdit } = await loadVisibleEvent(sql, actor, input.id);
  const { page, pageSize, status = null, roleKey = null, locale } = input;
  const [rows, counted, names] = await Promise.all([
    sql.many(PAGE, [event.id, status, roleKey, pageSize, (page - 1) * pageSize, viewer.seesProof]),
    sql.one(COUNT, [event.id, status, roleKey]),
    referenceNames(ctx, locale),
  ]);
  const participations = rows.map((row) => ({
    ...present({ pictureUrl, names, viewerId: actor.userId }, row),
    ...(mayEdit || row.user?.id === actor.userId ? {} : HIDDEN),
  }));
  return { participations, pagination: paginationOf(page, pageSize, counted.total) };
}
