import type { Sql } from '../core/db/sql.ts';
import { statement } from '../core/db/statement.ts';

const MINE = 'select id from raider where user_id = $1';
const UNUSED = `not exists (select from participation p where p.raider_id = r.id)
  and not exists (select from loot_award a where a.raider_id = r.id)
  and not exists (select from point_entry e where e.raider_id = r.id)`;

const LOST = `name = null, realm = null, name_key = '', realm_key = '', note = null, old_items = '{}'`;

/** In this order: what the guild brought in about them, what says whose a raider was, and then the raider, who stays without a name if rows are theirs. */
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
  `delete from raider r where user_id = $1 and ${UNUSED}`,
  'update raider set user_id = null, note = null, archived_at = now() where user_id = $1',
].map((text) => statement(text));

/** Makes former raiders of those of a person who is being erased. */
export async function forgetRaiders(sql: Sql, userId: string): Promise<void> {
  for (const each of FORGET) await sql.run(each, [userId]);
}
