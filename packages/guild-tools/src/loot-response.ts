/** The meaning of texts that addons and guilds use everywhere. All others a guild decides about. */
import { fold } from './fold.ts';

export type LootMeaning =
  | 'best'
  | 'need'
  | 'upgrade'
  | 'minor'
  | 'offspec'
  | 'transmog'
  | 'bank'
  | 'disenchant'
  | 'pass'
  | 'auto'
  | 'bonus'
  | 'personal';

/** English, German, Spanish, French, Portuguese, Russian. */
const TEXTS: Record<LootMeaning, string[]> = {
  best: [
    'Best in Slot',
    'BiS',
    'Bester Gegenstand',
    'Mejor en su hueco',
    'Meilleur objet',
    'Melhor da vaga',
    'Лучшее в слот',
    'Бис',
  ],
  need: [
    'Need',
    'Mainspec',
    'Main Spec',
    'MS',
    'Mainspec/Need',
    'Main-Spec',
    'Bedarf',
    'Hauptspezialisierung',
    'Erstspezialisierung/Bedarf',
    'Necesidad',
    'Necesito',
    'Especialización principal',
    'Besoin',
    'Spé principale',
    'Necessidade',
    'Especialização principal',
    'Нужно',
    'Мне это нужно',
    'Основная специализация',
    'Мейн спек',
  ],
  upgrade: [
    'Upgrade',
    'Major Upgrade',
    'Stat upgrade',
    'iLvl upgrade',
    'Stat & iLvl upgrade',
    'Verbesserung',
    'Große Verbesserung',
    'Mejora',
    'Mejora mayor',
    'Amélioration',
    'Amélioration majeure',
    'Melhoria',
    'Grande melhoria',
    'Улучшение',
    'Большое улучшение',
    'Апгрейд',
  ],
  minor: [
    'Minor',
    'Minor Upgrade',
    'Small Upgrade',
    'Kleine Verbesserung',
    'Kleines Upgrade',
    'Mejora menor',
    'Amélioration mineure',
    'Petite amélioration',
    'Pequena melhoria',
    'Melhoria menor',
    'Небольшое улучшение',
    'Малое улучшение',
  ],
  offspec: [
    'Offspec',
    'Off Spec',
    'OS',
    'Greed',
    'Offspec/Greed',
    'Zweitspezialisierung',
    'Zweitspezialisierung/Gier',
    'Gier',
    'Codicia',
    'Especialización secundaria',
    'Cupidité',
    'Spé secondaire',
    'Ganância',
    'Especialização secundária',
    'Не откажусь',
    'Вторая специализация',
    'Оффспек',
  ],
  transmog: [
    'Transmog',
    'Transmogrification',
    'Transmogrifikation',
    'Tmog',
    'Mog',
    'Transfiguración',
    'Transfiguration',
    'Transmogrificação',
    'Transmogrificación',
    'Трансмогрификация',
    'Трансмог',
  ],
  bank: [
    'Bank',
    'Banking',
    'Guild Bank',
    'Gildenbank',
    'Banco',
    'Banco de hermandad',
    'Banque',
    'Banque de guilde',
    'Banco da guilda',
    'Банк',
    'Банк гильдии',
  ],
  disenchant: [
    'Disenchant',
    'Disenchanted',
    'DE',
    'Entzaubern',
    'Entzaubert',
    'Entzauberung',
    'Desencantar',
    'Desencantado',
    'Désenchanter',
    'Désenchantement',
    'Распылить',
    'Распыление',
    'Распылено',
  ],
  pass: ['Pass', 'Passen', 'Gepasst', 'Pasar', 'Paso', 'Passer', 'Passar', 'Пас', 'Отказаться', 'Отказ'],
  auto: [
    'Autopass',
    'Auto-Pass',
    'Automatisch gepasst',
    'Pase automático',
    'Passe automatique',
    'Passe automático',
    'Автопас',
    'Автоматический отказ',
  ],
  bonus: [
    'Bonus Roll',
    'Bonus Rolls',
    'Bonuswurf',
    'Bonuswürfe',
    'Tirada extra',
    'Tiradas extra',
    'Jet bonus',
    'Jets bonus',
    'Rolagem bônus',
    'Дополнительный бросок',
    'Бонусный бросок',
  ],
  personal: [
    'Personal Loot',
    'Personal Loot - Non tradeable',
    'Persönliche Beute',
    'Persönliche Beute - Nicht handelbar',
    'Botín personal',
    'Butin personnel',
    'Saque pessoal',
    'Персональная добыча',
    'Личная добыча',
  ],
};

/** Words of RCLootCouncil for answers that no button gave. */
const CODES: Record<string, LootMeaning> = {
  PL: 'personal',
  BONUSROLL: 'bonus',
  AUTOPASS: 'auto',
  PASS: 'auto',
  NOTINRAID: 'auto',
  ANNOUNCED: 'auto',
  WAIT: 'auto',
  NOTHING: 'auto',
};

const BY_TEXT = new Map(
  Object.entries(TEXTS).flatMap(([meaning, texts]) =>
    // The keys are those of the type.
    texts.map((text) => [fold(text), meaning as LootMeaning] as const),
  ),
);

export type KnownResponse = { key: string; meaning: LootMeaning | null };

/** Under which decisions about a response are kept. A text comes before its code, which tells how the winner was chosen. */
export function knownResponse(text: string, code: string | null): KnownResponse {
  const key = fold(text);
  const meaning = BY_TEXT.get(key);
  if (meaning) return { key, meaning };
  const word = (code ?? '').toUpperCase();
  const byCode = CODES[word];
  return byCode ? { key: `${key}#${word.toLowerCase()}`, meaning: byCode } : { key, meaning: null };
}

/** Whether an award with such an answer counts for the winner, unless the guild decides otherwise. */
export const countsByDefault = (meaning: LootMeaning | null): boolean =>
  meaning === 'best' || meaning === 'need' || meaning === 'upgrade' || meaning === 'minor';

/** With these, no raider has the item. */
export const isUnclaimed = (meaning: LootMeaning | null): boolean => meaning === 'bank' || meaning === 'disenchant';
