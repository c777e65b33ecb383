/**
 * Moves what belongs to one raider to another: merging two, splitting a character off, undoing either, and the proof of a
 * character. Each move is kept for 30 days as a change that officers see.
 */
import type { RaiderChangeKind } from '@guildhall/contracts/raider.ts';
import { now } from '../../core/db/columns.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query, type RowOf, statement } from '../../core/db/statement.ts';
import type { Rows } from '../../core/db/transaction.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import { User } from '../../identity/people/user.entity.ts';
import { type Moved, Raider, RaiderChange } from './raider.entity.ts';

export const NOTHING_MOVED: Moved = {
  participations: [],
  dropped: { participations: [], teams: [] },
  attendance: [],
  characters: [],
  main: null,
  teams: [],
  aliases: [],
  discordKey: null,
};

/** `$3` limits them to answers that name these characters; null means all. */
const OF_CHARACTERS = '($3::uuid[] is null or l.raider_character_id = any($3))';

const TAKE_ATTENDANCE = query({ id: 'uuid', attendance: 'text!' })`
  update participation w set attendance = l.attendance from participation l
  where w.raider_id = $2 and l.raider_id = $1 and l.event_id = w.event_id and ${OF_CHARACTERS}
    and w.attendance is null and l.attendance is not null
  returning w.id, w.attendance`;
const DROP = query({ row: 'text!' })`
  delete from participation l using participation w
  where l.raider_id = $1 and w.raider_id = $2 and l.event_id = w.event_id and ${OF_CHARACTERS} returning to_jsonb(l)::text as row`;
const MOVE = query({ id: 'uuid' })`
  update participation l set raider_id = $2, user_id = (select user_id from raider where id = $2)
  where l.raider_id = $1 and ${OF_CHARACTERS} returning l.id`;
/** Where both have a place in a line-up, the other raider's own wins. */
const DROP_PLACES = query({ row: 'text!' })`
  delete from lineup_place l using lineup_place w
  where l.raider_id = $1 and w.raider_id = $2 and l.lineup_id = w.lineup_id and l.published = w.published and ${OF_CHARACTERS}
  returning to_jsonb(l)::text as row`;
const MOVE_PLACES = query({ lineupId: 'uuid', published: 'bool' })`
  update lineup_place l set raider_id = $2 where l.raider_id = $1 and ${OF_CHARACTERS}
  returning l.lineup_id as "lineupId", l.published`;
/** Sims follow the character, wishes the raider. */
const MOVE_SIMS = query({ id: 'uuid' })`
  update sim_report s set raider_id = $2 where s.raider_id = $1 and ($3::uuid[] is null or exists (
    select from raider_character c where c.id = any($3) and c.name_key = s.name_key and c.realm_key in (s.realm_key, '')))
  returning s.id`;
const MOVE_WISHES = query({ id: 'uuid' })`
  update wish l set raider_id = $2 where l.raider_id = $1
    and not exists (select from wish w where w.raider_id = $2 and w.item_id = l.item_id and w.track = l.track)
  returning l.id`;
const MOVE_RESERVES = query({ id: 'uuid' })`
  update reserve l set raider_id = $2 where l.raider_id = $1
    and not exists (select from reserve w where w.sheet_event_id = l.sheet_event_id and w.raider_id = $2 and w.item_id = l.item_id)
  returning l.id`;
/** A booking at this moment waits, or is written before. */
const HOLD = statement`select from raider where id in ($1, $2) order by id for no key update`;
const MOVE_POINTS = query({ id: 'uuid' })`update point_entry set raider_id = $2 where raider_id = $1 returning id`;
const MOVE_CHARACTERS = query({ id: 'uuid', wasMain: 'bool' })`
  update raider_character c set raider_id = $2,
    is_main = c.is_main and not exists (select from raider_character m where m.raider_id = $2 and m.is_main)
  where c.raider_id = $1 and ($3::uuid[] is null or c.id = any($3)) returning c.id, old.is_main as "wasMain"`;
