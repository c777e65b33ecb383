/** Finds a character on the game platform by name, for a person who waits. */
import { BattlenetError } from '@guildhall/battlenet/errors.ts';
import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import { textIn } from '@guildhall/battlenet/schemas/primitives.ts';
import type { SearchCharacterInput } from '@guildhall/contracts/own-characters.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../../core/actor.ts';
import type { Sql } from '../../core/db/sql.ts';
import { query } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import { askBattlenet } from '../../core/platform/ask-battlenet.ts';
import type { AppContext } from '../../core/services/context.ts';
import { factionOf, genderOf, instantFrom, wholeItemLevel } from '../../guilds/guild-sync/platform-values.ts';
import { type ReferenceNames, referenceNames } from '../../reference/game-data/names.ts';
import { combatRoleOf } from '../../reference/game-data/playable.ts';

type Wanted = { name: string; realm: string; region?: Region | undefined; gameVersion: GameVersion };
type FoundCharacter = {
  region: Region;
  gameVersion: GameVersion;
  profile: CharacterProfile;
  lastModified: string | null;
};

/** Throws NOT_FOUND for a character the platform does not show, SERVICE_UNAVAILABLE when it does not answer or forbids it. */
export async function findOnPlatform(ctx: AppContext, actor: Actor, wanted: Wanted): Promise<FoundCharacter> {
  await ctx.limits.take('gameplatform', actor.userId);
  const { gameVersion, region = ctx.config.battlenet.region } = wanted;
  const key = { realmSlug: wanted.realm, name: wanted.name };
  try {
    const answer = await askBattlenet(ctx, (waiting) =>
      ctx.battlenet.characterProfile({ ...waiting, region, gameVersion }, key),
    );
    return { region, gameVersion, profile: answer.data, lastModified: answer.lastModified };
  } catch (error) {
    if (!(error instanceof BattlenetError && error.kind === 'not_found')) throw error;
    throw (await isUnknownRealm(ctx.sql, region, gameVersion, wanted.realm)) ? noRealm() : noCharacter();
  }
}

const REALM = query({ unknown: 'bool' })`
  select coalesce(not bool_or(slug = $3), false) as unknown from realm
  where region = $1 and game_version = $2 and listed`;

/** False for all realms of a branch whose index has not been read. */
export const isUnknownRealm = async (sql: Sql, region: Region, gameVersion: GameVersion, slug: string) =>
  (await sql.one(REALM, [region, gameVersion, slug])).unknown;

const noRealm = () =>
  notFound(
    'realm_not_found',
    'There is no realm with this slug in that region. Use the slug as the game writes it, such as `twisting-nether`.',
  );
const noCharacter = () =>
  notFound(
    'character_not_found',
    'The game platform shows no character of this name on that realm. Check the spelling, the region and the game version.',
  );

/** Shows what an import would bring. Writes nothing. */
export async function previewCharacter(ctx: AppContext, actor: Actor, input: SearchCharacterInput) {
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
