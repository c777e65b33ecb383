import { type LocalizedName, localized } from './localized.ts';

export type Faction = 'ALLIANCE' | 'HORDE';
type PlayableRace = {
  id: number;
  name: LocalizedName;
  /** `NEUTRAL` has not chosen a side yet and cannot be in a guild. */
  faction: Faction | 'NEUTRAL';
  allied: boolean;
};

function race(id: number, faction: PlayableRace['faction'], names: string, allied = false): PlayableRace {
  return { id, faction, allied, name: localized(names) };
}

const pandaren = 'Pandaren|Pandaren|Pandaren|Pandaren|Pandaren|Pandaren|Пандарен|판다렌|熊貓人|熊猫人';
const dracthyr = 'Dracthyr|Dracthyr|Dracthyr|Dracthyr|Dracthyr|Dracthyr|Драктир|드랙티르|半龍人|龙希尔';
const earthen = 'Earthen|Irdener|Terráneo|Terrestre|Terrigeno|Terrano|Земельник|토석인|土靈|土灵';

/** The playable races, with ids and names as the game has them. */
export const playableRaces: readonly PlayableRace[] = [
  race(1, 'ALLIANCE', 'Human|Mensch|Humano|Humain|Umano|Humano|Человек|인간|人類|人类'),
  race(2, 'HORDE', 'Orc|Orc|Orco|Orc|Orco|Orc|Орк|오크|獸人|兽人'),
  race(3, 'ALLIANCE', 'Dwarf|Zwerg|Enano|Nain|Nano|Anão|Дворф|드워프|矮人|矮人'),
  race(
    4,
    'ALLIANCE',
    'Night Elf|Nachtelf|Elfo de la noche|Elfe de la nuit|Elfo della Notte|Elfo Noturno|Ночной эльф|나이트 엘프|夜精靈|暗夜精灵',
  ),
  race(5, 'HORDE', 'Undead|Untoter|No-muerto|Mort-vivant|Non Morto|Morto-vivo|Нежить|언데드|不死族|亡灵'),
  race(6, 'HORDE', 'Tauren|Tauren|Tauren|Tauren|Tauren|Tauren|Таурен|타우렌|牛頭人|牛头人'),
  race(7, 'ALLIANCE', 'Gnome|Gnom|Gnomo|Gnome|Gnomo|Gnomo|Гном|노움|地精|侏儒'),
  race(8, 'HORDE', 'Troll|Troll|Trol|Troll|Troll|Troll|Тролль|트롤|食人妖|巨魔'),
  race(9, 'HORDE', 'Goblin|Goblin|Goblin|Gobelin|Goblin|Goblin|Гоблин|고블린|哥布林|地精'),
  race(
    10,
    'HORDE',
    'Blood Elf|Blutelf|Elfo de sangre|Elfe de sang|Elfo del Sangue|Elfo Sangrento|Эльф крови|블러드 엘프|血精靈|血精灵',
  ),
  race(11, 'ALLIANCE', 'Draenei|Draenei|Draenei|Draeneï|Draenei|Draenei|Дреней|드레나이|德萊尼|德莱尼'),
  race(22, 'ALLIANCE', 'Worgen|Worgen|Huargen|Worgen|Worgen|Worgen|Ворген|늑대인간|狼人|狼人'),
  race(24, 'NEUTRAL', pandaren),
  race(25, 'ALLIANCE', pandaren),
  race(26, 'HORDE', pandaren),
  race(
    27,
    'HORDE',
    'Nightborne|Nachtgeborener|Nocheterna|Sacrenuit|Nobile Oscuro|Filho da Noite|Ночнорожденный|나이트본|夜裔精靈|夜之子',
    true,
  ),
  race(
    28,
    'HORDE',
    'Highmountain Tauren|Hochbergtauren|Tauren Monte Alto|Tauren de Haut-Roc|Tauren di Alto Monte|Tauren Altamontês|Таурен Крутогорья|높은산 타우렌|高嶺牛頭人|至高岭牛头人',
    true,
  ),
  race(
    29,
    'ALLIANCE',
    'Void Elf|Leerenelf|Elfo del Vacío|Elfe du Vide|Elfo del Vuoto|Elfo Caótico|Эльф Бездны|공허 엘프|虛無精靈|虚空精灵',
    true,
  ),
  race(
    30,
    'ALLIANCE',
    'Lightforged Draenei|Lichtgeschmiedeter Draenei|Draenei templeluz|Draeneï sancteforge|Draenei Forgialuce|Draenei Forjado a Luz|Озаренный дреней|빛벼림 드레나이|光鑄德萊尼|光铸德莱尼',
    true,
  ),
  race(
    31,
    'HORDE',
    'Zandalari Troll|Zandalaritroll|Trol Zandalari|Troll zandalari|Troll Zandalari|Troll Zandalari|Зандалар|잔달라 트롤|贊達拉食人妖|赞达拉巨魔',
    true,
  ),
  race(
    32,
    'ALLIANCE',
    'Kul Tiran|Kul Tiraner|Ciudadano de Kul Tiras|Kultirassien|Kul Tirano|Kultireno|Култирасец|쿨 티란|庫爾提拉斯人|库尔提拉斯人',
    true,
  ),
  race(
    34,
    'ALLIANCE',
    'Dark Iron Dwarf|Dunkeleisenzwerg|Enano Hierro Negro|Nain sombrefer|Nano Ferroscuro|Anão Ferro Negro|Дворф из клана Черного Железа|검은무쇠 드워프|黑鐵矮人|黑铁矮人',
    true,
  ),
  race(35, 'HORDE', 'Vulpera|Vulpera|Vulpera|Vulpérin|Vulpera|Vulpera|Вульпера|불페라|狐狸人|狐人', true),
  race(
    36,
    'HORDE',
    "Mag'har Orc|Mag'har|Orco Mag'har|Orc mag'har|Orco Mag'har|Orc Mag'har|Маг'хар|마그하르 오크|瑪格哈獸人|玛格汉兽人",
    true,
  ),
  race(
    37,
    'ALLIANCE',
    'Mechagnome|Mechagnom|Mecagnomo|Mécagnome|Meccagnomo|Gnomecânico|Механогном|기계노움|機械地精|机械侏儒',
    true,
  ),
  race(52, 'ALLIANCE', dracthyr),
  race(70, 'HORDE', dracthyr),
  race(84, 'HORDE', earthen, true),
  race(85, 'ALLIANCE', earthen, true),
];

