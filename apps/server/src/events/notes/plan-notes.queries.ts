import { EventRole } from '@guildhall/contracts/event.ts';
import type {
  MyJobsInput,
  MyJobsView,
  PlanNoteInput,
  PlanNoteOwner,
  PlanNoteView,
} from '@guildhall/contracts/plan-note.ts';
import { fold } from '@guildhall/guild-tools/fold.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { columns, json, object, query, text } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { type Boss, bossesOf, bossIn, publishedLineup } from '../event/bosses.ts';
import { type EventAccess, type EventRow, loadVisibleEvent } from '../event/event.access.ts';
import { BROUGHT_CHARACTER, IS_NOT_LEAVING } from '../event/event.queries.ts';
import { type Asker, jobsOf, namesIn, type PlanLine, readPlan } from './plan-lines.ts';

const Note = columns({
  of: text(['event', 'team'] satisfies PlanNoteOwner[]),
  text: 'text',
  version: 'int',
  changedAt: 'instant',
  changedBy: object({ id: 'uuid', displayName: 'text' }).orNull,
});

/** The notes of the event `$1` and of its team `$2`, the event's own first. */
const NOTES = query(Note)`
  select case when n.event_id is null then 'team' else 'event' end as of, n.text, n.version, n.changed_at as "changedAt",
    case when u.id is not null then jsonb_build_object('id', u.id, 'displayName', u.display_name) end as "changedBy"
  from plan_note n left join person u on u.id = n.changed_by_id
  where (n.event_id = $1 or n.team_id = $2) and n.encounter_id is not distinct from $3
  order by n.event_id nulls last`;

const BOSSES = query({ bosses: json<Boss[]>() })`select ${bossesOf('$2')} as bosses from event e where e.id = $1`;

/** Throws UNPROCESSABLE_CONTENT for a boss that the event does not visit. */
export async function refuseOtherBoss(sql: Sql, event: EventRow, encounterId: number | null): Promise<void> {
  bossIn((await sql.one(BOSSES, [event.id, 'en_US'])).bosses, encounterId);
}

/** The note for one boss. */
export async function getPlanNote({ sql }: AppContext, actor: Actor, input: PlanNoteInput): Promise<PlanNoteView> {
  const seen = await loadVisibleEvent(sql, actor, input.id);
  await refuseOtherBoss(sql, seen.event, input.encounterId);
  return readPlanNote(sql, actor, seen, input.encounterId);
}

/** As the caller sees it now, including uncommitted changes of this transaction. */
export async function readPlanNote(
  sql: Sql,
  actor: Actor,
  { event, mayManage, access }: EventAccess,
  encounterId: number | null,
): Promise<PlanNoteView> {
  const notes = await sql.many(NOTES, [event.id, event.teamId, encounterId]);
  const [shown] = notes;
  const versionOf = (owner: PlanNoteOwner) => notes.find(({ of }) => of === owner)?.version ?? 0;
  const plan = shown ? readPlan(shown.text) : null;
  const lines = plan?.lines ?? [];
  return {
    eventId: event.id,
    encounterId,
    of: shown?.of ?? null,
    versions: { event: versionOf('event'), team: versionOf('team') },
    text: shown?.text ?? '',
    format: plan?.format ?? null,
    mine: jobsOf(lines, (await askersOf(sql, actor, event, [encounterId])).at(encounterId)).map(({ line }) => line),
    ...(await absentIn(sql, event, encounterId, lines, mayManage)),
    changedAt: shown?.changedAt ?? null,
    changedBy: mayManage ? (shown?.changedBy ?? null) : null,
    mayEdit: mayManage && !access.archived,
  };
}

/** The caller’s characters, each with every name of its realm: a note writes one as the client of its author does. */
const ASKER = query({
  character: 'text?',
  role: text(EventRole.options).orNull,
  classId: 'int?',
  specId: 'int?',
  characters: json<{ name: string; realm: string }[]>(),
})`
  select c.name as character, p.role_key as role, c.class_id::int as "classId", c.spec_id::int as "specId",
    (select coalesce(jsonb_agg(jsonb_build_object('name', own.name, 'realm', place.name)), '[]')
      from character own left join realm m on m.slug = own.realm_slug and m.region = own.region and m.game_version = own.game_version
      cross join lateral (
        select own.realm_slug as name union select value from jsonb_each_text(m.names) where value is not null) place
      where own.user_id = $2 and own.archived_at is null) as characters
  from event e left join participation p on p.event_id = e.id and p.user_id = $2 and p.status <> 'declined'
  left join character c on c.id = p.character_id where e.id = $1`;

/** The caller's places in published line-ups, for each of the bosses `$3`. */
const PLACES = query({
  encounterId: 'int?',
  role: text(EventRole.options),
  group: 'int',
  classId: 'int?',
  specId: 'int?',
})`
  select b.id as "encounterId", p.role, p.party::int as "group", c.class_id::int as "classId",
    coalesce(p.spec_id, c.spec_id)::int as "specId"
  from unnest($3::int[]) b(id) join lineup_place p on p.lineup_id = ${publishedLineup('$1', 'b.id')}
    and p.published and p.party is not null
  join raider r on r.id = p.raider_id and r.user_id = $2 left join character c on c.id = p.character_id`;

