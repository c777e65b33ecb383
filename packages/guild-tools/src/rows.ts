/** The rows of all sources in one shape. */
import { cleanName } from '@guildhall/contracts/name.ts';

/** A person as a source names them. `discordId` becomes a key at once and is stored nowhere. */
export type NamedPerson = {
  name: string;
  realm: string | null;
  /** The game's class as one word in lower case, such as `deathknight`; null if unknown. */
  className: string | null;
  discordId: string | null;
};

export type ImportedRole = 'tank' | 'healer' | 'melee' | 'ranged';
export type AnswerStatus = 'signed_up' | 'tentative' | 'declined' | 'waitlist';

/** An evening, as far as the source says. `day` is a date such as 2026-01-30, of the guild's own time. */
export type Night = {
  externalId: string | null;
  title: string | null;
  startsAt: string | null;
  endsAt: string | null;
  day: string | null;
};

type RowBase = NamedPerson & {
  /** The line of the text, or the place of the entry in its document, counted from 1. */
  line: number;
  /** Unchanged when the same thing is brought in again; null if the source has none. */
  externalId: string | null;
  role: ImportedRole | null;
  note: string | null;
};

/** An answer to an evening. `column` is the guild's own word for a role that we cannot tell. */
export type AnswerRow = RowBase & {
  kind: 'answer';
  night: Night;
  status: AnswerStatus;
  column: string | null;
  answeredAt: string | null;
};

/** A character, and whose it is: `main` names the main of the family, null if it is one itself or the source does not say. */
export type CharacterRow = RowBase & {
  kind: 'character';
  main: { name: string; realm: string | null } | null;
  isMain: boolean | null;
  standing: 'main' | 'trial' | 'bench' | 'social' | null;
};

/** A difficulty at which an item drops. */
export type LootTrack = 'finder' | 'normal' | 'heroic' | 'mythic';
export type LootTool = 'rclootcouncil' | 'gargul' | 'lootreserve' | 'clm' | 'thats_my_bis';

/** An item that was given away. The note is that of the winner's answer. */
export type AwardRow = RowBase & {
  kind: 'award';
  tool: LootTool;
  /** The same for the same award, in whichever format and however often it is brought in. */
  key: string;
  /** Two awards with the same one are one item that changed hands. Null if the tool does not say. */
  drop: string | null;
  /** The instant; midnight UTC where the tool says a day only. Null for one that cannot be. */
  receivedAt: string | null;
  /** Why there is no instant: none is said, or one at which the game was not there. */
  whyNoTime: 'no_time' | 'impossible_time' | null;
  dayOnly: boolean;
  itemId: number;
  itemName: string | null;
  itemString: string | null;
  track: LootTrack | null;
  instance: string | null;
  boss: string | null;
  response: string;
  /** The word of the tool behind the response, such as `PL`; null if the response says all. */
  responseCode: string | null;
  votes: number | null;
  /** Links of the items that the winner wore in that slot. */
  oldItems: string[];
  /** The tool itself says that no raider got it. */
  unclaimed: boolean;
};

/** An item that a player has reserved for an evening. */
export type ReserveRow = RowBase & {
  kind: 'reserve';
  itemId: number;
  itemName: string | null;
  count: number;
  /** SR+ as the tool counts it. */
  plus: number;
  /** Null where the tool names no time zone. */
  reservedAt: string | null;
};

export type BalanceTool = 'cepgp' | 'clm' | 'eqdkp';

/** The points of a raider in another tool. */
export type BalanceRow = RowBase & {
  kind: 'balance';
  tool: BalanceTool;
  /** EP, or points; null where the tool does not say. */
  points: number | null;
  gp: number | null;
  /** Since when it is so; null where the tool does not say. */
  at: string | null;
  /** Why it is shown and not written. */
  why: 'for_many' | 'of_main' | 'later_balance' | 'no_balance' | null;
};

export type ImportedRow = AnswerRow | CharacterRow | AwardRow | BalanceRow | ReserveRow;

/** A class in any spelling of English sources: `Death Knight`, `DEATHKNIGHT`, `Deathknight`. */
export function classWord(text: string | null | undefined): string | null {
  const word = (text ?? '').toLowerCase().replaceAll(/[\s_-]/g, '');
  if (word === 'dk') return 'deathknight';
  if (word === 'dh') return 'demonhunter';
  return CLASSES.has(word) ? word : null;
}

const CLASSES = new Set(
  'warrior paladin hunter rogue priest deathknight shaman mage warlock monk druid demonhunter evoker'.split(' '),
);

/** A role in the words that tools use. `Dps` alone says neither melee nor ranged. */
export function roleWord(text: string | null | undefined): ImportedRole | null {
  return ROLES.get((text ?? '').trim().toLowerCase().replaceAll(/s$/g, '')) ?? null;
}

const ROLES = new Map<string, ImportedRole>([
  ['tank', 'tank'],
  ['heal', 'healer'],
  ['healer', 'healer'],
  ['melee', 'melee'],
  ['ranged', 'ranged'],
]);

/** Only the words of these sources, without characters that hide or turn them. A cut can leave such a one at the end. */
export function shortText(text: string | null | undefined, max: number): string | null {
  return cleanName([...(text ?? '').trim()].slice(0, max).join('')) || null;
}
