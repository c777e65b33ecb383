/** The proof of a character moves its raider, or what belongs to the character, to the person who proved it. */
import { now } from '../../core/db/columns.ts';
import { json, query, type RowOf, statement } from '../../core/db/statement.ts';
import type { Rows } from '../../core/db/transaction.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import { User } from '../../identity/people/user.entity.ts';
import { mergeRaiders, type RowsOfMain, splitRaider } from './move-raiders.ts';
import { publishAnswersOf } from './publish-answers.ts';
import { Raider } from './raider.entity.ts';

/** The realm of a roster entry `e` in a language of the game. */
const IS_REALM = `exists (
  select from organization o join realm m on m.region = o.region and m.game_version = o.game_version and m.slug = e.realm_slug
  cross join lateral jsonb_each_text(m.names) as name(locale, value)
  where o.id = e.organization_id and folded_name(name.value) = c.realm_key)`;
const IS_ONLY_ONE = `not exists (
  select from roster_entry o where o.organization_id = e.organization_id and o.left_at is null and o.id <> e.id
    and folded_name(o.name) = folded_name(e.name))`;
/** Links characters that were named before the roster listed them: with the realm in any language, or without one if no other bears the name. */
const LINK = statement`
  update raider_character c set roster_entry_id = link.entry_id from (
    select distinct on (e.id) e.id as entry_id, c.id
    from raider_character c join roster_entry e on e.organization_id = c.organization_id and c.name_key = folded_name(e.name)
    where c.organization_id = any($1::uuid[]) and c.roster_entry_id is null and e.left_at is null and e.claimed_by_id is not null
      and (c.realm_key = folded_name(e.realm_slug) or c.realm_key <> '' and ${IS_REALM} or c.realm_key = '' and ${IS_ONLY_ONE})
      and not exists (select from raider_character o where o.roster_entry_id = e.id)
    order by e.id, c.realm_key = folded_name(e.realm_slug) desc, c.realm_key <> '' desc, c.created_at, c.id
  ) link where c.id = link.id`;

/** Stored characters whose proof points to another person than their raider. */
const IS_WRONG = `from raider_character c join raider r on r.id = c.raider_id
  join proven_claim p on p.organization_id = c.organization_id and p.entry_id = c.roster_entry_id
  left join raider own on own.organization_id = c.organization_id and own.user_id = p.user_id
  where c.organization_id = any($1::uuid[]) and r.merged_into_id is null and r.user_id is distinct from p.user_id`;
const LOCK_WRONG = query({ id: 'uuid!' })`
  select id from raider where id = any(array(select unnest(array[r.id, own.id]) ${IS_WRONG})) order by id for update`;
/** The main first. */
const WRONG = query({
  characterId: 'uuid',
  raiderId: 'uuid',
  organizationId: 'uuid',
  userId: 'uuid',
  ownId: 'uuid?',
})`
  select c.id as "characterId", c.raider_id as "raiderId", c.organization_id as "organizationId",
    p.user_id as "userId", own.id as "ownId" ${IS_WRONG}
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
  const moved: string[] = [];
  for (;;) {
    const locked = (await sql.many(LOCK_WRONG, [organizationIds])).map(({ id }) => id);
    if (locked.length === 0) break;
    // Read again: officers may have moved it while this waited.
    const wrong = await sql.maybe(WRONG, [organizationIds]);
    if (!wrong || ![wrong.raiderId, wrong.ownId ?? wrong.raiderId].every((id) => locked.includes(id))) continue;
    concerned.add(wrong.organizationId);
    moved.push(...(await handOver(tx, wrong)));
  }
  if (concerned.size === 0) return;
  await sql.run(NAME_OWN, [[...concerned]]);
  await sql.run(NAME_OWN_PLACES, [[...concerned]]);
  for (const organizationId of concerned) {
    changed({ type: 'raider.changed', organizationId, subjectId: organizationId, audience: 'roster' });
  }
  await publishAnswersOf(tx, moved);
}

const isFromBefore = (id: string, at: string, kind: string) =>
  `(c.moved is null and ${at} < c.claimed_at or c.moved -> '${kind}' ? ${id}::text)`;
const OTHERS = [
  ['teams', 'team_member', 'since'],
  ['aliases', 'raider_alias', 'created_at'],
  ['wishes', 'wish', 'created_at'],
  ['reserves', 'reserve', 'created_at'],
  ['points', 'point_entry', 'at'],
] as const;
/**
 * Another person became the raider by proving another character, or their raider took it in, before the main is proved: what is from
 * before and names no character follows the main, and so do characters that no person has proved. The rest stays.
 */
const ROWS_OF_MAIN = query({ rows: json<RowsOfMain>() })`
  with cause as (
    select r.id, r.claimed_at, x.moved from raider r
    left join lateral (
      select moved from raider_change where target_id = r.id and kind = 'merge' and undone_at is null and moved ->> 'main' = $2::uuid::text
      order by at desc, id desc limit 1) x on true
    where r.id = $1 and (x.moved is not null or exists (
      select from raider_character m where m.id = $2::uuid and m.is_main and m.created_at < r.claimed_at))
  )
  select jsonb_build_object(
    'participations', array(select p.id from participation p where p.raider_id = c.id and p.raider_character_id is null
      and p.character_id is null and ${isFromBefore('p.id', 'p.status_since', 'participations')}),
    'characters', array(select k.id from raider_character k where k.raider_id = c.id and ${isFromBefore('k.id', 'k.created_at', 'characters')}
      and not exists (select from proven_claim p where p.entry_id = k.roster_entry_id)),
    ${OTHERS.map(
      ([kind, table, at]) => `'${kind}', array(
        select x.id from ${table} x where x.raider_id = c.id and ${isFromBefore('x.id', `x.${at}`, kind)})`,
    ).join(', ')}) as rows
  from cause c`;

const BY_PROOF = { by: null, cause: 'proof' } as const;
type Wrong = RowOf<typeof WRONG>;

/** Needs the locks of both raiders. Returns those who have the answers now. */
async function handOver(tx: Rows, { characterId, raiderId, organizationId, userId, ownId }: Wrong): Promise<string[]> {
  const { em, sql } = tx;
  const holder = await em.findOneOrFail(Raider, raiderId);
  const own = ownId === null ? null : await em.findOneOrFail(Raider, ownId);
  // A person who proves a character plays again.
  if (own) own.archivedAt = null;
  if (holder.user) {
    const taker = own ?? em.create(Raider, { organization: organizationId, user: userId });
    const { rows } = (await sql.maybe(ROWS_OF_MAIN, [holder.id, characterId])) ?? {};
    await splitRaider(tx, holder, taker, [characterId], BY_PROOF, rows);
    return [holder.id, taker.id];
  }
  if (own) {
    await mergeRaiders(tx, holder, own, BY_PROOF);
    return [own.id];
  }
  const person = em.getReference(User, userId);
  const nothing = { name: null, discordKey: null, archivedAt: null };
  em.assign(holder, { user: person, kind: 'member', claimedAt: now(), ...nothing });
  return [holder.id];
}
