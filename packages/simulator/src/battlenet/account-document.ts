import type { Account, Character } from '../world-model.ts';
import { classReference, raceReference } from './character-documents.ts';
import { characterLink, type Document, realmReference, type Scene, userLink } from './scene.ts';
import { factionName, genderName } from './typed-names.ts';

/** The maximum number of characters per game licence; an account with more has another licence. */
const charactersPerLicence = 50;

function accountCharacter(scene: Scene, character: Character) {
  return {
    character: characterLink(scene, character),
    protected_character: userLink(scene, 'wow', 'protected-character', `${character.realm.id}-${character.id}`),
    name: character.name,
    id: character.id,
    realm: realmReference(scene, character.realm),
    playable_class: classReference(scene, character.classId),
    playable_race: raceReference(scene, character.raceId),
    gender: genderName(scene, character.gender),
    faction: factionName(scene, character.faction),
    level: character.level,
  };
}

function licences(scene: Scene, account: Account, characters: readonly Character[]) {
  const count = Math.ceil(characters.length / charactersPerLicence);
  return Array.from({ length: count }, (_, index) => ({
    id: account.id + 50_000_000 + index,
    characters: characters
      .slice(index * charactersPerLicence, (index + 1) * charactersPerLicence)
      .map((character) => accountCharacter(scene, character)),
  }));
}

/**
 * `/profile/user/wow` for one region and game version. Undefined (404) where the account never played: every account
 * has a retail licence in `us`, elsewhere only if it has characters there. `wow_accounts` is missing if empty.
 */
export function accountProfile(scene: Scene, account: Account): Document | undefined {
  const characters = account.characters.filter(
    ({ realm }) => realm.region === scene.region && realm.gameVersion === scene.gameVersion,
  );
  const licensed = scene.gameVersion === 'retail' && scene.region === 'us';
  if (characters.length === 0 && !licensed) return undefined;
  const self = userLink(scene, 'wow');
  return {
    schema: 'account-profile',
    modified: account.lastModified,
    maxAge: null,
    cacheKey: null,
    body: () => ({
      _links: { self, user: { href: userLink(scene).href.replace(/\?.*/, '') }, profile: self },
      id: account.id,
      ...(characters.length > 0 ? { wow_accounts: licences(scene, account, characters) } : {}),
      collections: userLink(scene, 'wow', 'collections'),
    }),
  };
}
