/** The people of line-ups: those with a place, and those who have answered the event. */
import { EventRole, ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { LineupPlaceView, PlaceConcern } from '@guildhall/contracts/lineup.ts';
import { CombatRole } from '@guildhall/contracts/organization.ts';
import type { GameVersion, Locale } from '@guildhall/contracts/primitives.ts';
import { byName } from '../../core/db/by-name.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, object, query, type RowOf, text, texts } from '../../core/db/statement.ts';
import { RaiderColumn, raiderRef, type SeesProof } from '../../membership/characters/raider-ref.ts';
import { armorTypeOf, classColor, classRef, playableRoles } from '../../reference/game-data/playable.ts';
import type { EventAccess } from '../event/event.access.ts';
import { BROUGHT_CHARACTER, isAway } from '../event/event.queries.ts';

const Place = columns({
  raider: RaiderColumn,
  user: object({ id: 'uuid', displayName: 'text' }).orNull,
  character: json<{
    characterId: string | null;
    raiderCharacterId: string | null;
    name: string;
    realm: string;
    class: { id: number; name: string } | null;
  }>().orNull,
  spec: object({ id: 'int', name: 'text' }).orNull,
  specNamed: 'bool',
  group: 'int?',
  slot: 'int?',
  lateMinutes: 'int?',
  answer: text(ParticipationStatus.options).orNull,
  since: 'instant?',
  withdrawn: 'bool',
  away: 'bool',
  left: 'bool',
});
type PlaceRow = RowOf<typeof Place> & { role: CombatRole };

/** The face of a row `p` with raider `r`, person `u`, characters `c` and `f` and event `e`, in the language `$2`. */
const faceFor = (seesProof: SeesProof) => `
  ${raiderRef(seesProof)} as raider,
  case when u.id is not null then jsonb_build_object('id', u.id, 'displayName', u.display_name) end as "user",
  case when c.id is not null then jsonb_build_object('characterId', c.id, 'raiderCharacterId', null, 'name', c.name,
      'realm', c.realm_slug, 'class', ${classRef('c.class_id', '$2')})
    when f.id is not null then jsonb_build_object('characterId', null, 'raiderCharacterId', f.id, 'name', f.name,
      'realm', f.realm, 'class', case when f.class_id is not null then ${classRef('f.class_id', '$2')} end) end as "character"`;
/** The specialization, for a character `c`. */
export const specIn = (
  id: string,
) => `case when ${id} is not null then jsonb_build_object('id', ${id}, 'name', coalesce(
    (select coalesce(names ->> $2, names ->> 'en_US') from specialization where id = ${id}),
    case when c.spec_id = ${id} then c.spec_name end, 'Specialization ' || ${id})) end`;
/** A raider without a name of their own is a person; one who is being erased is shown no more. */
const IS_THERE = '(r.user_id is null or u.id is not null)';

/** Whether a raider `r` is not in the organization any more: no member, or without an account and archived. */
const HAS_LEFT = `case when r.user_id is null then r.archived_at is not null else not exists (select from membership m
    where m.organization_id = e.organization_id and m.user_id = r.user_id and m.left_at is null) end`;

const PLACES = query({ ...Place, lineupId: 'uuid', role: text(CombatRole.options) })`
  select p.lineup_id as "lineupId", ${faceFor('$4')}, ${specIn('coalesce(p.spec_id, c.spec_id)')} as spec, p.spec_id is not null as "specNamed", p.role, p.party::int as "group", p.slot::int as slot,
    a.late_minutes as "lateMinutes", a.status as answer, coalesce(a.status_since, w.at) as since, w.at is not null as withdrawn,
    ${isAway('r.user_id')} as away, ${HAS_LEFT} as left
  from lineup_place p join lineup l on l.id = p.lineup_id join event e on e.id = l.event_id
  join raider r on r.id = p.raider_id left join person u on u.id = r.user_id
  left join character c on c.id = p.character_id ${BROUGHT_CHARACTER}
  left join participation a on a.event_id = e.id and a.raider_id = r.id
  left join withdrawn_answer w on w.event_id = e.id and w.user_id = r.user_id
  where p.lineup_id = any($1::uuid[]) and p.published = $3 and ${IS_THERE}
  order by p.party nulls last, p.slot, ${byName('coalesce(c.name, f.name, u.display_name, r.name)')}, r.id`;

function concernOf({ answer, withdrawn, away, left }: PlaceRow): PlaceConcern | null {
  if (left) return 'left';
  if (answer === 'declined') return 'declined';
  if (answer === null && withdrawn) return 'withdrawn';
  return away ? 'away' : null;
}

/** The character with the color and the armor of its class. */
export function withClass<C extends { class: { id: number } | null }>(character: C) {
  const { class: of } = character;
  return {
    ...character,
    color: of === null ? null : classColor(of.id),
    armor: of === null ? ('unknown' as const) : armorTypeOf(of.id),
  };
}

function presentPlace(row: PlaceRow, mayEdit: boolean): LineupPlaceView {
  const { withdrawn: _withdrawn, away: _away, left: _left, ...place } = row;
  const concern = concernOf(row);
  return {
    ...place,
    character: row.character && withClass(row.character),
    concern: mayEdit ? concern : null,
    since: mayEdit && (concern === 'declined' || concern === 'withdrawn') ? row.since : null,
  };
}

type ReadPlaces = Pick<EventAccess, 'mayEdit' | 'viewer'> & { locale: Locale };

/** The places of these line-ups, by the id of the line-up. */
export async function readPlaces(
  sql: Sql,
  lineupIds: string[],
  { mayEdit, viewer, locale }: ReadPlaces,
): Promise<Map<string, LineupPlaceView[]>> {
  const rows = await sql.many(PLACES, [lineupIds, locale, !mayEdit, viewer.seesProof]);
  const byLineup = Map.groupBy(rows, ({ lineupId }) => lineupId);
  return new Map(
    [...byLineup].map(([id, own]) => [id, own.map(({ lineupId: _, ...row }) => presentPlace(row, mayEdit))]),
  );
}

/** Those who have answered, other than by declining, with the character they bring. */
const SIGNED_UP = query({ ...Place, roleKey: text(EventRole.options).orNull, roles: texts(EventRole.options) })`
  select ${faceFor('$3')}, ${specIn('c.spec_id')} as spec, false as "specNamed", p.role_key as "roleKey", p.roles, null::int as "group", null::int as slot,
    p.late_minutes as "lateMinutes", p.status as answer, p.status_since as since, false as withdrawn,
    ${isAway('r.user_id')} as away, ${HAS_LEFT} as left
  from participation p join event e on e.id = p.event_id join raider r on r.id = p.raider_id
  left join person u on u.id = r.user_id left join character c on c.id = p.character_id ${BROUGHT_CHARACTER}
  where p.event_id = $1 and p.status <> 'declined' and ${IS_THERE} order by p.ticket nulls last, p.id`;

export async function readSignedUp(
  sql: Sql,
  { event: { id }, viewer }: Pick<EventAccess, 'event' | 'viewer'>,
  gameVersion: GameVersion,
  locale: Locale,
): Promise<LineupPlaceView[]> {
  const rows = await sql.many(SIGNED_UP, [id, locale, viewer.seesProof]);
  return rows.map(({ roleKey, roles, ...row }) =>
    presentPlace({ ...row, role: roleOf(gameVersion, [roleKey, ...roles], row) }, true),
  );
}

/** The first role that is named, or else that of the specialization or the class. */
function roleOf(gameVersion: GameVersion, named: (EventRole | null)[], row: RowOf<typeof Place>): CombatRole {
  const role = CombatRole.safeParse(named.find((each) => each !== null && each !== 'flex')).data;
  const classId = row.character?.class?.id ?? null;
  return role ?? (classId === null ? undefined : playableRoles(gameVersion, classId, row.spec?.id)[0]) ?? 'melee';
}

export const withoutPlace = (signedUp: LineupPlaceView[], places: LineupPlaceView[]) =>
  signedUp.filter(({ raider }) => !places.some((place) => place.raider.id === raider.id));
