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
    if (!isAbsence(error)) throw error;
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
