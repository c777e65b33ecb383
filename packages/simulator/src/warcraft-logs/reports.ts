/** Reports of raid nights, by the rules of recorded ones: fights, who took part in them, and bystanders. */
import { findSpecialization } from '../game-classes.ts';
import type { JournalEncounterEntry, JournalInstanceEntry } from '../game-journal.ts';
import { createRandom, type Random } from '../random.ts';
import type { World } from '../world.ts';
import { classNameOf, type Evening } from '../world-evenings.ts';
import type { Character, Guild } from '../world-model.ts';

export type LoggedActor = { id: number; name: string; type: 'Player'; subType: string; icon: string; server: string };

/** Times are relative to the start of the report. */
export type LoggedFight = {
  id: number;
  name: string;
  encounterID: number;
  originalEncounterID: number | null;
  difficulty: number | null;
  kill: boolean | null;
  size: number | null;
  startTime: number;
  endTime: number;
  fightPercentage: number | null;
  friendlyPlayers: number[];
  inProgress: boolean;
};

export type LoggedReport = {
  code: string;
  host: 'www' | 'classic' | 'fresh';
  title: string;
  /** Null for a personal log. */
  guildId: number | null;
  tagId: number | null;
  visibility: 'public' | 'unlisted' | 'private';
  isArchived: boolean;
  /** 1 is retail. */
  gameVersion: number;
  startTime: number;
  endTime: number;
  zone: { id: number; name: string; encounters: { id: number; name: string; journalID: number }[] };
  actors: LoggedActor[];
  /** Raiders who stood by and were in no fight. */
  bench: Pick<LoggedActor, 'name' | 'subType'>[];
  fights: LoggedFight[];
};

/** A night as one recorder saw it. The same `seed` is the same night. */
export type Night = {
  seed: number;
  startsAt: number;
  there: readonly Character[];
  /** Characters who joined after half of the fights. */
  late?: readonly Character[];
  difficulty?: number;
  /** Another recorder's clock, and what they name their log. */
  recorder?: { number: number; shiftMs: number };
};

/** Encounters have other numbers there than in the journal. */
export const encounterIdOf = ({ id }: Pick<JournalEncounterEntry, 'id'>) => id - 6_000;
export const guildIdOf = ({ id }: Pick<Guild, 'id'>) => id % 1_000_000;
export const tagsOf = (guild: Pick<Guild, 'id'>) =>
  ['Main team', 'Second team'].map((name, index) => ({ id: guildIdOf(guild) * 10 + index + 1, name }));

const HEROIC = 4;
const MINUTE = 60_000;

