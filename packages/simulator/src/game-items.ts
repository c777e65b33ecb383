import { type LocalizedName, localized } from './localized.ts';

/** An item that a boss drops: invented, with ids far from the game's. Slots are as the platform writes them. */
export type ItemEntry = {
  readonly id: number;
  readonly name: LocalizedName;
  readonly slot: string;
  readonly itemClass: { readonly id: number; readonly name: LocalizedName };
  readonly itemSubclass: { readonly id: number; readonly name: LocalizedName };
};

const armor = {
  id: 4,
  name: localized('Armor|Rüstung|Armadura|Armure|Armatura|Armadura|Доспехи|방어구|護甲|护甲'),
};
const weapon = { id: 2, name: localized('Weapon|Waffe|Arma|Arme|Arma|Arma|Оружие|무기|武器|武器') };
const miscellaneous = {
  id: 15,
  name: localized('Miscellaneous|Verschiedenes|Miscelánea|Divers|Varie|Diversos|Разное|기타|其他|其他'),
};
const kind = (id: number, row: string) => ({ id, name: localized(row) });
const cloth = kind(1, 'Cloth|Stoff|Tela|Tissu|Stoffa|Tecido|Ткань|천|布甲|布甲');
const leather = kind(2, 'Leather|Leder|Cuero|Cuir|Cuoio|Couro|Кожа|가죽|皮甲|皮甲');
const mail = kind(3, 'Mail|Kette|Malla|Mailles|Maglia|Malha|Кольчуга|사슬|鎖甲|锁甲');
const plate = kind(4, 'Plate|Platte|Placas|Plaques|Piastre|Placa|Латы|판금|鎧甲|板甲');
const various = kind(0, 'Miscellaneous|Verschiedenes|Miscelánea|Divers|Varie|Diversos|Разное|기타|其他|其他');
const sword = kind(7, 'Sword|Schwert|Espada|Épée|Spada|Espada|Меч|도검|單手劍|单手剑');

/** Two words each: `NOUN of OWNER`, as a table of the languages of `localized`. */
const DROPS = [
  ['FINGER', armor, various, 'Signet|Siegel|Sello|Chevalière|Sigillo|Sinete|Печатка|인장|徽戒|徽戒'],
  ['LEGS', armor, cloth, 'Legwraps|Beinwickel|Vendas|Jambières|Fasce|Faixas|Обмотки|다리싸개|腿甲|腿甲'],
  ['TRINKET', armor, various, 'Ember|Glut|Brasa|Braise|Brace|Brasa|Уголь|불씨|餘燼|余烬'],
  ['WRIST', armor, leather, 'Bracers|Armschienen|Brazales|Brassards|Bracciali|Braçadeiras|Наручи|손목|護腕|护腕'],
  ['HEAD', armor, plate, 'Helm|Helm|Yelmo|Heaume|Elmo|Elmo|Шлем|투구|頭盔|头盔'],
  ['WEAPON', weapon, sword, 'Blade|Klinge|Hoja|Lame|Lama|Lâmina|Клинок|검|之刃|之刃'],
  ['FEET', armor, mail, 'Sabatons|Sabatons|Escarpes|Solerets|Scarpe|Escarpes|Сабатоны|장화|戰靴|战靴'],
  ['CLOAK', armor, cloth, 'Cloak|Umhang|Capa|Cape|Mantello|Manto|Плащ|망토|披風|披风'],
  ['NON_EQUIP', miscellaneous, various, 'Token|Marke|Ficha|Jeton|Emblema|Ficha|Жетон|증표|代幣|代币'],
] as const;

const DROPS_A_BOSS = 4;

/** In the order of the journal. `number` counts bosses from 0; `owner` is the first word of the boss's name. */
export function dropsOf(number: number, owner: string): ItemEntry[] {
  return Array.from({ length: DROPS_A_BOSS }, (_, place) => {
    const at = number * DROPS_A_BOSS + place;
    const [slot, itemClass, itemSubclass, nouns] = DROPS[at % DROPS.length] ?? DROPS[0];
    const names = nouns.split('|').map((noun) => `${noun}: ${owner}`);
    return { id: 960_000 + at, name: localized(names.join('|')), slot, itemClass, itemSubclass };
  });
}
