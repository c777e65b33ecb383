/** The sections of a character besides its profile, those that people look at first at the front. */
import { achievementsDocument } from './documents/achievements.ts';
import { encountersDocument } from './documents/encounters.ts';
import { equipmentDocument } from './documents/equipment.ts';
import { mediaDocument } from './documents/media.ts';
import { mythicKeystoneDocument } from './documents/mythic-keystone.ts';
import { professionsDocument } from './documents/professions.ts';
import { pvpBracketDocument, pvpDocument } from './documents/pvp.ts';
import { reputationsDocument } from './documents/reputations.ts';
import { specializationsDocument } from './documents/specializations.ts';
import { statisticsDocument } from './documents/statistics.ts';
import { RETAIL, type Section, section } from './section.ts';

export const sections: readonly Section[] = [
  section({
    name: 'media',
    document: (battlenet) => battlenet.characterMedia,
    keep: mediaDocument,
    avatarUrl: (raw) => mediaDocument(raw).avatar,
  }),
  section({ name: 'equipment', document: (battlenet) => battlenet.characterEquipment, keep: equipmentDocument }),
  section({
    name: 'specializations',
    gameVersions: RETAIL,
    document: (battlenet) => battlenet.characterSpecializations,
    keep: specializationsDocument,
  }),
  section({ name: 'statistics', document: (battlenet) => battlenet.characterStatistics, keep: statisticsDocument }),
  section({
    name: 'raids',
    gameVersions: RETAIL,
    document: (battlenet) => battlenet.characterRaids,
    keep: encountersDocument,
  }),
  section({
    name: 'dungeons',
    gameVersions: RETAIL,
    document: (battlenet) => battlenet.characterDungeons,
    keep: encountersDocument,
  }),
  section({
    name: 'mythic-keystone',
    gameVersions: RETAIL,
    document: (battlenet) => battlenet.characterMythicKeystone,
    keep: mythicKeystoneDocument,
  }),
  section({
    name: 'professions',
    gameVersions: RETAIL,
    document: (battlenet) => battlenet.characterProfessions,
    keep: professionsDocument,
  }),
  section({
    name: 'reputations',
    gameVersions: RETAIL,
    document: (battlenet) => battlenet.characterReputations,
    keep: reputationsDocument,
  }),
  section({ name: 'pvp', document: (battlenet) => battlenet.characterPvpSummary, keep: pvpDocument }),
  section({
    name: 'achievements',
    gameVersions: RETAIL,
    document: (battlenet) => battlenet.characterAchievements,
    keep: achievementsDocument,
  }),
];

export const BRACKET_PREFIX = 'pvp-';

/** Each bracket is a document of its own, which fails and ages by itself. */
export function bracketSection(bracket: string): Section {
  return section({
    name: `${BRACKET_PREFIX}${bracket}`,
    document: (battlenet) => (call, key) => battlenet.characterPvpBracket(call, key, bracket),
    keep: pvpBracketDocument,
  });
}
