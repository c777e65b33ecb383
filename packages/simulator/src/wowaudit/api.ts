import { type Answer, jsonAnswer } from '../answer.ts';
import { bearerOf, type SimulatorRequest } from '../request.ts';
import type { World } from '../world.ts';
import { classNameOf, type Evening, type Answer as Given } from '../world-evenings.ts';
import type { Character, Guild } from '../world-model.ts';

/**
 * `/wowaudit/v1/…`: a team of the guild whose key (`lantern`, `ninefold` …) is the API key; any other key belongs to the
 * first guild, except `wrong`.
 */
export function wowaudit(world: World, request: SimulatorRequest): Answer {
  const key = bearerOf(request);
  if (key === undefined || key === 'wrong') return jsonAnswer(401, { error: 'Unauthorized' });
  if (request.method !== 'GET') return jsonAnswer(405, { error: 'Method not allowed' });
  const guild = world.guilds.find((one) => one.key === key) ?? world.guilds[0];
  const answer = guild && documentOf(world, guild, request.path.replace(/^\/wowaudit\/v1\//, ''), request);
  return answer === undefined ? jsonAnswer(404, { error: 'Not found' }) : jsonAnswer(200, answer);
}

function documentOf(world: World, guild: Guild, place: string, request: SimulatorRequest): unknown {
  const evenings = world.evenings(guild);
  const raiders = raidersOf(evenings);
  if (place === 'team') return { id: guild.id, guild_id: guild.id, guild_name: guild.name, name: 'Raid team' };
  if (place === 'characters') return raiders.map((character, index) => ({ ...shown(character), ...tracked(index) }));
  if (place === 'guests')
    return [{ id: 990_001, name: 'Pickle', realm: guild.realm.name.en_US, class: 'Rogue', role: 'Melee' }];
  if (place === 'attendance') return { characters: raiders.map((character) => attendance(character, evenings)) };
  if (place === 'wishlists')
    return { characters: raiders.map((character) => ({ ...shown(character), wishlists: [] })) };
  if (place === 'raids') {
    const past = request.query.get('include_past') === 'true';
    return { raids: (past ? evenings : evenings.slice(-1)).map(raidOf) };
  }
  const raid = evenings.find(({ number }) => place === `raids/${number}`);
  return raid && { ...raidOf(raid), signups: raid.answers.flatMap(signupOf), encounters: [] };
}

/** Those who answered at all, each once. */
const raidersOf = (evenings: readonly Evening[]) => [
  ...new Set(evenings.flatMap(({ answers }) => answers.flatMap(({ character }) => character ?? []))),
];

/** The tool names realms as the game shows them, in English. */
const shown = (character: Character) => ({
  id: character.id,
  name: character.name,
  realm: character.realm.name.en_US,
  class: classNameOf(character),
  role: 'Melee',
});

const RANKS = ['Main', 'Main', 'Main', 'Trial', 'Social', 'Alt'];
const tracked = (index: number) => ({ rank: RANKS[index % RANKS.length], status: 'tracking', note: null });

const STATUSES: Record<string, string> = { Absence: 'Absent', Bench: 'Standby', Late: 'Late', Tentative: 'Tentative' };
const statusOf = ({ column }: Given) => STATUSES[column] ?? 'Present';

function signupOf(answer: Given) {
  if (!answer.character) return [];
  return {
    character: { ...shown(answer.character), guest: false },
    status: statusOf(answer),
    comment: null,
    selected: false,
  };
}

function raidOf({ number, startsAt, answers }: Evening) {
  const time = new Date(startsAt).toISOString();
  return {
    id: number,
    date: time.slice(0, 10),
    start_time: time.slice(11, 16),
    end_time: null,
    instance: null,
    difficulty: 'Heroic',
    optional: false,
    status: 'Planned',
    present_size: answers.filter((answer) => statusOf(answer) === 'Present').length,
    total_size: answers.length,
  };
}

function attendance(character: Character, evenings: readonly Evening[]) {
  const attended = evenings.filter(({ answers }) =>
    answers.some((answer) => answer.character === character && statusOf(answer) === 'Present'),
  ).length;
  return {
    ...shown(character),
    attended_amount_of_raids: attended,
    total_amount_of_raids: evenings.length,
    attended_percentage: Math.round((attended / evenings.length) * 100),
  };
}
