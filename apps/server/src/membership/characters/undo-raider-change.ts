/** Takes back a change that moved rows of one raider to another. */
import { now } from '../../core/db/columns.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { Rows } from '../../core/db/transaction.ts';
import { conflict } from '../../core/errors.ts';
import { CHOOSE_MAINS, takeKey } from './move-raiders.ts';
import type { Raider, RaiderChange } from './raider.entity.ts';

/** A character that the person behind the other raider has proved since stays with them. */
const STAYS = `exists (
  select from proven_claim p join raider r on r.id = $2 and r.user_id = p.user_id where p.entry_id = c.roster_entry_id)`;
const RETURN_CHARACTERS = query({ id: 'uuid' })`
  update raider_character c set raider_id = $1,
    is_main = c.id = $4::uuid and not exists (select from raider_character m where m.raider_id = $1 and m.is_main)
  where c.raider_id = $2 and c.id = any($3::uuid[]) and not ${STAYS} returning c.id`;
/** Others that became a main because of the change; those that are none again get one afterwards. */
const UNCHOOSE = statement`
  update raider_character set is_main = false where raider_id in ($1, $2) and id = any($3::uuid[]) and is_main`;
const RETURN_TAKEN_IN = statement`
  update raider set merged_into_id = $1 where merged_into_id = $2 and id = any($3::uuid[])`;
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
  update participation p set attendance = t.before from jsonb_to_recordset($2) as t(id uuid, attendance text, before text)
  where p.id = t.id and p.raider_id = $1 and p.attendance = t.attendance`;
const RETURN_LOG = statement`update event_log_entry set raider_id = $1 where raider_id = $2 and id = any($3::uuid[])`;
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

const RETURN_AWARDS = statement`
  update loot_award a set raider_id = m."raiderId" from jsonb_to_recordset($2) as m(id uuid, "raiderId" uuid)
  where a.id = m.id and a.raider_id = $1 and exists (select from raider where id = m."raiderId")`;
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

/**
 * Gives back what a change moved and no proof has moved on; the rest stays. Throws CONFLICT while a later change is to be undone
 * first. The caller holds the locks of the change and of its raiders.
 */
export async function undoRaiderChange(tx: Rows, change: RaiderChange): Promise<void> {
  const { em, sql } = tx;
  const { source, target, moved } = change;
  const { replaced = [], log = [] } = moved;
  if (change.undoneAt || (await sql.run(LATER, [change.id])) > 0) throw changePassed();
  const mergedInto = change.kind === 'merge' ? target : null;
  // The raider that had the rows is merged only by this.
  if ((source.mergedInto?.id ?? null) !== (mergedInto?.id ?? null)) throw changePassed();
  if (target) {
    if (source.mergedInto) em.assign(source, { mergedInto: null, archivedAt: null });
    await sql.run(RETURN_TAKEN_IN, [source.id, target.id, moved.takenIn ?? []]);
    await sql.run(UNCHOOSE, [source.id, target.id, moved.chosen ?? []]);
    const returned = await sql.many(RETURN_CHARACTERS, [source.id, target.id, moved.characters, moved.main]);
    if (change.kind === 'split' && returned.length === 0) throw changePassed();
    await sql.many(CHOOSE_MAINS, [source.id, target.id]);
    await sql.run(RETURN, [source.id, target.id, moved.participations]);
    await sql.run(RETURN_PLACES, [source.id, target.id, JSON.stringify(moved.places ?? [])]);
    await sql.run(RESTORE_PLACES, [source.id, target.id, `[${moved.dropped.places ?? []}]`]);
    await sql.run(UNTAKE, [source.id, JSON.stringify(replaced)]);
    await sql.run(RESTORE, [target.id, `[${replaced.map(({ row }) => row)}]`]);
    await sql.run(UNTAKE, [target.id, JSON.stringify(moved.attendance)]);
    await sql.run(RESTORE, [source.id, `[${moved.dropped.participations}]`]);
    await sql.run(RETURN_LOG, [source.id, target.id, log]);
    await sql.run(RETURN_TEAMS, [source.id, target.id, moved.teams]);
    await sql.run(RESTORE_TEAMS, [source.id, `[${moved.dropped.teams}]`]);
    await sql.run(RETURN_AWARDS, [target.id, JSON.stringify(moved.awards ?? [])]);
    await sql.run(RETURN_SIMS, [source.id, target.id, moved.sims ?? []]);
    await sql.run(RETURN_WISHES, [source.id, target.id, moved.wishes ?? []]);
    await sql.run(RETURN_RESERVES, [source.id, target.id, moved.reserves ?? []]);
    await sql.run(RETURN_POINTS, [source.id, target.id, moved.points ?? []]);
    await sql.run(RETURN_ALIASES, [source.id, target.id, moved.aliases]);
  }
  await returnKey(tx, change);
  change.undoneAt = now();
  // A raider that only the split made.
  if (change.kind === 'split' && target) await removeUnusedRaider(tx, target);
}

/** A key that officers have released from the target since stays released. */
async function returnKey(tx: Rows, { source, target, moved }: RaiderChange): Promise<void> {
  const isHeld = target?.discordKey === moved.discordKey;
  if (target && isHeld) target.discordKey = null;
  if (!target || isHeld || moved.keyTaken === false) await takeKey(tx, source, moved.discordKey);
}

/**
 * A later change has moved on rows that this one would give back. A split that a proof holds does not count: its rows stay with the
 * person.
 */
const LATER = statement`
  select from raider_change x join raider_change y on y.source_id = x.target_id and (y.at, y.id) > (x.at, x.id)
  where x.id = $1 and y.undone_at is null and y.at > now() - interval '30 days' and (
    exists (
      select from unnest(array['participations', 'characters', 'teams', 'aliases', 'sims', 'wishes', 'reserves', 'points', 'takenIn']) kind
      where y.moved -> kind ?| array(select jsonb_array_elements_text(x.moved -> kind)))
    or exists (select from jsonb_array_elements(x.moved -> 'places') place where y.moved -> 'places' @> jsonb_build_array(place)))
  and not (y.kind = 'split' and not exists (
    select from raider_character c where c.raider_id = y.target_id and y.moved -> 'characters' ? c.id::text
      and not exists (select from proven_claim p join raider r on r.id = y.target_id and r.user_id = p.user_id where p.entry_id = c.roster_entry_id)))`;

const changePassed = () =>
  conflict(
    'raider_change_passed',
    'This has been undone already, the character is proved since, or a later change has moved it on: undo that one first.',
  );

const USED = statement`
  select from participation where raider_id = $1
  union all select from lineup_place where raider_id = $1
  union all select from loot_award where raider_id = $1
  union all select from point_entry where raider_id = $1
  union all select from raider_character where raider_id = $1
  union all select from team_member where raider_id = $1
  union all select from wish where raider_id = $1
  union all select from reserve where raider_id = $1
  union all select from sim_report where raider_id = $1
  union all select from raider where merged_into_id = $1 limit 1`;

/** Removes a raider without a use: without an account, a Discord account, a note of an officer, and rows of their own or of those that it took in. */
export async function removeUnusedRaider({ em, sql }: Rows, raider: Raider): Promise<void> {
  if (raider.user || raider.discordKey || raider.note) return;
  if ((await sql.run(USED, [raider.id])) === 0) em.remove(raider);
}
