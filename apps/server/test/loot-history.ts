/** A history of several years as RCLootCouncil exports it, with all that real ones do to a reader. */

const COLUMNS =
  'player,date,time,id,item,itemID,itemString,response,votes,class,instance,boss,difficultyID,mapID,groupSize,gear1,gear2,responseID,isAwardReason,subType,equipLoc,note,owner'.split(
    ',',
  );
export const HISTORY_HEAD = `${COLUMNS.join(',')} \t`;

/** In a history of 2,403 rows, as in the one that was recorded. The last ids stand twice. */
const LONG_HISTORY = { rows: 2_403, again: { tester: 22, amended: 3, twoItems: 1, otherWinner: 1 } } as const;
const TWICE = Object.values(LONG_HISTORY.again).reduce((sum, count) => sum + count, 0);

type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;
type Answer = { response: string; code: string; of: number };

/** So many of 2,376 ids; one that was disenchanted stands twice. All others have a button of the guild. */
const ANSWERS: Answer[] = [
  { response: 'Disenchant', code: 'AUTOPASS', of: 118 },
  { response: 'Disenchant', code: 'PASS', of: 72 },
  { response: 'Disenchant', code: '1', of: 47 },
  { response: 'Banking', code: '2', of: 36 },
  { response: 'Personal Loot - Non tradeable', code: 'PL', of: 542 },
  { response: 'Response', code: 'BONUSROLL', of: 15 },
];
const BUTTONS = [
  ...[
    'Best in Slot',
    'Mainspec/Need',
    'Stat upgrade',
    'Stat & iLvl upgrade',
    'Minor Upgrade',
    'Offspec',
    'Offspec/Greed',
  ],
  ...[
    'Transmogrification',
    'Scrap',
    'Azerite 2',
    'Major trait upgrade',
    'Multiple trait upgrade',
    'big dps boy',
    'Awarded',
  ],
];
const INSTANCES = [
  ['Cinderspire Citadel-Normal', '14', '4798'],
  ['Cinderspire Citadel-Heroic', '15', '4799'],
  ['Sunken Vault-Mythic', '16', '4800'],
  // Personal loot of the world has no difficulty, and neither has its link.
  ['Ashenfields-', '0', '1472'],
] as const;
const ITEMS = ['Chain of Nine Wicks', 'Khor, Hammer of the "Corrupted"', 'The "Quenched" Ring', 'Regent’s Last Coal'];
const CLASSES = ['MAGE', 'WARRIOR', 'PALADIN', 'DEATHKNIGHT', 'DRUID', 'HUNTER'];

const twoDigits = (value: number) => String(value).padStart(2, '0');
/** A field is quoted for a comma alone: quotation marks in it stay as they are. */
const field = (text: string) => (text.includes(',') ? `"${text}"` : text);
const lineOf = (cells: Cells) => `${COLUMNS.map((name) => field(cells[name] ?? '')).join(',')} \t`;

/** `player` names the winner of the n-th id, `worn` what they wore; `rows` must leave room for the ids that stand twice. */
export function longHistory({
  rows = LONG_HISTORY.rows,
  since = '2018-09-12T18:10:47Z',
  player = (number: number) => `Raider${letters(number % 60)}-Farwatch`,
  worn = '|cffa335ee|Hitem:159616::::::::120:104::23:3:4779:1512:4786:::|h[Gore Butcher]|h|r',
}: {
  rows?: number;
  since?: string;
  player?: (number: number) => string;
  worn?: string;
} = {}): string {
  const ids = rows - TWICE;
  const answers = ANSWERS.flatMap(({ of, ...answer }) => Array.from({ length: of }, () => answer));
  const answerOf = (number: number) => {
    // Mixed, as evenings mix them.
    const known = answers[(number * 7) % ids];
    return known ?? { response: BUTTONS[number % BUTTONS.length] ?? '', code: String(1 + (number % 7)) };
  };
  const seconds = Date.parse(since) / 1000;
  const cellsOf = (number: number): Cells => {
    const { response, code } = answerOf(number);
    const [instance, difficultyID, bonus] = INSTANCES[number % 7 === 0 ? 3 : number % 3] ?? INSTANCES[0];
    const at = seconds + Math.floor(number / 6) * 151_200 + (number % 6) * 600;
    // The clock of the player, who may be three hours off, and one who is seven years off.
    const local = new Date((at + (number % 4) * 3_600) * 1000);
    const [day, month, year] = [local.getUTCDate(), local.getUTCMonth() + 1, local.getUTCFullYear()];
    const itemID = String(160_000 + (number % 420));
    const boss = number % 5 === 0 ? 'Orrul, the Gatewarden' : 'Regent Ismere';
    return {
      player: player(number),
      date: number === 0 ? `${year + 7}/${month}/${day}` : `${day}/${month}/${year % 100}`,
      time: [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(twoDigits).join(':'),
      id: `${at}-${number}`,
      ...{ item: `[${ITEMS[number % ITEMS.length]}]`, itemID },
      itemString: `item:${itemID}::::::::120:104::5:3:${bonus}:1477:4786`,
      ...{ response, votes: number % 9 === 0 ? 'nil' : String(number % 5), class: CLASSES[number % CLASSES.length] },
      ...{ instance, boss, difficultyID, mapID: '1861', groupSize: '20' },
      gear1: worn,
      // The flag lies: it stands beside few of those that no raider got.
      ...{ responseID: code, isAwardReason: String(response === 'Disenchant' && number % 5 === 0) },
      ...{ subType: 'Mail', equipLoc: 'Waist', note: number % 11 === 0 ? 'mine, please' : '', owner: 'Unknown' },
    };
  };
  const all = Array.from({ length: ids }, (_, number) => cellsOf(number));
  // Those that follow are about ids whose items raiders got.
  const claimed = all.filter(({ response }) => response !== 'Disenchant' && response !== 'Banking');
  const disenchanted = all.find(({ response }) => response === 'Disenchant');
  const { tester, amended } = LONG_HISTORY.again;
  const again: Cells[] = [];
  for (const [place, cells] of claimed.slice(-TWICE).entries()) {
    if (place < tester) {
      cells.player = `Tester ${place}-Farwatch`;
      again.push({ ...cells, player: `Tester${place}-Farwatch` });
    } else if (place < tester + amended - 1) {
      again.push({ ...cells, response: 'Transmogrification' });
    } else if (place === tester + amended - 1) {
      again.push({ ...disenchanted });
    } else if (place === tester + amended) {
      again.push({
        ...cells,
        player: 'Anotherone-Farwatch',
        itemID: '170001',
        itemString: 'item:170001::::::::120:104',
      });
    } else {
      again.push({ ...cells, player: 'Luckyone-Farwatch', response: 'Offspec' });
    }
  }
  return [HISTORY_HEAD, ...[...all, ...again].map(lineOf)].join('\r\n');
}

/** Names of the game have no digits. */
const letters = (number: number): string =>
  [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('');