const DROP_TEAMS = query({ row: 'text!' })`
  delete from team_member l using team_member w
  where l.raider_id = $1 and w.raider_id = $2 and l.team_id = w.team_id and l.until is null and w.until is null
  returning to_jsonb(l)::text as row`;
const MOVE_TEAMS = query({ id: 'uuid' })`update team_member set raider_id = $2 where raider_id = $1 returning id`;
const MOVE_ALIASES = query({ id: 'uuid' })`update raider_alias set raider_id = $2 where raider_id = $1 returning id`;

type Made = { kind: RaiderChangeKind; source: Raider; target: Raider | null; by: string | null };

export function recordRaiderChange(em: Rows['em'], made: Made, moved: Moved): string {
  return em.create(RaiderChange, { ...made, organization: made.source.organization, moved }).id;
}

/** Answers and characters; the other raider's own answer to an event wins, and takes over attendance. */
async function moveRows(sql: Sql, from: string, into: string, characters: string[] | null) {
  const values = [from, into, characters];
  const attendance = await sql.many(TAKE_ATTENDANCE, values);
  const dropped = await sql.many(DROP, values);
  const participations = await sql.many(MOVE, values);
  const droppedPlaces = await sql.many(DROP_PLACES, values);
  const places = await sql.many(MOVE_PLACES, values);
  const sims = await sql.many(MOVE_SIMS, values);
  const moved = await sql.many(MOVE_CHARACTERS, values);
  return {
    attendance,
    dropped: {
      participations: dropped.map(({ row }) => row),
      teams: [] as string[],
      places: droppedPlaces.map(({ row }) => row),
    },
    participations: participations.map(({ id }) => id),
    characters: moved.map(({ id }) => id),
    places,
    sims: sims.map(({ id }) => id),
    main: moved.find(({ wasMain }) => wasMain)?.id ?? null,
  };
}

/** `into` takes in `from`, which must have no account. The caller holds the locks of both; `by` is null for a proof. */
export async function mergeRaiders(tx: Rows, from: Raider, into: Raider, by: string | null): Promise<string> {
  const { em, sql } = tx;
  const moved = await moveRows(sql, from.id, into.id, null);
  const teamsDropped = await sql.many(DROP_TEAMS, [from.id, into.id]);
  const teams = await sql.many(MOVE_TEAMS, [from.id, into.id]);
  const aliases = await sql.many(MOVE_ALIASES, [from.id, into.id]);
  const wishes = await sql.many(MOVE_WISHES, [from.id, into.id]);
  const reserves = await sql.many(MOVE_RESERVES, [from.id, into.id]);
  await sql.run(HOLD, [from.id, into.id]);
  const points = await sql.many(MOVE_POINTS, [from.id, into.id]);
  const { discordKey = null } = from;
  em.assign(from, { mergedInto: into, archivedAt: now(), discordKey: null });
  await takeKey(tx, into, discordKey);
  return recordRaiderChange(
    em,
    { kind: 'merge', source: from, target: into, by },
    {
      ...moved,
      dropped: { ...moved.dropped, teams: teamsDropped.map(({ row }) => row) },
      teams: teams.map(({ id }) => id),
      aliases: aliases.map(({ id }) => id),
      wishes: wishes.map(({ id }) => id),
      reserves: reserves.map(({ id }) => id),
      points: points.map(({ id }) => id),
      discordKey,
    },
  );
}

/** Not for a raider with an account or a key of its own, and not while another raider has this one. */
async function takeKey({ em }: Rows, raider: Raider, discordKey: string | null): Promise<void> {
  if (discordKey === null || raider.user || raider.discordKey) return;
  await em.flush();
  const isHeld = await em.count(Raider, { organization: raider.organization, discordKey });
  if (isHeld === 0) raider.discordKey = discordKey;
}

/** Characters go to another raider with the answers that name them. */
export async function splitRaider(
  { em, sql }: Rows,
  from: Raider,
  into: Raider,
  characters: string[],
  by: string | null,
): Promise<string> {
  const moved = await moveRows(sql, from.id, into.id, characters);
  return recordRaiderChange(em, { kind: 'split', source: from, target: into, by }, { ...NOTHING_MOVED, ...moved });
}

