import { findPlayableClass, findSpecialization } from '../game-classes.ts';
import { findPlayableRace } from '../game-races.ts';
import { untranslated } from '../localized.ts';
import type { Character } from '../world-model.ts';
import { guildReference } from './guild-documents.ts';
import { characterLink, type Document, realmReference, type Scene, staticLink, text } from './scene.ts';
import { factionName, genderName } from './typed-names.ts';

export function classReference(scene: Scene, classId: number) {
  const name = findPlayableClass(classId)?.name ?? untranslated('');
  return { key: staticLink(scene, 'playable-class', classId), name: text(scene, name), id: classId };
}

export function raceReference(scene: Scene, raceId: number) {
  const name = findPlayableRace(raceId)?.name ?? untranslated('');
  return { key: staticLink(scene, 'playable-race', raceId), name: text(scene, name), id: raceId };
}

/** Has id 0 and no name where there is no specialization: at low levels and in Classic. */
export function specializationReference(scene: Scene, specId: number) {
  const specialization = findSpecialization(specId);
  if (!specialization) return { id: 0 };
  return {
    key: staticLink(scene, 'playable-specialization', specId),
    name: text(scene, specialization.name),
    id: specId,
  };
}

const titles = [
  [172, 'the Patient', '{name} the Patient'],
  [143, 'Jenkins', '{name} Jenkins'],
  [47, 'Conqueror', 'Conqueror {name}'],
] as const;

/** Only characters with enough play time to earn a title wear one. */
function activeTitle(scene: Scene, character: Character) {
  const title = titles[character.id % titles.length];
  if (!title || character.level < 70) return {};
  const [id, name, display] = title;
  return {
    active_title: {
      key: staticLink(scene, 'title', id),
      name: text(scene, untranslated(name)),
      id,
      display_string: text(scene, untranslated(display)),
    },
  };
}

/** Links to the character's other resources; some of them answer 404. */
function resourceLinks(scene: Scene, character: Character) {
  const to = (path: string) => characterLink(scene, character, ...path.split('/'));
  const everywhere = {
    titles: to('titles'),
    pvp_summary: to('pvp-summary'),
    media: to('character-media'),
    specializations: to('specializations'),
    statistics: to('statistics'),
    equipment: to('equipment'),
    appearance: to('appearance'),
  };
  if (scene.gameVersion === 'classic-era') return { ...everywhere, reputations: to('reputations') };
  if (scene.gameVersion === 'classic-anniversary') return everywhere;
  if (scene.gameVersion === 'classic') return { ...everywhere, achievements: to('achievements') };
  return {
    ...everywhere,
    achievements: to('achievements'),
    encounters: to('encounters'),
    mythic_keystone_profile: to('mythic-keystone-profile'),
    collections: to('collections'),
    reputations: to('reputations'),
    quests: to('quests'),
    achievements_statistics: to('achievements/statistics'),
    professions: to('professions'),
    ...(character.classId === 3 ? { hunter_pets: to('hunter-pets') } : {}),
  };
}

/** `/profile/wow/character/{realm}/{name}`. */
export function characterSummary(scene: Scene, character: Character): Document {
  const guild = character.guildId === null ? undefined : scene.world.findGuildById(character.guildId);
  return {
    schema: 'character',
    modified: character.lastModified,
    maxAge: null,
    cacheKey: null,
    body: () => ({
      _links: { self: characterLink(scene, character) },
      id: character.id,
      name: character.name,
      gender: genderName(scene, character.gender),
      faction: factionName(scene, character.faction),
      race: raceReference(scene, character.raceId),
      character_class: classReference(scene, character.classId),
      active_spec: specializationReference(scene, character.specId),
      realm: realmReference(scene, character.realm),
      ...(guild ? { guild: guildReference(scene, guild) } : {}),
      level: character.level,
      experience: 0,
      ...(scene.gameVersion === 'retail' ? { achievement_points: character.achievementPoints } : {}),
      ...resourceLinks(scene, character),
      last_login_timestamp: character.lastLogin,
      average_item_level: character.averageItemLevel,
      equipped_item_level: character.equippedItemLevel,
      ...activeTitle(scene, character),
      ...(scene.gameVersion === 'retail' ? { is_remix: false } : {}),
      ...(scene.gameVersion === 'classic-era'
        ? { is_ghost: character.isGhost, is_self_found: character.isSelfFound }
        : {}),
      name_search: character.name,
    }),
  };
}

/** `/profile/wow/character/{realm}/{name}/status`. */
export function characterStatus(scene: Scene, character: Character): Document {
  return {
    schema: 'character-status',
    modified: character.lastModified,
    maxAge: null,
    cacheKey: null,
    body: () => ({
      _links: { self: characterLink(scene, character, 'status') },
      id: character.id,
      is_valid: character.valid,
    }),
  };
}
