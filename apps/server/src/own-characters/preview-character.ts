import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import type { CharacterPreviewView, SearchCharacterInput } from '@guildhall/contracts/own-characters.ts';
import type { Actor } from '../core/actor.ts';
import { query } from '../core/db/statement.ts';
import type { AppContext } from '../core/services/context.ts';
import { factionOf, genderOf, instantFrom, wholeItemLevel } from '../guilds/platform-values.ts';
import { type ReferenceNames, referenceNames } from '../reference/names.ts';
import { combatRoleOf } from '../reference/spec-roles.ts';
import { type FoundCharacter, findOnPlatform } from './find-on-platform.ts';

/** Shows what an import would bring. Writes nothing. */
export async function previewCharacter(
  ctx: AppContext,
  actor: Actor,
  input: SearchCharacterInput,
): Promise<CharacterPreviewView> {
  const found = await findOnPlatform(ctx, actor, input);
  const { region, gameVersion, profile } = found;
  const identity = [actor.userId, region, gameVersion, profile.realm.id, profile.id];
  const [known, names] = await Promise.all([ctx.sql.maybe(KNOWN, identity), referenceNames(ctx, input.locale)]);
  return {
    ...shown(found, names),
    characterId: known?.characterId ?? null,
    archived: known?.archived ?? false,
    claimed: known?.claimed ?? false,
  };
}

const KNOWN = query({ characterId: 'uuid?', archived: 'bool?', claimed: 'bool' })`
  with same as (
    select id, user_id, verified_at, archived_at from character
    where region = $2 and game_version = $3 and platform_realm_id = $4 and platform_character_id = $5
  )
  select own.id as "characterId", own.archived_at is not null as archived,
    exists (select from same where user_id <> $1 and verified_at is not null) as claimed
  from (values (true)) as one left join same own on own.user_id = $1`;

function shown({ region, gameVersion, profile }: FoundCharacter, names: ReferenceNames) {
  const realmOf = ({ slug, name }: CharacterProfile['realm']) => ({
    slug,
    name: textIn(name, 'en_US') ?? names.realmName({ region, gameVersion }, slug),
  });
  const equipped = wholeItemLevel(profile.equipped_item_level);
  const average = wholeItemLevel(profile.average_item_level);
  const { active_spec: spec, guild } = profile;
  return {
    name: profile.name,
    realm: realmOf(profile.realm),
    region,
    gameVersion,
    class: { id: profile.character_class.id, name: names.className(profile.character_class.id) },
    race: { id: profile.race.id, name: names.raceName(profile.race.id) },
    gender: genderOf(profile.gender?.type),
    faction: factionOf(profile.faction?.type),
    level: profile.level,
    itemLevel: equipped === null || average === null ? null : { equipped, average },
    activeSpec: spec && {
      id: spec.id,
      name: names.specName({ gameVersion, specId: spec.id, specName: textIn(spec.name, 'en_US') }),
      role: combatRoleOf(spec.id, gameVersion),
    },
    achievementPoints: profile.achievement_points,
    guild: guild && { name: guild.name, realm: realmOf(guild.realm) },
    lastLoginAt: instantFrom(profile.last_login_timestamp),
  };
}
