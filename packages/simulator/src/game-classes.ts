import { type LocalizedName, localized, untranslated } from './localized.ts';

type SpecializationRole = 'TANK' | 'HEALER' | 'DAMAGE';
export type Specialization = { id: number; classId: number; name: LocalizedName; role: SpecializationRole };
type PlayableClass = {
  id: number;
  name: LocalizedName;
  powerType: { id: number; name: LocalizedName };
  /** Hero classes do not start at level 1. */
  startLevel: number;
  specializations: readonly Specialization[];
};

type SpecializationRow = readonly [id: number, name: string, role: SpecializationRole];

function playableClass(
  id: number,
  names: string,
  [powerId, powerName]: readonly [number, string],
  rows: readonly SpecializationRow[],
  startLevel = 1,
): PlayableClass {
  return {
    id,
    name: localized(names),
    powerType: { id: powerId, name: untranslated(powerName) },
    startLevel,
    specializations: rows.map(([specId, name, role]) => ({ id: specId, classId: id, name: untranslated(name), role })),
  };
}

const mana = [0, 'Mana'] as const;

/** The playable classes, with ids and names as the game has them. */
export const playableClasses: readonly PlayableClass[] = [
  playableClass(
    1,
    'Warrior|Krieger|Guerrero|Guerrier|Guerriero|Guerreiro|Воин|전사|戰士|战士',
    [1, 'Rage'],
    [
      [71, 'Arms', 'DAMAGE'],
      [72, 'Fury', 'DAMAGE'],
      [73, 'Protection', 'TANK'],
    ],
  ),
  playableClass(2, 'Paladin|Paladin|Paladín|Paladin|Paladino|Paladino|Паладин|성기사|聖騎士|圣骑士', mana, [
    [65, 'Holy', 'HEALER'],
    [66, 'Protection', 'TANK'],
    [70, 'Retribution', 'DAMAGE'],
  ]),
  playableClass(
    3,
    'Hunter|Jäger|Cazador|Chasseur|Cacciatore|Caçador|Охотник|사냥꾼|獵人|猎人',
    [2, 'Focus'],
    [
      [253, 'Beast Mastery', 'DAMAGE'],
      [254, 'Marksmanship', 'DAMAGE'],
      [255, 'Survival', 'DAMAGE'],
    ],
  ),
  playableClass(
    4,
    'Rogue|Schurke|Pícaro|Voleur|Ladro|Ladino|Разбойник|도적|盜賊|潜行者',
    [3, 'Energy'],
    [
      [259, 'Assassination', 'DAMAGE'],
      [260, 'Outlaw', 'DAMAGE'],
      [261, 'Subtlety', 'DAMAGE'],
    ],
  ),
  playableClass(5, 'Priest|Priester|Sacerdote|Prêtre|Sacerdote|Sacerdote|Жрец|사제|牧師|牧师', mana, [
    [256, 'Discipline', 'HEALER'],
    [257, 'Holy', 'HEALER'],
    [258, 'Shadow', 'DAMAGE'],
  ]),
  playableClass(
    6,
    'Death Knight|Todesritter|Caballero de la Muerte|Chevalier de la mort|Cavaliere della Morte|Cavaleiro da Morte|Рыцарь смерти|죽음의 기사|死亡騎士|死亡骑士',
    [6, 'Runic Power'],
    [
      [250, 'Blood', 'TANK'],
      [251, 'Frost', 'DAMAGE'],
      [252, 'Unholy', 'DAMAGE'],
    ],
    8,
  ),
  playableClass(7, 'Shaman|Schamane|Chamán|Chaman|Sciamano|Xamã|Шаман|주술사|薩滿|萨满祭司', mana, [
    [262, 'Elemental', 'DAMAGE'],
    [263, 'Enhancement', 'DAMAGE'],
    [264, 'Restoration', 'HEALER'],
  ]),
  playableClass(8, 'Mage|Magier|Mago|Mage|Mago|Mago|Маг|마법사|法師|法师', mana, [
    [62, 'Arcane', 'DAMAGE'],
    [63, 'Fire', 'DAMAGE'],
    [64, 'Frost', 'DAMAGE'],
  ]),
  playableClass(9, 'Warlock|Hexenmeister|Brujo|Démoniste|Stregone|Bruxo|Чернокнижник|흑마법사|術士|术士', mana, [
    [265, 'Affliction', 'DAMAGE'],
    [266, 'Demonology', 'DAMAGE'],
    [267, 'Destruction', 'DAMAGE'],
  ]),
  playableClass(
    10,
    'Monk|Mönch|Monje|Moine|Monaco|Monge|Монах|수도사|武僧|武僧',
    [3, 'Energy'],
    [
      [268, 'Brewmaster', 'TANK'],
      [270, 'Mistweaver', 'HEALER'],
      [269, 'Windwalker', 'DAMAGE'],
    ],
  ),
  playableClass(11, 'Druid|Druide|Druida|Druide|Druido|Druida|Друид|드루이드|德魯伊|德鲁伊', mana, [
    [102, 'Balance', 'DAMAGE'],
    [103, 'Feral', 'DAMAGE'],
    [104, 'Guardian', 'TANK'],
    [105, 'Restoration', 'HEALER'],
  ]),
  playableClass(
    12,
    'Demon Hunter|Dämonenjäger|Cazador de demonios|Chasseur de démons|Cacciatore di Demoni|Caçador de Demônios|Охотник на демонов|악마사냥꾼|惡魔獵人|恶魔猎手',
    [17, 'Fury'],
    [
      [577, 'Havoc', 'DAMAGE'],
      [581, 'Vengeance', 'TANK'],
      [1480, 'Devourer', 'DAMAGE'],
    ],
    8,
  ),
  playableClass(
    13,
    'Evoker|Rufer|Evocador|Évocateur|Evocatore|Conjurante|Пробудитель|기원사|喚能師|唤魔师',
    mana,
    [
      [1467, 'Devastation', 'DAMAGE'],
      [1468, 'Preservation', 'HEALER'],
      [1473, 'Augmentation', 'DAMAGE'],
    ],
    10,
  ),
];

export const specializations: readonly Specialization[] = playableClasses.flatMap((entry) => entry.specializations);

const classesById = new Map(playableClasses.map((entry) => [entry.id, entry]));
const specializationsById = new Map(specializations.map((entry) => [entry.id, entry]));

export function findPlayableClass(id: number): PlayableClass | undefined {
  return classesById.get(id);
}

export function findSpecialization(id: number): Specialization | undefined {
  return specializationsById.get(id);
}
