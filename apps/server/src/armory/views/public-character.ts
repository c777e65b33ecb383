/** A character at its public address: what the game shows to all, and nothing of its person. */
import type { PublicCharacterInput, PublicCharacterView } from '@guildhall/contracts/public-character.ts';
import { query } from '../../core/db/statement.ts';
import { notFound } from '../../core/errors.ts';
import type { AppContext } from '../../core/services/context.ts';
import { getCharacter, IS_SHAREABLE } from '../own-characters/characters.queries.ts';
import { getEncounters } from './encounters.ts';
import { getEquipment } from './gear.ts';
import { getMythicKeystone } from './mythic-keystone.ts';

const SHARED = query({ id: 'uuid', ownerId: 'uuid' })`
  select c.id, c.user_id as "ownerId" from character c join person p on p.id = c.user_id
  where c.public_key = $1 and ${IS_SHAREABLE}`;

/** Anything else is no address; PostgreSQL would even reject some of it. */
const KEY = /^[\w-]+$/;

/** Throws NOT_FOUND for an address that never was one, was taken back, or whose character is no longer proven. */
export async function getPublicCharacter(
  ctx: AppContext,
  { key, locale }: PublicCharacterInput,
): Promise<PublicCharacterView> {
  const shared = KEY.test(key) ? await ctx.sql.maybe(SHARED, [key]) : undefined;
  if (!shared) throw notFound('shared_character_not_found', 'Nothing is shared at this address, or no longer.');
  const { id, ownerId } = shared;
  const owner = { userId: ownerId, isAdmin: false };
  const [character, equipment, encounters, keystone] = await Promise.all([
    getCharacter(ctx, owner, id, locale),
    getEquipment(ctx, owner, { id }),
    getEncounters(ctx, owner, { id, locale }),
    getMythicKeystone(ctx, owner, { id, locale }),
  ]);
  const { name, title, realm, region, gameVersion, level, itemLevel, activeSpec, avatarUrl, race } = character;
  const { expansions, currentSeasonInstanceIds } = encounters;
  const ofSeason = expansions.flatMap(({ instances }) =>
    instances.filter((instance) => currentSeasonInstanceIds.includes(instance.id)),
  );
  const shown = ofSeason.length > 0 ? ofSeason : (expansions[0]?.instances ?? []);
  return {
    ...{
      name,
      title,
      realm,
      region,
      gameVersion,
      level,
      itemLevel,
      activeSpec,
      avatarUrl,
      race,
      class: character.class,
    },
    equipment,
    raids: { instances: shown.filter(({ category }) => category === 'raid'), freshness: encounters.freshness.raids },
    keystones: { season: keystone.season, freshness: keystone.freshness.season },
  };
}
