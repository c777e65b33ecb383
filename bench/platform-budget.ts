/**
 * A simulation that runs no service: the requests that eight weeks of a guild of 300 cost under the schedule, and how
 * outdated last logins become. Play days are random; the pace is the service's own.
 */
import { PLATFORM_LIMITS } from '../apps/server/src/core/config.ts';
import { hoursBetweenRefreshes } from '../apps/server/src/guilds/roster/refresh-members.ts';
import type { Bench } from './bench.ts';

const part = 'platform-budget';
const MEMBERS = 300;
const SYNC_EVERY_HOURS = 6;
const SYNCS = (56 * 24) / SYNC_EVERY_HOURS;

/** How members of a raiding guild play: `percent` of them on `daysAWeek` days. The rest have left the game. */
const HABITS: { percent: number; daysAWeek: number }[] = [
  { percent: 15, daysAWeek: 5 },
  { percent: 15, daysAWeek: 2 },
  { percent: 12, daysAWeek: 0.4 },
  { percent: 18, daysAWeek: 0.1 },
];

/** In hours since the simulation began; negative before it. */
type Member = { playsDaily: number; playedAt: number; knownPlayedAt: number; askedAt: number };

export async function measurePlatformBudget({ record }: Bench): Promise<void> {
  const random = seeded(20);
  const members = Array.from({ length: MEMBERS }, (_, index) => newMember(index, random));
  let requests = 0;
  let oldestOfActive = 0;
  let oldest = 0;
  let active = 0;
  for (let sync = 0; sync < SYNCS; sync += 1) {
    const now = sync * SYNC_EVERY_HOURS;
    for (const member of members) {
      if (random() < member.playsDaily * (SYNC_EVERY_HOURS / 24)) member.playedAt = now - random() * SYNC_EVERY_HOURS;
      const age = now - member.askedAt;
      const knownDaysAgo = (now - member.knownPlayedAt) / 24;
      oldest = Math.max(oldest, age);
      if (knownDaysAgo < 7) oldestOfActive = Math.max(oldestOfActive, age);
      if (age < hoursBetweenRefreshes(knownDaysAgo)) continue;
      requests += 1;
      member.askedAt = now;
      member.knownPlayedAt = member.playedAt;
    }
    active += members.filter(({ playedAt }) => now - playedAt < 7 * 24).length / SYNCS;
  }
  const daily = 1 + requests / (SYNCS / (24 / SYNC_EVERY_HOURS));
  const before = (MEMBERS * 24) / SYNC_EVERY_HOURS;
  // Rosters get half of the background share; the other half enriches characters.
  const forRosters = (PLATFORM_LIMITS.perHour * 24 * (1 - PLATFORM_LIMITS.interactiveShare)) / 2;
  record([
    {
      part,
      measure: 'requests a day for the members of a guild of 300',
      value: daily,
      unit: '',
      target: { atMost: before / 5 },
      note: `${before} when every sync asks for all members; ${Math.round(active)} of 300 played within seven days`,
    },
    {
      part,
      measure: 'oldest last login of a member known to have played within seven days',
      value: oldestOfActive,
      unit: 'h',
      target: { atMost: 24 },
    },
    { part, measure: 'oldest last login of a member', value: oldest / 24, unit: 'days', target: { atMost: 14 } },
    {
      part,
      measure: 'guilds of 300 that one client id carries',
      value: Math.floor(forRosters / (daily + 24 / SYNC_EVERY_HOURS)),
      unit: '',
      note: `${Math.floor(forRosters / (before + 24 / SYNC_EVERY_HOURS))} when every sync asks for all members`,
    },
  ]);
}

function newMember(index: number, random: () => number): Member {
  let rest = (index / MEMBERS) * 100;
  const habit = HABITS.find(({ percent }) => {
    rest -= percent;
    return rest < 0;
  });
  const playsDaily = (habit?.daysAWeek ?? 0) / 7;
  const daysAgo = habit ? -Math.log(1 - random()) / playsDaily : 200 + random() * 600;
  const playedAt = -daysAgo * 24;
  return { playsDaily, playedAt, knownPlayedAt: playedAt, askedAt: -random() * hoursBetweenRefreshes(daysAgo) };
}

/** A seeded generator, so that every run gives the same numbers. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