/** A character that the person behind the other raider has proved since stays with them. */
const STAYS = `exists (
  select from proven_claim p join raider r on r.id = $2 and r.user_id = p.user_id where p.entry_id = c.roster_entry_id)`;
const RETURN_CHARACTERS = query({ id: 'uuid' })`
  update raider_character c set raider_id = $1,
    is_main = c.id = $4::uuid and not exists (select from raider_character m where m.raider_id = $1 and m.is_main)
  where c.raider_id = $2 and c.id = any($3::uuid[]) and not ${STAYS} returning c.id`;
const RETURN = statement`
  update participation p set raider_id = $1, user_id = (select user_id from raider where id = $1)
  where p.raider_id = $2 and p.id = any($3::uuid[])
    and not exists (select from participation o where o.event_id = p.event_id and o.raider_id = $1)
    and not exists (select from raider_character c where c.id = p.raider_character_id and c.raider_id = $2)`;
const RETURN_PLACES = statement`
  update lineup_place l set raider_id = $1
  from jsonb_to_recordset($3) as m("lineupId" uuid, published boolean)
  where l.lineup_id = m."lineupId" and l.published = m.published and l.raider_id = $2
    and not exists (select from lineup_place o where o.lineup_id = l.lineup_id and o.published = l.published and o.raider_id = $1)
    and not exists (select from raider_character c where c.id = l.raider_character_id and c.raider_id = $2)`;
/**
 * Where the other raider still has their place beside it: officers have not planned this line-up without them since. A slot
 * that another has got stays theirs, and the place returns to the bench.
 */
const RESTORE_PLACES = statement`
  insert into lineup_place (lineup_id, published, raider_id, character_id, raider_character_id, spec_id, role, party, slot)
  select l.lineup_id, l.published, $1, (select id from character where id = l.character_id),
    (select id from raider_character where id = l.raider_character_id and raider_id = $1), l.spec_id, l.role,
    case when free.slot then l.party end, case when free.slot then l.slot end
  from jsonb_populate_recordset(null::lineup_place, $3) l
  join lineup_place w on w.lineup_id = l.lineup_id and w.published = l.published and w.raider_id = $2
  cross join lateral (select not exists (
    select from lineup_place o where o.lineup_id = l.lineup_id and o.published = l.published
      and o.party = l.party and o.slot = l.slot) as slot) free
  on conflict (lineup_id, published, raider_id) do nothing`;
const UNTAKE = statement`
  update participation p set attendance = null from jsonb_to_recordset($2) as t(id uuid, attendance text)
  where p.id = t.id and p.raider_id = $1 and p.attendance = t.attendance`;
/** A place that was given up is not taken from others again: the answer returns as a tentative one. */
const RESTORE = statement`
  insert into participation (id, event_id, raider_id, character_id, raider_character_id, role_key, roles, status,
    status_since, removed, ticket, note, late_minutes, attendance, created_at)
  select l.id, l.event_id, $1, (select id from character where id = l.character_id),
    (select id from raider_character where id = l.raider_character_id), l.role_key, l.roles,
    case when fits then l.status else 'tentative' end, l.status_since, l.removed, case when fits then l.ticket end,
    l.note, l.late_minutes, l.attendance, l.created_at
  from jsonb_populate_recordset(null::participation, $2) l join event e on e.id = l.event_id
  cross join lateral (
    select l.ticket is null or not exists (select from participation o where o.event_id = e.id and o.ticket = l.ticket)
      and (l.status <> 'signed_up' or not exists (select from event_slot where event_id = e.id)
        or exists (select from event_slot s where s.event_id = e.id and s.role_key = l.role_key and s.taken < s.max)) as fits
  ) free
  where not exists (select from participation o where o.event_id = e.id and o.raider_id = $1)`;
const RETURN_TEAMS = statement`
  update team_member t set raider_id = $1 where t.raider_id = $2 and t.id = any($3::uuid[])`;
