/** A character as the game platform shows it under a name, for a person who waits. */
import type { CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import type { GameVersion, Region } from '@guildhall/contracts/primitives.ts';
import type { Actor } from '../core/actor.ts';
import { askBattlenet } from '../core/ask-battlenet.ts';
import type { AppContext } from '../core/context.ts';
import { notFound } from '../core/errors.ts';
import { isAbsence } from '../core/platform-failure.ts';

type Wanted = { name: string; realm: string; region?: Region | undefined; gameVersion: GameVersion };
export type FoundCharacter = {
  region: Region;
  gameVersion: GameVersion;
  profile: CharacterProfile;
  lastModified: string | null;
};

/** Throws NOT_FOUND for what the platform does not show, SERVICE_UNAVAILABLE for what it does not say. */
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

const REALM = `
  select exists (select from realm where region = $1) as "anyKnown",
    exists (select from realm where region = $1 and slug = $2) as "thisKnown"`;

/** The index that we keep is of the realms of retail; where it is empty it says nothing. */
async function absent({ sql }: AppContext, realm: string, region: Region, gameVersion: GameVersion) {
  const [row] = await sql<{ anyKnown: boolean; thisKnown: boolean }>(REALM, [region, realm]);
  if (gameVersion === 'retail' && row?.anyKnown && !row.thisKnown) {
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