/** As the game writes it into a log: without spaces, apostrophes and hyphens. */
const asLogged = (name: string) => name.replaceAll(/[\s'’-]/g, '');

export function reportOf(world: World, guild: Guild, night: Night): LoggedReport {
  const { seed, startsAt, there, late = [], difficulty = HEROIC, recorder = { number: 1, shiftMs: 0 } } = night;
  const random = createRandom(seed);
  const raid = latestRaid(world);
  const bystanders = world
    .members(guild)
    .filter((one) => !there.includes(one) && !late.includes(one))
    .slice(0, 10);
  const actors = [
    ...[...there, ...late].map((character, index) => actorOf(character, index + 1, classNameOf(character))),
    ...bystanders.map((character, index) => actorOf(character, 200 + index, 'Unknown')),
  ];
  const idsOf = (characters: readonly Character[]) =>
    characters.map((character) => actors[[...there, ...late].indexOf(character)]?.id ?? 0);
  const pulls = (raid?.encounters ?? []).flatMap((boss) => pullsOf(random, boss));
  let at = random.integer(3, 6) * MINUTE;
  const fights = pulls.map((pull, index): LoggedFight => {
    const startTime = at;
    at += pull.ms + random.integer(1, 6) * MINUTE;
    const players = index * 2 < pulls.length ? idsOf(there) : idsOf([...there, ...late]);
    const { ms, ...fight } = pull;
    return {
      ...fight,
      id: index * 3 + 1,
      difficulty: pull.encounterID === 0 ? null : difficulty,
      size: players.length,
      startTime,
      endTime: startTime + ms,
      friendlyPlayers: players,
      inProgress: false,
    };
  });
  const begins = startsAt + recorder.shiftMs;
  return {
    code: codeOf(`${guild.id} ${seed} ${recorder.number}`),
    host: 'www',
    title: recorder.number === 1 ? `Raid of ${guild.name}` : `Raid of ${guild.name}, second log`,
    guildId: guildIdOf(guild),
    tagId: null,
    visibility: 'public',
    isArchived: false,
    gameVersion: 1,
    startTime: begins,
    endTime: begins + (fights.at(-1)?.endTime ?? 0) + MINUTE,
    zone: {
      id: raid?.id ?? 0,
      name: raid?.name.en_US ?? 'Raid',
      encounters: (raid?.encounters ?? []).map((boss) => ({
        id: encounterIdOf(boss),
        name: boss.name.en_US ?? 'Boss',
        journalID: boss.id,
      })),
    },
    actors,
    bench: [],
    fights,
  };
}

type Pull = Pick<LoggedFight, 'name' | 'encounterID' | 'originalEncounterID' | 'kill' | 'fightPercentage'> & {
  ms: number;
};

/** Wipes that come nearer, the kill, and what every log has besides: a false start, trash, a fight taken back. */
function pullsOf(random: Random, boss: JournalEncounterEntry): Pull[] {
  const name = boss.name.en_US ?? 'Boss';
  const encounterID = encounterIdOf(boss);
  const wipes = random.integer(0, 3);
  const counted: Pull[] = Array.from({ length: wipes + 1 }, (_, index) => {
    const kill = index === wipes;
    const left = kill ? 0.01 : Math.round(10_000 * (0.8 - (0.7 * index) / wipes) * (0.8 + random.next() / 5)) / 100;
    const ms = random.integer(60, 420) * 1_000;
    return { name, encounterID, originalEncounterID: null, kill, fightPercentage: left, ms };
  });
  return [
    { name: 'Trash', encounterID: 0, originalEncounterID: null, kill: null, fightPercentage: null, ms: 45_000 },
    { name, encounterID: 0, originalEncounterID: encounterID, kill: false, fightPercentage: 99.4, ms: 20_000 },
    { name, encounterID, originalEncounterID: null, kill: false, fightPercentage: 100, ms: 9_000 },
    ...counted,
  ];
}

const actorOf = (character: Character, id: number, className: string): LoggedActor => ({
  id,
  name: character.name,
  type: 'Player',
  subType: asLogged(className),
  icon: iconOf(character, className),
  server: asLogged(character.realm.name.en_US),
});

/** Bystanders, and characters of whom no specialization is known, have the class alone. */
function iconOf({ specId }: Character, className: string): string {
  const spec = className === 'Unknown' ? undefined : findSpecialization(specId)?.name.en_US;
  return spec ? `${asLogged(className)}-${asLogged(spec)}` : asLogged(className);
}

function latestRaid({ journal }: World): JournalInstanceEntry | undefined {
  return journal.expansions
    .flatMap(({ instances }) => instances)
    .filter(({ category, encounters }) => category === 'RAID' && encounters.length > 0)
    .at(-1);
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';

function codeOf(text: string): string {
  let seed = 7;
  for (const letter of text) seed = (Math.imul(seed, 31) + letter.charCodeAt(0)) >>> 0;
  const random = createRandom(seed);
  return Array.from({ length: 16 }, () => random.pick([...LETTERS])).join('');
}

/**
 * The reports on the site at the start: each past evening of a guild. The second one has two recorders, four seconds apart; the
 * third is still being uploaded. Beside them one private, one unlisted and one archived report, and one of Classic.
 */
export function seededReports(world: World): LoggedReport[] {
  return world.guilds.flatMap((guild) => {
    const [first, second, third] = world
      .evenings(guild)
      .slice(0, 3)
      .map((evening) => nightOf(guild, evening));
    if (!first || !second || !third) return [];
    const live = reportOf(world, guild, third);
    const last = live.fights.at(-1);
    if (last) Object.assign(last, { inProgress: true, kill: null, fightPercentage: null });
    const other = (number: number) => reportOf(world, guild, { ...first, recorder: { number, shiftMs: -86_400_000 } });
    return [
      reportOf(world, guild, first),
      reportOf(world, guild, second),
      reportOf(world, guild, { ...second, recorder: { number: 2, shiftMs: 4_000 } }),
      live,
      { ...other(3), visibility: 'private' },
      { ...other(4), visibility: 'unlisted' },
      { ...other(5), isArchived: true },
      { ...other(6), host: 'classic', gameVersion: 2, guildId: null },
    ];
  });
}

function nightOf(guild: Guild, { number, startsAt, answers }: Evening): Night {
  const coming = answers.filter(({ column }) => !['Absence', 'Bench', 'Tentative'].includes(column));
  const characters = (late: boolean) =>
    coming.filter(({ column }) => (column === 'Late') === late).flatMap(({ character }) => character ?? []);
  return { seed: number + guild.id, startsAt, there: characters(false), late: characters(true) };
}