const RESTORE_TEAMS = statement`
  insert into team_member (id, team_id, raider_id, role, status, lead, since, until)
  select l.id, l.team_id, $1, l.role, l.status, l.lead, l.since, l.until
  from jsonb_populate_recordset(null::team_member, $2) l join team t on t.id = l.team_id
  where not exists (select from team_member o where o.team_id = t.id and o.raider_id = $1 and o.until is null)`;
const RETURN_ALIASES = statement`
  update raider_alias set raider_id = $1 where raider_id = $2 and id = any($3::uuid[])`;

const RETURN_SIMS = statement`
  update sim_report set raider_id = $1 where raider_id = $2 and id = any($3::uuid[])`;
const RETURN_WISHES = statement`
  update wish l set raider_id = $1 where l.raider_id = $2 and l.id = any($3::uuid[])
    and not exists (select from wish w where w.raider_id = $1 and w.item_id = l.item_id and w.track = l.track)`;
const RETURN_RESERVES = statement`
  update reserve l set raider_id = $1 where l.raider_id = $2 and l.id = any($3::uuid[])
    and not exists (select from reserve w where w.sheet_event_id = l.sheet_event_id and w.raider_id = $1 and w.item_id = l.item_id)`;
/** With the counter-entries that have been written since. */
const RETURN_POINTS = statement`
  update point_entry set raider_id = $1 where raider_id = $2 and (id = any($3::uuid[]) or undoes_id = any($3::uuid[]))`;

/** Gives back what a change moved and no later change has moved on; the rest stays. The caller holds the locks of change and source. */
export async function undoRaiderChange(tx: Rows, change: RaiderChange): Promise<void> {
  const { em, sql } = tx;
  const { source, target, moved } = change;
  if (target) {
    if (source.mergedInto) em.assign(source, { mergedInto: null, archivedAt: null });
    await sql.many(RETURN_CHARACTERS, [source.id, target.id, moved.characters, moved.main]);
    await sql.run(RETURN, [source.id, target.id, moved.participations]);
    await sql.run(RETURN_PLACES, [source.id, target.id, JSON.stringify(moved.places ?? [])]);
    await sql.run(RESTORE_PLACES, [source.id, target.id, `[${moved.dropped.places ?? []}]`]);
    await sql.run(UNTAKE, [target.id, JSON.stringify(moved.attendance)]);
    await sql.run(RESTORE, [source.id, `[${moved.dropped.participations}]`]);
    await sql.run(RETURN_TEAMS, [source.id, target.id, moved.teams]);
    await sql.run(RESTORE_TEAMS, [source.id, `[${moved.dropped.teams}]`]);
    await sql.run(RETURN_SIMS, [source.id, target.id, moved.sims ?? []]);
    await sql.run(RETURN_WISHES, [source.id, target.id, moved.wishes ?? []]);
    await sql.run(RETURN_RESERVES, [source.id, target.id, moved.reserves ?? []]);
    await sql.run(HOLD, [source.id, target.id]);
    await sql.run(RETURN_POINTS, [source.id, target.id, moved.points ?? []]);
    await sql.run(RETURN_ALIASES, [source.id, target.id, moved.aliases]);
    if (target.discordKey === moved.discordKey) target.discordKey = null;
  }
  await takeKey(tx, source, moved.discordKey);
  change.undoneAt = now();
  // A raider that only the split made.
  if (change.kind === 'split' && target) await removeUnusedRaider(tx, target);
}

const USED = statement`
  select from participation where raider_id = $1
  union all select from lineup_place where raider_id = $1
  union all select from loot_award where raider_id = $1
  union all select from point_entry where raider_id = $1
  union all select from raider_character where raider_id = $1
  union all select from team_member where raider_id = $1
  union all select from wish where raider_id = $1
  union all select from reserve where raider_id = $1
  union all select from sim_report where raider_id = $1 limit 1`;

