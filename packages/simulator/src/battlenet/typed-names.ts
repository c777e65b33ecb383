import type { Faction } from '../game-races.ts';
import { localized } from '../localized.ts';
import type { Category } from './namespace.ts';
import { type Scene, text } from './scene.ts';

const factions = {
  ALLIANCE: localized('Alliance|Allianz|Alianza|Alliance|Alleanza|Aliança|Альянс|얼라이언스|聯盟|联盟'),
  HORDE: localized('Horde|Horde|Horda|Horde|Orda|Horda|Орда|호드|部落|部落'),
  NEUTRAL: localized('Neutral|Neutral|Neutral|Neutre|Neutrale|Neutro|Нейтралитет|중립|中立|中立'),
};

const genders = {
  MALE: localized('Male|Männlich|Hombre|Homme|Maschio|Masculino|Мужчина|남성|男性|男性'),
  FEMALE: localized('Female|Weiblich|Mujer|Femme|Femmina|Feminino|Женщина|여성|女性|女性'),
};

export function factionName(scene: Scene, type: Faction | 'NEUTRAL', category: Category = 'profile') {
  return { type, name: text(scene, factions[type], category) };
}

export function genderName(scene: Scene, type: 'MALE' | 'FEMALE') {
  return { type, name: text(scene, genders[type]) };
}