/**
 * The caller at each boss, by the name of each of their characters, and with the place that the line-up gives them, or else the
 * character and the role of their answer.
 */
async function askersOf(sql: Sql, actor: Actor, event: EventRow, encounterIds: readonly (number | null)[]) {
  const { character, ...answer } = await sql.one(ASKER, [event.id, actor.userId]);
  const places = await sql.many(PLACES, [event.id, actor.userId, encounterIds]);
  const at = (encounterId: number | null): Asker => {
    const place = places.find((one) => one.encounterId === encounterId);
    if (!place) return { ...answer, group: null };
    const { role, group, classId, specId } = place;
    // A place that names no character is one for that of the answer.
    if (classId === null) return { ...answer, role, group, specId: specId ?? answer.specId };
    return { ...answer, role, group, classId, specId };
  };
  return { character: character === null ? null : { name: character, role: answer.role }, at };
}

/** Everyone who has signed up, may come or waits. */
const COMING = query({ name: 'text' })`
  select coalesce(c.name, f.name, r.name) as name
  from participation p join raider r on r.id = p.raider_id left join character c on c.id = p.character_id ${BROUGHT_CHARACTER}
  where p.event_id = $1 and p.status <> 'declined' and ${IS_NOT_LEAVING} and coalesce(c.name, f.name, r.name) is not null`;

/** Everyone with a place in the published line-up for the boss `$2`; null if there is none. */
const PLACED = query({ names: json<string[]>().orNull })`
  select jsonb_agg(distinct coalesce(c.name, f.name, r.name)) filter (where p.party is not null) as names
  from lineup_place p join raider r on r.id = p.raider_id left join character c on c.id = p.character_id ${BROUGHT_CHARACTER}
  where p.lineup_id = ${publishedLineup('$1', '$2::int')} and p.published
    and not exists (select from leaving l where l.user_id = r.user_id)`;

const IN_GUILD = query({ name: 'text' })`
  select name from roster_entry where organization_id = $1 and left_at is null and folded_name(name) = any($2)
  union select name from raider_family where organization_id = $1 and folded_name(name) = any($2)
  union select name from raider where organization_id = $1 and folded_name(name) = any($2)`;

/** Names in a note that the published line-up for the boss does not have, or, without one, the sign-ups. */
async function absentIn(
  sql: Sql,
  event: EventRow,
  encounterId: number | null,
  lines: readonly PlanLine[],
  mayManage: boolean,
): Promise<Pick<PlanNoteView, 'absent' | 'planned'>> {
  const named = namesIn(lines);
  if (named.length === 0) return { absent: [], planned: false };
  const { names: placed } = await sql.one(PLACED, [event.id, encounterId]);
  const coming = placed ?? (await sql.many(COMING, [event.id])).map(({ name }) => name);
  const folded = new Set(coming.map(fold));
  const absent = named.filter(({ name }) => !folded.has(fold(name)));
  const names = absent.map(({ name }) => fold(name));
  const known = mayManage && names.length > 0 ? await sql.many(IN_GUILD, [event.organizationId, names]) : null;
  const inGuild = known && new Set(known.map(({ name }) => fold(name)));
  return {
    absent: absent.map((one) => ({ ...one, inGuild: inGuild?.has(fold(one.name)) ?? null })),
    planned: placed !== null,
  };
}

/** All notes that the event shows, by boss. */
const SHOWN = query({ encounterId: 'int?', text: 'text' })`
  select distinct on (n.encounter_id) n.encounter_id as "encounterId", n.text from plan_note n
  where n.event_id = $1 or n.team_id = $2 order by n.encounter_id, n.event_id nulls last`;

/** The lines of all notes of an event that concern the caller. */
export async function listMyJobs({ sql }: AppContext, actor: Actor, input: MyJobsInput): Promise<MyJobsView> {
  const { event, mayManage, access } = await loadVisibleEvent(sql, actor, input.id);
  const [{ bosses }, notes] = await Promise.all([
    sql.one(BOSSES, [event.id, input.locale]),
    sql.many(SHOWN, [event.id, event.teamId]),
  ]);
  const { character, at } = await askersOf(sql, actor, event, [null, ...bosses.map(({ id }) => id)]);
  return {
    character,
    notes: [null, ...bosses].map((boss) => {
      const id = boss?.id ?? null;
      const note = notes.find(({ encounterId }) => encounterId === id);
      return {
        encounter: boss && { id: boss.id, name: boss.name },
        hasNote: note !== undefined,
        jobs: note ? jobsOf(readPlan(note.text).lines, at(id)) : [],
      };
    }),
    mayEdit: mayManage && !access.archived,
  };
}
