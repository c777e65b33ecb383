/** The sections of a character: each is one platform document below its profile, and what we store of it. */
import type { Answer, Battlenet, Call, CharacterKey } from '@guildhall/battlenet/client.ts';
import type { CharacterLink } from '@guildhall/battlenet/schemas/character.ts';
import type { CombatRole } from '@guildhall/contracts/organization.ts';
import { createNameCollector, type GameNameRow, type NameCollector } from '../../reference/game-data/names.ts';
import { achievementsDocument } from './documents/achievements.ts';
import { encountersDocument } from './documents/encounters.ts';
import { equipmentDocument } from './documents/equipment.ts';
import { mediaDocument } from './documents/media.ts';
import { keystoneSeasonDocument, mythicKeystoneDocument } from './documents/mythic-keystone.ts';
import { professionsDocument } from './documents/professions.ts';
import { pvpBracketDocument, pvpDocument } from './documents/pvp.ts';
import { reputationsDocument } from './documents/reputations.ts';
import { roleOfTalents, specializationsDocument } from './documents/specializations.ts';
import { statisticsDocument } from './documents/statistics.ts';
import { worldDocument } from './documents/world.ts';

type Source = { battlenet: Battlenet; mediaHosts: string[] };

export type Section = {
  name: string;
  /** The profile links to it under one of these names, if the branch of the game has such a document. */
  links: readonly CharacterLink[];
  fetch(from: Source, call: Call, key: CharacterKey): Promise<FetchedSection>;
};

export type FetchedSection = {
  /** Our own document, never the platform's. */
  data: object;
  names: GameNameRow[];
  /** Further facts about the character; omitted ones stay as they were. */
  describes: { avatarUrl?: string | null; role?: CombatRole | null };
  lastModified: string | null;
};

function section<Raw, Kept extends object>(
  name: string,
  links: CharacterLink[],
  document: (battlenet: Battlenet) => (call: Call, key: CharacterKey) => Promise<Answer<Raw>>,
  keep: (raw: Raw, names: NameCollector, mediaHosts: string[]) => Kept,
  describe: (kept: Kept, raw: Raw) => FetchedSection['describes'] = () => ({}),
): Section {
  return {
    name,
    links,
    async fetch({ battlenet, mediaHosts }, call, key) {
      const { data: raw, lastModified } = await document(battlenet)(call, key);
      const names = createNameCollector();
      const data = keep(raw, names, mediaHosts);
      return { data, names: names.rows(), describes: describe(data, raw), lastModified };
    },
  };
}

/** Besides the profile; those that people look at first come first. */
export const sections: readonly Section[] = [
  section(
    'media',
    ['media'],
    ({ characterMedia }) => characterMedia,
    (raw, _names, hosts) => mediaDocument(raw, hosts),
    ({ avatar }) => ({ avatarUrl: avatar }),
  ),
  section('equipment', ['equipment'], ({ characterEquipment }) => characterEquipment, equipmentDocument),
  section(
    'specializations',
    ['specializations'],
    ({ characterSpecializations }) => characterSpecializations,
    specializationsDocument,
    (_kept, raw) => (raw.specialization_groups.length > 0 ? { role: roleOfTalents(raw) } : {}),
  ),
  section('statistics', ['statistics'], ({ characterStatistics }) => characterStatistics, statisticsDocument),
  section('raids', ['encounters', 'raid_progression'], ({ characterRaids }) => characterRaids, encountersDocument),
  section(
    'dungeons',
    ['encounters', 'raid_progression'],
    ({ characterDungeons }) => characterDungeons,
    encountersDocument,
  ),
  section(
    'mythic-keystone',
    ['mythic_keystone_profile'],
    ({ characterMythicKeystone }) => characterMythicKeystone,
    mythicKeystoneDocument,
  ),
  section('professions', ['professions'], ({ characterProfessions }) => characterProfessions, professionsDocument),
  section('reputations', ['reputations'], ({ characterReputations }) => characterReputations, reputationsDocument),
  section('pvp', ['pvp_summary'], ({ characterPvpSummary }) => characterPvpSummary, pvpDocument),
  section('achievements', ['achievements'], ({ characterAchievements }) => characterAchievements, achievementsDocument),
  section(
    'world',
    ['achievements_statistics'],
    ({ characterAchievementStatistics }) => characterAchievementStatistics,
    worldDocument,
  ),
];

export const BRACKET_PREFIX = 'pvp-';

/** Each bracket is a document of its own, which fails and ages independently. */
export const bracketSection = (bracket: string): Section =>
  section(
    `${BRACKET_PREFIX}${bracket}`,
    [],
    (battlenet) => (call, key) => battlenet.characterPvpBracket(call, key, bracket),
    pvpBracketDocument,
  );

export const KEYSTONE_SEASON = 'mythic-keystone-season';

/** A season is a document of its own; only the newest season the character played is kept. */
export const keystoneSeasonSection = (season: number): Section =>
  section(
    KEYSTONE_SEASON,
    [],
    (battlenet) => (call, key) => battlenet.characterMythicKeystoneSeason(call, key, season),
    (raw) => keystoneSeasonDocument(raw, season),
  );
