/** Finds a character on the game platform by name, for a person who waits. */
import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../core/actor.ts';
import type { Sql } from '../core/db/sql.ts';
import { query } from '../core/db/statement.ts';
import { notFound } from '../core/errors.ts';
import { askBattlenet } from '../core/platform/ask-battlenet.ts';
import { isAbsence } from '../core/platform/platform-failure.ts';
import type { AppContext } from '../core/services/context.ts';

type Wanted = { name: string; realm: string; region?: Region | undefined; gameVersion: GameVersion };
export type FoundCharacter = {
  region: Region;
  gameVersion: GameVersion;
  profile: CharacterProfile;
  lastModified: string | null;
};

/** Throws NOT_FOUND for a character the platform does not show, SERVICE_UNAVAILABLE when it does not answer. */
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
    if (isAbsence(error)) throw await absent(ctx, wanted.realm, region, gameVersion);
    throw error;
  }
}

const REALM = query({ anyKnown: 'bool', thisKnown: 'bool' })`
  select coalesce(bool_or(slug = $3), false) as "thisKnown", count(*) > 0 as "anyKnown" from realm
  where region = $1 and game_version = $2 and listed`;

/** Where a branch's index has not been read, its realms are unknown. */
export async function isUnknownRealm(sql: Sql, region: Region, gameVersion: GameVersion, slug: string) {
  const row = await sql.maybe(REALM, [region, gameVersion, slug]);
  return row?.anyKnown === true && !row.thisKnown;
}

async function absent({ sql }: AppContext, realm: string, region: Region, gameVersion: GameVersion) {
  if (await isUnknownRealm(sql, region, gameVersion, realm)) {
    return notFound(
      'realm_not_found',
      'There is no realm with this slug in that region. Use the slug as the game writes it, such as `twisting-nether`.',
    );
  }
  return notFound(
    'character_not_found',
    'The game platform shows no character of this name on that realm. Check the spelling, the region and the game version.',
  );
}