/** Classes open to some races only; every other class is open to every race that is not in `narrowRaces`. */
const narrowClasses = new Map<number, readonly number[]>([
  [2, [1, 3, 6, 10, 11, 30, 31, 34, 84, 85]],
  [7, [2, 3, 6, 8, 9, 11, 25, 26, 28, 31, 32, 34, 35, 36, 84, 85]],
  [11, [4, 6, 8, 22, 28, 31, 32]],
  [12, [4, 10, 29]],
  [13, [52, 70]],
]);

/** Races open to some classes only. */
const narrowRaces = new Map<number, readonly number[]>([
  [52, [1, 3, 4, 5, 8, 9, 13]],
  [70, [1, 3, 4, 5, 8, 9, 13]],
  [84, [1, 2, 3, 4, 5, 7, 8, 9, 10]],
  [85, [1, 2, 3, 4, 5, 7, 8, 9, 10]],
]);

const racesById = new Map(playableRaces.map((entry) => [entry.id, entry]));

export function findPlayableRace(id: number): PlayableRace | undefined {
  return racesById.get(id);
}

export function canBe(raceId: number, classId: number): boolean {
  return (narrowClasses.get(classId)?.includes(raceId) ?? true) && (narrowRaces.get(raceId)?.includes(classId) ?? true);
}

/** The faction's races that can play the class; never empty. */
export function racesFor(faction: Faction, classId: number): PlayableRace[] {
  return playableRaces.filter((entry) => entry.faction === faction && canBe(entry.id, classId));
}
