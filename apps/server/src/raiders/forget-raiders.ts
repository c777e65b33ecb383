import { statement } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';

const MINE = 'select id from raider where user_id = $1';
const UNUSED = `not exists (select from participation p where p.raider_id = r.id)
  and not exists (select from loot_award a where a.raider_id = r.id)
  and not exists (select from point_entry e where e.raider_id = r.id)`;

const LOST = `name = null, realm = null, name_key = '', realm_key = '', note = null, old_items = '{}'`;

/** In this order: what the guild brought in about them, and then what says whose a raider was. */
const FORGET = [
  // A row that was written can still be taken back; one that was not writes nothing any more.
  `update import_row set raw = raw || '{"name": "", "realm": null, "main": null, "note": null, "externalId": null}',
     external_id = null, discord_key = null, target = null, proposals = '[]',
     status = case when wrote is null then 'skipped' else status end,
     reason = case when wrote is null then 'changed_since' else reason end
   where target = 'member:' || $1::uuid or target in (select 'raider:' || id from raider where user_id = $1)
     or proposals @> jsonb_build_array(jsonb_build_object('target', 'member:' || $1::uuid))
     or exists (select from raider r where r.user_id = $1 and proposals @> jsonb_build_array(jsonb_build_object('target', 'raider:' || r.id)))`,
  // Awards stay with the former raider.
  `update loot_award set raider_id = (${MINE} and organization_id = loot_award.organization_id), ${LOST}
   where raider_id in (${MINE}) or raider_id in (select id from raider where merged_into_id in (${MINE}))`,
  // Points stay too, so that sums do; the reason may name the person.
  `update point_entry set reason = null where raider_id in (${MINE}) and reason is not null`,
  `delete from raider_change where source_id in (${MINE}) or target_id in (${MINE})`,
  `delete from raider_alias where raider_id in (${MINE})`,
  `delete from raider_character where raider_id in (${MINE})`,
  `delete from team_member where raider_id in (${MINE})`,
  `delete from lineup_place where raider_id in (${MINE})`,
  `delete from wish where raider_id in (${MINE})`,
  `delete from reserve where raider_id in (${MINE}) or raider_id in (select id from raider where merged_into_id in (${MINE}))`,
  `delete from sim_report where raider_id in (${MINE})`,
  `delete from raider where merged_into_id in (${MINE})`,
].map((text) => statement(text));

/** No request that was under way has added anything meanwhile; else the erasure comes back for it. */
const IS_FORGOTTEN = `not exists (select from participation p join event e on e.id = p.event_id
    where p.raider_id = r.id and p.user_id = r.user_id and e.starts_at > now())
  ${['raider_alias', 'raider_character', 'team_member', 'lineup_place', 'wish', 'reserve', 'sim_report']
    .map((table) => `and not exists (select from ${table} x where x.raider_id = r.id)`)
    .join(' ')}`;
/** A request that adds a row of a raider waits for this lock, because the foreign key asks for it. */
const LOCK = statement`select from raider where user_id = $1 order by id for update`;
/** A raider of whom rows remain stays without a name. */
const LEAVE = [
  `delete from raider r where user_id = $1 and ${UNUSED} and ${IS_FORGOTTEN}`,
  `update raider r set user_id = null, note = null, archived_at = now() where user_id = $1 and ${IS_FORGOTTEN}`,
].map((text) => statement(text));

/** Makes former raiders of those of a person who is being erased, except where rows have been added meanwhile. */
export async function forgetRaiders({ sql, transact }: AppContext, userId: string): Promise<void> {
  for (const each of FORGET) await sql.run(each, [userId]);
  await transact(async (tx) => {
    await tx.sql.run(LOCK, [userId]);
    for (const each of LEAVE) await tx.sql.run(each, [userId]);
  });
}
