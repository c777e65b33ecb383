/** Reserves as loot addons read them, and as a table. */
import { deflateSync } from 'node:zlib';
import { fold } from './fold.ts';

/** One reserve. The class is one word in lower case, the realm as the game writes it behind a name. */
export type WrittenReserve = {
  name: string;
  realm: string | null;
  className: string | null;
  itemId: number;
  itemName: string;
  count: number;
  plus: number;
};

export type WrittenSheet = {
  id: string;
  startsAt: string;
  writtenAt: string;
  url: string;
  /** Whether others do not see them yet. */
  hidden: boolean;
  reserves: readonly WrittenReserve[];
  hard: readonly { itemId: number; note: string | null }[];
};

const seconds = (at: string) => Math.floor(Date.parse(at) / 1000);
const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');

/**
 * A player for each of these reserves. The formats have a column for the name alone, and readers take `Name-Realm` there, as the
 * game writes it. Players whose name is theirs alone stay without the realm, because addons of one realm look for the name.
 */
function playersOf(reserves: readonly WrittenReserve[]): (reserve: WrittenReserve) => string {
  const realms = Map.groupBy(reserves, ({ name }) => fold(name));
  return ({ name, realm }) => {
    const known = new Set(realms.get(fold(name))?.map((reserve) => fold(reserve.realm ?? '')));
    return known.size > 1 && realm ? `${name}-${realm}` : name;
  };
}
const byPlayer = (reserves: readonly WrittenReserve[]) => [...Map.groupBy(reserves, playersOf(reserves)).entries()];
const times = ({ count, itemId }: WrittenReserve) => Array.from({ length: count }, () => ({ id: itemId }));

/** For Gargul: base64 of deflated JSON. It knows one plus a player, so items of different ones are named in the note. */
export function gargulReserves({ id, startsAt, writtenAt, url, hidden, reserves, hard }: WrittenSheet): string {
  const at = seconds(writtenAt);
  const softreserves = byPlayer(reserves).map(([name, own]) => {
    const [first] = own;
    const isOne = new Set(own.map(({ plus }) => plus)).size === 1;
    return {
      name,
      class: capitalized(first?.className ?? ''),
      note: isOne ? '' : own.map(({ itemName, plus }) => `${itemName} +${plus}`).join(', '),
      plusOnes: isOne ? (first?.plus ?? 0) : 0,
      items: own.flatMap(times),
    };
  });
  const written = {
    metadata: { id, createdAt: at, updatedAt: at, raidStartsAt: seconds(startsAt), url, hidden },
    softreserves,
    hardreserves: hard.map(({ itemId, note }) => ({ id: itemId, for: '', note: note ?? '' })),
  };
  return base64(deflateSync(JSON.stringify(written)));
}

/** For RollFor: base64 of JSON, with a plus for each item. */
export function rollForReserves({ id, reserves, hard }: WrittenSheet): string {
  const written = {
    metadata: { id, origin: 'guildhall' },
    softreserves: byPlayer(reserves).map(([name, own]) => ({
      name,
      items: own.flatMap((reserve) => times(reserve).map((item) => ({ ...item, sr_plus: reserve.plus }))),
    })),
    hardreserves: hard.map(({ itemId }) => ({ id: itemId })),
  };
  return base64(JSON.stringify(written));
}

/** Cells of the table of softres.it, its headings first. */
export function softresRows({ reserves, writtenAt }: WrittenSheet): (string | number)[][] {
  const playerOf = playersOf(reserves);
  const at = writtenAt.slice(0, 19).replace('T', ' ');
  const rows = reserves.flatMap((reserve) => {
    const { itemName, itemId, className, plus, count } = reserve;
    const row = [itemName, itemId, '', playerOf(reserve), capitalized(className ?? ''), '', '', plus, at];
    return Array.from({ length: count }, () => row);
  });
  return [SOFTRES_HEADINGS.split(','), ...rows];
}

export const SOFTRES_HEADINGS = 'Item,ItemId,From,Name,Class,Spec,Note,Plus,Date';

/** `deathknight` as `Deathknight`. */
const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