/** Removes a raider without a use: without an account, a Discord account, a note of an officer, and rows of their own. */
export async function removeUnusedRaider({ em, sql }: Rows, raider: Raider): Promise<void> {
  if (raider.user || raider.discordKey || raider.note) return;
  if ((await sql.run(USED, [raider.id])) === 0) em.remove(raider);
}

/** Links characters that were named before the roster listed them. */
const LINK = statement`
  update raider_character c set roster_entry_id = e.id from roster_entry e
  where c.organization_id = any($1::uuid[]) and c.roster_entry_id is null and e.organization_id = c.organization_id
    and e.left_at is null and e.claimed_by_id is not null
    and c.name_key = folded_name(e.name) and c.realm_key = folded_name(e.realm_slug)
    and not exists (select from raider_character o where o.roster_entry_id = e.id)`;

/** A stored character whose proof points to another person than its raider, the main first. */
const WRONG = query({
  characterId: 'uuid',
  raiderId: 'uuid',
  organizationId: 'uuid',
  userId: 'uuid',
  ownId: 'uuid?',
})`
  select c.id as "characterId", c.raider_id as "raiderId", c.organization_id as "organizationId",
    p.user_id as "userId", own.id as "ownId"
  from raider_character c join raider r on r.id = c.raider_id
  join proven_claim p on p.organization_id = c.organization_id and p.entry_id = c.roster_entry_id
  left join raider own on own.organization_id = c.organization_id and own.user_id = p.user_id
  where c.organization_id = any($1::uuid[]) and r.user_id is distinct from p.user_id
  order by c.is_main desc, c.created_at, c.id limit 1`;

/** The answers that name a proved character name it as the person's own. */
const NAME_OWN = statement`
  update participation p set character_id = claim.character_id
  from raider_character c join proven_claim claim on claim.entry_id = c.roster_entry_id
  where c.organization_id = any($1::uuid[]) and p.raider_character_id = c.id and p.character_id is null
    and claim.user_id = p.user_id`;

const NAME_OWN_PLACES = statement`
  update lineup_place p set character_id = claim.character_id
  from raider_character c join proven_claim claim on claim.entry_id = c.roster_entry_id join raider r on r.id = c.raider_id
  where c.organization_id = any($1::uuid[]) and p.raider_character_id = c.id and p.raider_id = r.id
    and p.character_id is null and claim.user_id = r.user_id`;

/**
 * A person who proves a character becomes the raider that has it; where they have one already, both become one. If two
 * people prove characters of one raider, each takes their own, with the answers that name it. Call it after claims of these
 * organizations have changed, under their lock.
 */
export async function handOverRaiders(tx: Changing, organizationIds: string[]): Promise<void> {
  const { sql, changed } = tx;
  if (organizationIds.length === 0) return;
  await sql.run(LINK, [organizationIds]);
  const concerned = new Set<string>();
  for (;;) {
    const wrong = await sql.maybe(WRONG, [organizationIds]);
    if (!wrong) break;
    concerned.add(wrong.organizationId);
    await handOver(tx, wrong);
  }
  if (concerned.size === 0) return;
  await sql.run(NAME_OWN, [[...concerned]]);
  await sql.run(NAME_OWN_PLACES, [[...concerned]]);
  for (const organizationId of concerned) {
    changed({ type: 'raider.changed', organizationId, subjectId: organizationId, audience: 'roster' });
  }
}

async function handOver(tx: Rows, { characterId, raiderId, organizationId, userId, ownId }: RowOf<typeof WRONG>) {
  const { em } = tx;
  const holder = await em.findOneOrFail(Raider, raiderId);
  const own = ownId === null ? null : await em.findOneOrFail(Raider, ownId);
  if (holder.user) {
    const taker = own ?? em.create(Raider, { organization: organizationId, user: userId });
    await splitRaider(tx, holder, taker, [characterId], null);
  } else if (own) {
    await mergeRaiders(tx, holder, own, null);
  } else {
    const person = em.getReference(User, userId);
    em.assign(holder, { user: person, name: null, discordKey: null, kind: 'member', archivedAt: null });
  }
}
