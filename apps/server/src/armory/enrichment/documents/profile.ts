import { versionOf } from '@guildhall/battlenet/namespaces.ts';
import type { CharacterLink, CharacterProfile } from '@guildhall/battlenet/schemas/character.ts';
import { englishName } from '../../../reference/game-data/names.ts';

export type ProfileDocument = ReturnType<typeof profileDocument>;

/** The contents of a profile beyond the character's own columns. */
export function profileDocument(profile: CharacterProfile) {
  const { name, active_title: title, covenant_progress: covenant, is_ghost, is_self_found } = profile;
  return {
    /** The game version that produced the character's data. */
    version: versionOf([profile.character_class.key, profile.race.key]),
    /** The documents that exist for the character in its branch of the game. */
    links: LINKS.filter((link) => profile[link] !== null),
    title: titled(name, title),
    covenant: covenant && {
      name: englishName(covenant.chosen_covenant?.name ?? null),
      renownLevel: covenant.renown_level,
    },
    hardcore:
      is_ghost === null && is_self_found === null
        ? null
        : { isGhost: is_ghost ?? false, isSelfFound: is_self_found ?? false },
  };
}

/** Null where the platform does not say on which side of the name the title stands. */
function titled(name: string, title: CharacterProfile['active_title']): string | null {
  const text = englishName(title?.display_string ?? null) ?? englishName(title?.name ?? null);
  return text && NAME_IN_TITLE.test(text) ? text.replace(NAME_IN_TITLE, () => name) : null;
}

const NAME_IN_TITLE = /\{name\}|%s/;

const LINKS: CharacterLink[] = [
  'achievements',
  'achievements_statistics',
  'encounters',
  'raid_progression',
  'equipment',
  'media',
  'mythic_keystone_profile',
  'professions',
  'pvp_summary',
  'reputations',
  'specializations',
  'statistics',
];
