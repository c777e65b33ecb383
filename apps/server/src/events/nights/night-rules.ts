/**
 * The rules by which logs become a raid night. Pure: the same reports give the same night, in whatever order and however often they
 * are read.
 */
import type { Attendance, ParticipationStatus } from '@guildhall/contracts/event.ts';
import type { Actor, Report } from '@guildhall/warcraftlogs/schemas.ts';

const MINUTE = 60_000;

/** How people are measured; a guild may set others. */
export type NightSettings = {
  /** From this share of their pulls on a raider was present, 0 to 1. */
  presentShare: number;
  /** Below this share nothing is proposed, 0 to 1. */
  partShare: number;
  /** A raider whose first pull is later than this was late. */
  lateMinutes: number;
};

export const NIGHT_SETTINGS: NightSettings = { presentShare: 0.8, partShare: 0.2, lateMinutes: 10 };

type Span = { startsAt: number; endsAt: number };

export const BEFORE_MS = 60 * MINUTE;
export const AFTER_MS = 120 * MINUTE;

/**
 * The event that a report overlaps most, with an hour before and two after it; of two the one whose own time it overlaps more,
 * then the earlier. Null for none. A report of a team belongs to its events and to those of no team.
 */
export function eventOfReport<E extends Span & { id: string; teamId: string | null }>(
  report: Span & { teamId: string | null },
  events: readonly E[],
): E | null {
  const near = events
    .filter(({ teamId }) => teamId === null || report.teamId === null || teamId === report.teamId)
    .map((event) => ({ event, overlap: overlapOf(report, event), own: overlapOf(report, event, 0, 0) }))
    .filter(({ overlap }) => overlap > 0)
    .sort(
      (one, other) =>
        other.overlap - one.overlap ||
        other.own - one.own ||
        one.event.startsAt - other.event.startsAt ||
        (one.event.id < other.event.id ? -1 : 1),
    );
  return near[0]?.event ?? null;
}

const overlapOf = (report: Span, event: Span, before = BEFORE_MS, after = AFTER_MS) =>
  Math.min(report.endsAt, event.endsAt + after) - Math.max(report.startsAt, event.startsAt - before);

/** A fight of one report that counts as a pull. */
export type LoggedPull = {
  reportCode: string;
  fightId: number;
  encounterId: number;
  journalEncounterId: number | null;
  name: string;
  difficulty: number;
  size: number;
  kill: boolean;
  startsAt: number;
  seconds: number;
  /** The share of the encounter that was left, 0 to 100; null for a kill and where the log does not say. */
  percent: number | null;
};

/** A pull with those who took part in it. */
export type WithPeople<Person> = { people: readonly Person[] };

const SHORTEST_MS = 15_000;

/** The pulls of a report, each with the players who fought; the other players of a report only stood by. */
export function pullsOfReport(report: Report): (LoggedPull & WithPeople<Actor>)[] {
  const actors = new Map((report.masterData?.actors ?? []).map((actor) => [actor.id, actor]));
  const journal = new Map((report.zone?.encounters ?? []).map(({ id, journalID }) => [id, journalID]));
  return (report.fights ?? [])
    .filter(
      (fight) =>
        // One that was taken back has 0, whatever it was before.
        fight.encounterID > 0 && fight.inProgress !== true && fight.endTime - fight.startTime >= SHORTEST_MS,
    )
    .map((fight) => ({
      reportCode: report.code,
      fightId: fight.id,
      encounterId: fight.encounterID,
      journalEncounterId: journal.get(fight.encounterID) || null,
      name: fight.name,
      difficulty: fight.difficulty ?? 0,
      size: fight.size ?? fight.friendlyPlayers?.length ?? 0,
      kill: fight.kill === true,
      startsAt: Math.round(report.startTime + fight.startTime),
      seconds: Math.round((fight.endTime - fight.startTime) / 1_000),
      percent: fight.kill === true ? null : (fight.fightPercentage ?? null),
      people: (fight.friendlyPlayers ?? []).flatMap((id) => actors.get(id) ?? []),
    }));
}

const SAME_PULL_MS = 10_000;

export type Pull = Omit<LoggedPull, 'reportCode' | 'fightId'> & { reportCodes: readonly string[] } & WithPeople<string>;

/** One night as several recorders saw it: what began within ten seconds in two reports is one pull, with the people of both. */
export function unitePulls(logged: readonly (LoggedPull & WithPeople<string>)[]): Pull[] {
  const ordered = logged.toSorted(
    (one, other) =>
      one.startsAt - other.startsAt ||
      compare(one.reportCode, other.reportCode) ||
      one.fightId - other.fightId ||
      one.encounterId - other.encounterId,
  );
  const united: Pull[] = [];
  for (const { reportCode, fightId: _, ...pull } of ordered) {
    const at = united.findLastIndex(
      (one) =>
        one.encounterId === pull.encounterId &&
        one.difficulty === pull.difficulty &&
        pull.startsAt - one.startsAt <= SAME_PULL_MS &&
        !one.reportCodes.includes(reportCode),
    );
    const same = united[at];
    if (same) united[at] = withOther(same, { ...pull, reportCodes: [reportCode] });
    else united.push({ ...pull, people: distinct(pull.people), reportCodes: [reportCode] });
  }
  return united;
}

