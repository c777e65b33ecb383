/** The sections of a character besides its profile; those that people look at first come first. */
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
import { type Section, section } from './section.ts';

export const sections: readonly Section[] = [
  section({
    name: 'media',
    links: ['media'],
    document: (battlenet) => battlenet.characterMedia,
    keep: (raw, _names, hosts) => mediaDocument(raw, hosts),
    describes: (raw, hosts) => ({ avatarUrl: mediaDocument(raw, hosts).avatar }),
  }),
  section({
    name: 'equipment',
    links: ['equipment'],
    document: (battlenet) => battlenet.characterEquipment,
    keep: equipmentDocument,
  }),
  section({
    name: 'specializations',
    links: ['specializations'],
    document: (battlenet) => battlenet.characterSpecializations,
    keep: specializationsDocument,
    describes: (raw) => (raw.specialization_groups.length > 0 ? { role: roleOfTalents(raw) } : {}),
  }),
  section({
    name: 'statistics',
    links: ['statistics'],
    document: (battlenet) => battlenet.characterStatistics,
    keep: statisticsDocument,
  }),
  section({
    name: 'raids',
    links: ['encounters', 'raid_progression'],
    document: (battlenet) => battlenet.characterRaids,
    keep: encountersDocument,
  }),
  section({
    name: 'dungeons',
    links: ['encounters', 'raid_progression'],
    document: (battlenet) => battlenet.characterDungeons,
    keep: encountersDocument,
  }),
  section({
    name: 'mythic-keystone',
    links: ['mythic_keystone_profile'],
    document: (battlenet) => battlenet.characterMythicKeystone,
    keep: mythicKeystoneDocument,
  }),
  section({
    name: 'professions',
    links: ['professions'],
    document: (battlenet) => battlenet.characterProfessions,
    keep: professionsDocument,
  }),
  section({
    name: 'reputations',
    links: ['reputations'],
    document: (battlenet) => battlenet.characterReputations,
    keep: reputationsDocument,
  }),
  section({
    name: 'pvp',
    links: ['pvp_summary'],
    document: (battlenet) => battlenet.characterPvpSummary,
    keep: pvpDocument,
  }),
  section({
    name: 'achievements',
    links: ['achievements'],
    document: (battlenet) => battlenet.characterAchievements,
    keep: achievementsDocument,
  }),
];

export const BRACKET_PREFIX = 'pvp-';

/** Each bracket is a document of its own, which fails and ages independently. */
export function bracketSection(bracket: string): Section {
  return section({
    name: `${BRACKET_PREFIX}${bracket}`,
    document: (battlenet) => (call, key) => battlenet.characterPvpBracket(call, key, bracket),
    keep: pvpBracketDocument,
  });
}

export const KEYSTONE_SEASON = 'mythic-keystone-season';

/** A season is a document of its own; only the newest season the character played is kept. */
export function keystoneSeasonSection(season: number): Section {
  return section({
    name: KEYSTONE_SEASON,
    document: (battlenet) => (call, key) => battlenet.characterMythicKeystoneSeason(call, key, season),
    keep: (raw) => keystoneSeasonDocument(raw, season),
  });
}
