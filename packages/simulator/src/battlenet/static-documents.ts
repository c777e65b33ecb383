import {
  findPlayableClass,
  findSpecialization,
  playableClasses,
  type Specialization,
  specializations,
} from '../game-classes.ts';
import { canBe, findPlayableRace, playableRaces } from '../game-races.ts';
import { type LocalizedName, untranslated } from '../localized.ts';
import { crestMedia } from './guild-documents.ts';
import { type Document, reference, type Scene, staticDocument, staticLink, text } from './scene.ts';
import { factionName } from './typed-names.ts';

const emblemCount = 196;
const borderCount = 6;

function genderNames(scene: Scene, name: LocalizedName) {
  return { male: text(scene, name, 'static'), female: text(scene, name, 'static') };
}

export function classIndex(scene: Scene): Document {
  return staticDocument(scene, 'playable-class', 'playable-class', () => ({
    _links: { self: staticLink(scene, 'playable-class', '') },
    classes: playableClasses.map((entry) => reference(scene, 'playable-class', entry)),
  }));
}

export function classDocument(scene: Scene, id: string): Document | undefined {
  const entry = findPlayableClass(Number(id));
  if (!entry) return undefined;
  return staticDocument(scene, 'playable-class', `playable-class/${entry.id}`, () => ({
    _links: { self: staticLink(scene, 'playable-class', entry.id) },
    id: entry.id,
    name: text(scene, entry.name, 'static'),
    gender_name: genderNames(scene, entry.name),
    power_type: reference(scene, 'power-type', entry.powerType),
    specializations: entry.specializations.map((spec) => reference(scene, 'playable-specialization', spec)),
    media: { key: staticLink(scene, 'media', 'playable-class', entry.id), id: entry.id },
    pvp_talent_slots: staticLink(scene, 'playable-class', entry.id, 'pvp-talent-slots'),
    playable_races: playableRaces
      .filter((race) => canBe(race.id, entry.id))
      .map((race) => reference(scene, 'playable-race', race)),
  }));
}

export function raceIndex(scene: Scene): Document {
  return staticDocument(scene, 'playable-race', 'playable-race', () => ({
    _links: { self: staticLink(scene, 'playable-race', '') },
    races: playableRaces.map((entry) => reference(scene, 'playable-race', entry)),
  }));
}

export function raceDocument(scene: Scene, id: string): Document | undefined {
  const entry = findPlayableRace(Number(id));
  if (!entry) return undefined;
  return staticDocument(scene, 'playable-race', `playable-race/${entry.id}`, () => ({
    _links: { self: staticLink(scene, 'playable-race', entry.id) },
    id: entry.id,
    name: text(scene, entry.name, 'static'),
    gender_name: genderNames(scene, entry.name),
    faction: factionName(scene, entry.faction, 'static'),
    is_selectable: true,
    is_allied_race: entry.allied,
    playable_classes: playableClasses
      .filter((playableClass) => canBe(entry.id, playableClass.id))
      .map((playableClass) => reference(scene, 'playable-class', playableClass)),
  }));
}

const petSpecializations = [
  { id: 74, name: untranslated('Ferocity') },
  { id: 79, name: untranslated('Cunning') },
  { id: 81, name: untranslated('Tenacity') },
];

export function specializationIndex(scene: Scene): Document {
  return staticDocument(scene, 'playable-specialization', 'playable-specialization', () => ({
    _links: { self: staticLink(scene, 'playable-specialization', '') },
    character_specializations: specializations.map((entry) => reference(scene, 'playable-specialization', entry)),
    pet_specializations: petSpecializations.map((entry) => reference(scene, 'playable-specialization', entry)),
  }));
}

const roleNames: Record<Specialization['role'], string> = { TANK: 'Tank', HEALER: 'Healer', DAMAGE: 'Damage' };

export function specializationDocument(scene: Scene, id: string): Document | undefined {
  const entry = findSpecialization(Number(id));
  const playableClass = entry && findPlayableClass(entry.classId);
  if (!playableClass) return undefined;
  return staticDocument(scene, 'playable-specialization', `playable-specialization/${entry.id}`, () => ({
    _links: { self: staticLink(scene, 'playable-specialization', entry.id) },
    id: entry.id,
    playable_class: reference(scene, 'playable-class', playableClass),
    name: text(scene, entry.name, 'static'),
    media: { key: staticLink(scene, 'media', 'playable-specialization', entry.id), id: entry.id },
    role: { type: entry.role, name: text(scene, untranslated(roleNames[entry.role]), 'static') },
  }));
}

export function crestIndex(scene: Scene): Document {
  const components = (kind: 'emblem' | 'border', count: number) =>
    Array.from({ length: count }, (_, id) => ({ id, media: crestMedia(scene, kind, id) }));
  return staticDocument(scene, 'guild-crest-component', 'guild-crest', () => ({
    _links: { self: staticLink(scene, 'guild-crest', '') },
    emblems: components('emblem', emblemCount),
    borders: components('border', borderCount),
  }));
}

export function crestComponent(scene: Scene, kind: string, idText: string): Document | undefined {
  const id = Number(idText);
  if (kind !== 'emblem' && kind !== 'border') return undefined;
  if (!/^\d{1,3}$/.test(idText) || id >= (kind === 'emblem' ? emblemCount : borderCount)) return undefined;
  const file = `${kind}_${String(id).padStart(2, '0')}.png`;
  return staticDocument(scene, 'media', `media/guild-crest/${kind}/${id}`, () => ({
    _links: { self: crestMedia(scene, kind, id).key },
    assets: [{ key: 'image', value: `${scene.origin}/battlenet/render/guild/tabards/${file}` }],
    id,
  }));
}