/** `one` began first. */
function withOther(one: Pull, other: Pull): Pull {
  const kill = one.kill || other.kill;
  const percents = [one.percent, other.percent].filter((percent) => percent !== null);
  return {
    ...one,
    journalEncounterId: one.journalEncounterId ?? other.journalEncounterId,
    kill,
    size: Math.max(one.size, other.size),
    seconds: Math.max(one.seconds, other.seconds),
    percent: kill || percents.length === 0 ? null : Math.min(...percents),
    reportCodes: [...one.reportCodes, ...other.reportCodes],
    people: distinct([...one.people, ...other.people]),
  };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const distinct = (people: readonly string[]) => [...new Set(people)].sort();

export type RaiderAtNight = {
  raiderId: string;
  /** Null for a raider who never answered. */
  status: ParticipationStatus | null;
  /** Has an absence on that day. */
  absent: boolean;
  /** Encounters of the journal at which the line-up has the raider on the bench. */
  benchedAt: readonly number[];
};

export type Measured = {
  raiderId: string;
  /** With the raider, of those that count for them. */
  pulls: number;
  base: number;
  firstAt: number | null;
  lastAt: number | null;
  proposal: { attendance: Attendance; part: boolean } | null;
};

/** The pulls of each raider, and the attendance that follows from them. A night without pulls proposes nothing. */
export function measureRaiders(
  pulls: readonly Pull[],
  raiders: readonly RaiderAtNight[],
  settings: NightSettings,
): Measured[] {
  return raiders.map((raider) => {
    const isBenched = ({ journalEncounterId }: Pull) =>
      journalEncounterId !== null && raider.benchedAt.includes(journalEncounterId);
    const base = pulls.filter((pull) => !isBenched(pull));
    const own = base.filter(({ people }) => people.includes(raider.raiderId));
    return {
      raiderId: raider.raiderId,
      pulls: own.length,
      base: base.length,
      firstAt: own[0]?.startsAt ?? null,
      lastAt: own.at(-1)?.startsAt ?? null,
      proposal: pulls.length === 0 ? null : proposalFor(raider, base, own, settings),
    };
  });
}

function proposalFor(
  { status, absent }: RaiderAtNight,
  base: readonly Pull[],
  own: readonly Pull[],
  { presentShare, partShare, lateMinutes }: NightSettings,
): Measured['proposal'] {
  const whole = (attendance: Attendance) => ({ attendance, part: false });
  if (base.length === 0) return status === 'signed_up' ? whole('benched') : null;
  const [first] = own;
  if (!first) {
    if (absent) return whole('excused');
    if (status === 'waitlist') return whole('benched');
    return status === 'signed_up' ? whole('no_show') : null;
  }
  const share = own.length / base.length;
  if (share >= presentShare) return whole('present');
  const fromThen = base.filter(({ startsAt }) => startsAt >= first.startsAt).length;
  const isLate = first.startsAt - (base[0]?.startsAt ?? 0) > lateMinutes * MINUTE;
  if (isLate && own.length / fromThen >= presentShare) return whole('late');
  return share >= partShare ? { attendance: 'present', part: true } : null;
}

/** Reports of one evening, by several recorders or begun anew, begin within so long. */
const EVENING_MS = 6 * 3_600_000;

type Attended = { startsAt: number; fighters: readonly { key: string; benched: boolean }[] };
export type Evening = { startsAt: number; there: Set<string>; benched: Set<string> };

/** The evenings of reports that are known by who was there alone. A fighter of one report is not benched by another. */
export function uniteEvenings(reports: readonly Attended[]): Evening[] {
  const evenings: Evening[] = [];
  for (const { startsAt, fighters } of reports.toSorted((one, other) => one.startsAt - other.startsAt)) {
    const last = evenings.at(-1);
    const evening =
      last && startsAt - last.startsAt <= EVENING_MS
        ? last
        : { startsAt, there: new Set<string>(), benched: new Set<string>() };
    if (evening !== last) evenings.push(evening);
    for (const { key, benched } of fighters) (benched ? evening.benched : evening.there).add(key);
  }
  for (const { there, benched } of evenings) for (const key of there) benched.delete(key);
  return evenings;
}

export type Progress = {
  teamId: string | null;
  encounterId: number;
  journalEncounterId: number | null;
  name: string;
  difficulty: number;
  firstKillAt: number | null;
  /** Before the first kill, or until now. */
  wipes: number;
  /** The least that a wipe left of the encounter; null without one that the log measured. */
  bestPercent: number | null;
  pulls: number;
  kills: number;
  nights: number;
};

type Night = { eventId: string; teamId: string | null; pulls: readonly Pull[] };

/** How far each team came at each boss and difficulty, in the order in which they were first pulled. */
export function countProgress(nights: readonly Night[]): Progress[] {
  const all = nights
    .flatMap(({ eventId, teamId, pulls }) => pulls.map((pull) => ({ ...pull, eventId, teamId })))
    .toSorted((one, other) => one.startsAt - other.startsAt || compare(one.eventId, other.eventId));
  const byBoss = Map.groupBy(all, (pull) => `${pull.teamId} ${pull.encounterId} ${pull.difficulty}`);
  return [...byBoss.values()].flatMap((pulls) => {
    const [first] = pulls;
    if (!first) return [];
    const kill = pulls.findIndex((pull) => pull.kill);
    const percents = pulls.flatMap((pull) => (pull.kill ? [] : (pull.percent ?? [])));
    return {
      teamId: first.teamId,
      encounterId: first.encounterId,
      journalEncounterId:
        pulls.find(({ journalEncounterId }) => journalEncounterId !== null)?.journalEncounterId ?? null,
      name: first.name,
      difficulty: first.difficulty,
      firstKillAt: pulls[kill]?.startsAt ?? null,
      wipes: kill < 0 ? pulls.length : kill,
      bestPercent: percents.length === 0 ? null : Math.min(...percents),
      pulls: pulls.length,
      kills: pulls.filter((pull) => pull.kill).length,
      nights: new Set(pulls.map(({ eventId }) => eventId)).size,
    };
  });
}
