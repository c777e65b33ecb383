/** Evenings of a guild as its members answered them on Raid-Helper and wowaudit, before the guild moves in. */
import { findPlayableClass } from './game-classes.ts';
import { createRandom } from './random.ts';
import type { Character, DiscordAccount, Guild } from './world-model.ts';

export type Answer = {
  id: number;
  /** As the person calls themselves there: a character, two, a nickname. */
  name: string;
  character: Character | null;
  discordId: string;
  /** A column of the template, or `Absence`, `Bench`, `Late`, `Tentative`. */
  column: string;
  spec: string;
  answeredAt: number;
};

export type Evening = {
  id: string;
  number: number;
  title: string;
  startsAt: number;
  endsAt: number;
  /** The repetition of the series, from 0. */
  occurrence: number;
  answers: Answer[];
};

const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;
const COLUMNS = ['Tank', 'Healer', 'Melee', 'Ranged', 'Dps', 'Tentative', 'Late', 'Bench', 'Absence'];
const SPECS: Record<string, string> = {
  Tank: 'Protection1',
  Healer: 'Holy1',
  Melee: 'Fury',
  Ranged: 'Arcane',
  Dps: 'Ravager',
};

/** Three past evenings and the next, the same for the same guild. */
export function eveningsOf(
  guild: Guild,
  members: readonly Character[],
  accounts: readonly DiscordAccount[],
  epoch: number,
): Evening[] {
  const first = Math.floor(epoch / HOUR_MS) * HOUR_MS + HOUR_MS - 3 * WEEK_MS;
  return [0, 1, 2, 3].map((occurrence) => {
    const number = (guild.id % 100_000) * 10 + occurrence;
    const startsAt = first + occurrence * WEEK_MS;
    return {
      id: `14${String(number).padStart(17, '0')}`,
      number,
      title: `Raid of ${guild.name}`,
      startsAt,
      endsAt: startsAt + 3 * HOUR_MS,
      occurrence,
      answers: answersTo(number, startsAt, members, accounts),
    };
  });
}

function answersTo(
  number: number,
  startsAt: number,
  members: readonly Character[],
  accounts: readonly DiscordAccount[],
): Answer[] {
  const random = createRandom(number);
  const raiders = random.shuffle(members.filter(({ level }) => level >= 70)).slice(0, 25);
  const guests = ['Pickle', 'Zandermoor'];
  const names = [...raiders.map((_, index) => nameOf(raiders, index)), ...guests];
  return names.map((name, index) => {
    const column = COLUMNS[index % 4 === 3 ? 4 + ((index >> 2) % 5) : index % 4] ?? 'Melee';
    return {
      id: number * 100 + index,
      name,
      character: raiders[index] ?? null,
      // The same for the same person on every evening.
      discordId: accounts[index]?.id ?? `4589${String(raiders[index]?.id ?? index).padStart(14, '0')}`,
      column,
      spec: SPECS[column] ?? 'Fury',
      answeredAt: startsAt - random.integer(2, 140) * HOUR_MS,
    };
  });
}

/** Every sixth names two characters, every ninth leaves out the accents, every eleventh writes only the beginning. */
function nameOf(raiders: readonly Character[], index: number): string {
  const name = raiders[index]?.name ?? '';
  if (index % 11 === 10) return name.slice(0, 5);
  if (index % 9 === 8) return name.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return index % 6 === 5 ? `${name}/Twink` : name;
}

export const classNameOf = ({ classId }: Character) => findPlayableClass(classId)?.name.en_US ?? 'Warrior';
