import type { ImportCharacterInput } from '@guildhall/contracts/own-characters.ts';
import type { Actor } from '../../core/actor.ts';
import { query, statement } from '../../core/db/statement.ts';
import type { AppContext } from '../../core/services/context.ts';
import { factionOf, genderOf } from '../../guilds/guild-sync/platform-values.ts';
import { followOwners, lockClaims } from '../../membership/characters/claims.ts';
import { alreadyClaimed } from '../../membership/characters/own-character.ts';
import { queueEnrichment } from '../enrichment/queue-enrichment.ts';
import { storeProfiles } from '../enrichment/store-profiles.ts';
import { getCharacter } from './characters.queries.ts';
import { refuseTooManyUnproven } from './create-character.ts';
import { findOnPlatform } from './find-on-platform.ts';

/**
 * Adds a character that a person names. That proves nothing: the claim stays unverified until the person's own account
 * lists it. One that the person already had is refreshed, and comes back from the archive. Throws `already_claimed`
 * when another person has proved to own it.
 */
export async function importCharacter(ctx: AppContext, actor: Actor, input: ImportCharacterInput) {
  const { region, gameVersion, profile, lastModified } = await findOnPlatform(ctx, actor, input);
  const identity = [actor.userId, region, gameVersion, profile.realm.id, profile.id];
  const id = await ctx.transact(async (tx) => {
    await lockClaims(tx.sql);
    if ((await tx.sql.run(PROVED_BY_ANOTHER, identity)) > 0) throw alreadyClaimed();
    if ((await tx.sql.run(OWN, identity)) === 0) await refuseTooManyUnproven(tx.sql, actor.userId);
    const labels = [profile.name, profile.realm.slug, profile.character_class.id, profile.race.id];
    const sides = [genderOf(profile.gender?.type), factionOf(profile.faction?.type), profile.level];
    const row = await tx.sql.one(NAME, [...identity, ...labels, ...sides]);
    const key = { realmSlug: profile.realm.slug, realmId: profile.realm.id, characterId: profile.id };
    const candidate = { id: row.id, region, gameVersion, name: profile.name, ...key, lastModified };
    await storeProfiles(ctx, tx, [{ kind: 'fetched', candidate, profile, lastModified }]);
    await followOwners(tx, [row.id]);
    await queueEnrichment(tx, actor.userId, [{ characterId: row.id, profileAsked: true }], 'onDemand');
    return row.id;
  });
  return getCharacter(ctx, actor, id);
}

const SAME = 'region = $2 and game_version = $3 and platform_realm_id = $4 and platform_character_id = $5';

const PROVED_BY_ANOTHER = statement`select from character where ${SAME} and user_id <> $1 and verified_at is not null`;

const OWN = statement`select from character where ${SAME} and user_id = $1`;

const NAME = query({ id: 'uuid' })`
  insert into character as c (user_id, source, region, game_version, platform_realm_id, platform_character_id, name,
    realm_slug, class_id, race_id, gender, faction, level)
  values ($1, 'synced', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
  on conflict (user_id, region, game_version, platform_realm_id, platform_character_id) do update set
    name = excluded.name, realm_slug = excluded.realm_slug, archived_at = null, displaced_at = null,
    lost_at = null
  returning c.id`;
