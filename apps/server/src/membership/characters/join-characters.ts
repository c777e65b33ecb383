/** Makes one of two rows of a person that are one character: under the id before a change of faction or realm, and since. */
import { query, statement } from '../../core/db/statement.ts';
import type { Changing } from '../../core/jobs/unit-of-work.ts';
import { Character } from './character.entity.ts';
import { followOwners, IS_LISTED } from './claims.ts';
import { RosterEntry } from './roster-entry.entity.ts';

/**
 * The claim of a roster's leaver, with the row that its person has of the joiner, if any. Nothing is joined when another
 * person has proved to own the joiner, when the leaver's row is under a newer id already, or while a roster or the person's
 * account names the old id.
 */
const OF_ENTRIES = query({ oldId: 'uuid!', newId: 'uuid?' })`
  select a.id as "oldId", b.id as "newId"
  from roster_entry l join roster_entry j on j.id = $2 join organization o on o.id = l.organization_id
  join character a on a.id = l.claimed_by_id and a.platform_realm_id = l.platform_realm_id
    and a.platform_character_id = l.platform_character_id
  left join character b on b.user_id = a.user_id and b.region = o.region and b.game_version = o.game_version
    and b.platform_realm_id = j.platform_realm_id and b.platform_character_id = j.platform_character_id
  where l.id = $1 and not ${IS_LISTED} and (a.moved_to_id is not null or coalesce(a.verified_at <= l.left_at, true))
    and not exists (
    select from character c where c.region = o.region and c.game_version = o.game_version and c.user_id <> a.user_id
      and c.platform_realm_id = j.platform_realm_id and c.platform_character_id = j.platform_character_id
      and c.verified_at is not null)`;

/** The answers and places of the new row. It was chosen for them, so they stay as they are. */
const TAKE_ANSWERS = statement`update participation set character_id = $1 where character_id = $2`;
const TAKE_PLACES = statement`update lineup_place set character_id = $1 where character_id = $2`;

/** The old row takes the place of the new one, and keeps what people and guilds tied to it. */
const TAKE = statement`
  with b as (delete from character where id = $2 returning *)
  update character a set platform_realm_id = b.platform_realm_id, platform_character_id = b.platform_character_id,
    name = b.name, realm_slug = b.realm_slug, class_id = b.class_id, race_id = b.race_id,
    gender = coalesce(b.gender, a.gender), faction = coalesce(b.faction, a.faction), level = b.level,
    equipped_item_level = coalesce(b.equipped_item_level, a.equipped_item_level),
    average_item_level = coalesce(b.average_item_level, a.average_item_level),
    item_level_major = coalesce(b.item_level_major, a.item_level_major), spec_id = coalesce(b.spec_id, a.spec_id),
    spec_name = coalesce(b.spec_name, a.spec_name), role = coalesce(b.role, a.role), guild_id = b.guild_id,
    guild_name = b.guild_name, verified_at = b.verified_at, unclaimed_at = b.unclaimed_at,
    displaced_at = b.displaced_at, archived_at = case when a.archived_at is not null then b.archived_at end,
    lost_at = case when a.archived_at is not null then b.lost_at end,
    is_main = a.is_main or b.is_main, public_key = coalesce(a.public_key, b.public_key),
    last_login_at = greatest(a.last_login_at, b.last_login_at), moved_to_id = null, moved_at = null
  from b where a.id = $1`;

/** Everything that is known of the character is read again, under the new id. */
const READ_AGAIN = statement`
  update character_section set last_modified = null, missing_since = null, next_at = now() where character_id = $1`;

/** Joins what the person of the leaver has of leaver and joiner. Requires the lock of claims. */
export async function joinCharactersOf(tx: Changing, leaverId: string, joinerId: string): Promise<void> {
  const pair = await tx.sql.maybe(OF_ENTRIES, [leaverId, joinerId]);
  if (!pair) return;
  if (pair.newId !== null) return joinCharacters(tx, pair.oldId, pair.newId);
  // The person has no row of the joiner. The proof stays until their account is read again.
  const character = await tx.em.findOneOrFail(Character, pair.oldId);
  const { platformRealmId, platformCharacterId, name, realmSlug, raceId, faction, level } = await tx.em.findOneOrFail(
    RosterEntry,
    joinerId,
  );
  const labels = { name, realmSlug, raceId, faction: faction ?? character.faction, level };
  tx.em.assign(character, { platformRealmId, platformCharacterId, ...labels, movedTo: null, movedAt: null });
  await readAgain(tx, pair.oldId);
}

/** Requires the lock of claims. */
export async function joinCharacters(tx: Changing, oldId: string, newId: string): Promise<void> {
  await tx.sql.run(TAKE_ANSWERS, [oldId, newId]);
  await tx.sql.run(TAKE_PLACES, [oldId, newId]);
  await tx.sql.run(TAKE, [oldId, newId]);
  await readAgain(tx, oldId);
}

async function readAgain(tx: Changing, characterId: string): Promise<void> {
  await tx.sql.run(READ_AGAIN, [characterId]);
  await followOwners(tx, [characterId]);
}
