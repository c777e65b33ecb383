import { Report } from '@guildhall/warcraftlogs/schemas.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countProgress,
  eventOfReport,
  type LoggedPull,
  measureRaiders,
  NIGHT_SETTINGS,
  pullsOfReport,
  type RaiderAtNight,
  unitePulls,
  type WithPeople,
} from './night-rules.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 17, 19);

describe('a report belongs to an event', () => {
  const event = (id: string, hour: number, teamId: string | null = null) => ({
    id,
    startsAt: START + hour * 60 * MINUTE,
    endsAt: START + (hour + 3) * 60 * MINUTE,
    teamId,
  });
  const report = (from: number, to: number, teamId: string | null = null) => ({
    startsAt: START + from * MINUTE,
    endsAt: START + to * MINUTE,
    teamId,
  });

  test('that it overlaps most, an hour before the start and two after the end included', () => {
    const events = [event('early', -4), event('late', 0)];
    expect(eventOfReport(report(-20, 180), events)?.id).toBe('late');
    expect(eventOfReport(report(-240, -70), events)?.id).toBe('early');
    expect(eventOfReport(report(290, 299), events)?.id).toBe('late');
    expect(eventOfReport(report(300, 400), events)).toBeNull();
  });

  test('whose own time it overlaps more, where it lies around both', () => {
    expect(eventOfReport(report(5, 110), [event('before', -2), event('its', 0)])?.id).toBe('its');
  });

  test('that is the earlier of two which it overlaps alike', () => {
    expect(eventOfReport(report(-30, 0), [event('b', 0), event('a', 0.25)])?.id).toBe('b');
    expect(eventOfReport(report(0, 60), [event('b', 0), event('a', 0)])?.id).toBe('a');
  });

  test('of its team, or of no team', () => {
    const events = [event('other', 0, 'second'), event('whole', -2)];
    expect(eventOfReport(report(0, 180, 'main'), events)?.id).toBe('whole');
    expect(eventOfReport(report(0, 180, 'second'), events)?.id).toBe('other');
    expect(eventOfReport(report(0, 180), events)?.id).toBe('other');
  });
});

describe('a pull', () => {
  const fight = { name: 'Ashkarra', difficulty: 4, size: 2, kill: false, fightPercentage: 20, friendlyPlayers: [1, 2] };
  const report = Report.parse({
    code: 'aBcDeFgHiJkLmNoP',
    title: 'A night',
    startTime: START,
    endTime: START + 60 * MINUTE,
    zone: { id: 1, name: 'Raid', encounters: [{ id: 3000, journalID: 9000 }] },
    masterData: {
      actors: [
        { id: 1, name: 'Curlybill', server: 'TwistingNether', subType: 'DeathKnight' },
        { id: 2, name: 'Ruff', server: 'Kazzak', subType: 'Mage' },
        { id: 3, name: 'Bystander', server: 'Kazzak', subType: 'Unknown' },
      ],
    },
    fights: [
      { ...fight, id: 1, encounterID: 3000, startTime: 0, endTime: 15_000 },
      { ...fight, id: 2, encounterID: 3000, startTime: 60_000, endTime: 74_999 },
      { ...fight, id: 3, encounterID: 0, originalEncounterID: 3000, startTime: 120_000, endTime: 200_000 },
      { ...fight, id: 4, encounterID: 3000, startTime: 240_000, endTime: 400_000, inProgress: true },
      { ...fight, id: 5, encounterID: 3001, startTime: 500_000, endTime: 600_000, kill: true, fightPercentage: 0.01 },
    ],
  });

  test('is a finished fight against an encounter of fifteen seconds or more', () => {
    expect(pullsOfReport(report).map(({ fightId }) => fightId)).toEqual([1, 5]);
  });

  test('is at an instant, and names its encounter of the journal and those who fought', () => {
    expect(pullsOfReport(report)).toMatchObject([
      { startsAt: START, journalEncounterId: 9000, percent: 20, people: [{ name: 'Curlybill' }, { name: 'Ruff' }] },
      { startsAt: START + 500_000, journalEncounterId: null, percent: null, kill: true, seconds: 100 },
    ]);
  });
});

const pull = (at: number, changes: Partial<LoggedPull & WithPeople<string>> = {}): LoggedPull & WithPeople<string> => ({
  reportCode: 'first',
  fightId: at,
  encounterId: 3000,
  journalEncounterId: 9000,
  name: 'Ashkarra',
  difficulty: 4,
  size: 20,
  kill: false,
  startsAt: START + at * MINUTE,
  seconds: 200,
  percent: 50,
  people: ['a', 'b'],
  ...changes,
});

describe('pulls of several recorders', () => {
  test('that began within ten seconds are one, with the people of both', () => {
    const shifted = pull(5, {
      reportCode: 'second',
      startsAt: START + 5 * MINUTE + 4_000,
      people: ['b', 'c'],
      percent: 48,
    });
    expect(unitePulls([shifted, pull(5)])).toMatchObject([
      { startsAt: START + 5 * MINUTE, people: ['a', 'b', 'c'], percent: 48, reportCodes: ['first', 'second'] },
    ]);
  });

  test('are two if they began later, at another difficulty, or at another boss', () => {
    const later = { reportCode: 'second', startsAt: START + 10_001 };
    expect(unitePulls([pull(0), pull(0, later)])).toHaveLength(2);
    expect(unitePulls([pull(0), pull(0, { reportCode: 'second', difficulty: 5 })])).toHaveLength(2);
    expect(unitePulls([pull(0), pull(0, { reportCode: 'second', encounterId: 3001 })])).toHaveLength(2);
  });

  const anyPull = fc
    .record({
      report: fc.constantFrom('first', 'second', 'third'),
      seconds: fc.integer({ min: 0, max: 90 }),
      encounterId: fc.constantFrom(3000, 3001),
      kill: fc.boolean(),
      people: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')),
    })
    .map(({ report, seconds, people, ...rest }) =>
      pull(0, { ...rest, reportCode: report, startsAt: START + seconds * 1_000, fightId: seconds, people }),
    );

  test('are the same in any order of reports', () => {
    fc.assert(
      fc.property(fc.array(anyPull, { maxLength: 12 }), fc.infiniteStream(fc.nat()), (pulls, stream) => {
        const keyed = pulls.map((one) => ({ one, key: stream.next().value ?? 0 }));
        const shuffled = keyed.toSorted((one, other) => one.key - other.key).map(({ one }) => one);
        const known = new Map(pulls.map((one) => [`${one.reportCode} ${one.fightId} ${one.encounterId}`, one]));
        fc.pre(known.size === pulls.length);
        expect(unitePulls(shuffled)).toEqual(unitePulls(pulls));
      }),
    );
  });

  test('lose no person and no kill, and are no more than were logged', () => {
    fc.assert(
      fc.property(fc.array(anyPull, { maxLength: 12 }), (pulls) => {
        const united = unitePulls(pulls);
        expect(united.length).toBeLessThanOrEqual(pulls.length);
        expect(new Set(united.flatMap(({ people }) => people))).toEqual(new Set(pulls.flatMap(({ people }) => people)));
        expect(united.some(({ kill }) => kill)).toBe(pulls.some(({ kill }) => kill));
      }),
    );
  });

  test('of two recorders four seconds apart are as many as of one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 200 }), { maxLength: 30 }), (minutes) => {
        const one = minutes.map((at) => pull(at));
        const two = one.map((each) => ({ ...each, reportCode: 'second', startsAt: each.startsAt + 4_000 }));
        const starts = (all: typeof one) => unitePulls(all).map(({ startsAt }) => startsAt);
        expect(starts([...two, ...one])).toEqual(starts(one));
      }),
    );
  });
});

describe('attendance', () => {
  const raider = (changes: Partial<RaiderAtNight> = {}): RaiderAtNight => ({
    raiderId: 'r',
    status: 'signed_up',
    absent: false,
    benchedAt: [],
    ...changes,
  });
  /** Ten pulls, five minutes apart; the raider takes part in those listed. */
  const night = (...own: number[]) =>
    unitePulls(
      Array.from({ length: 10 }, (_, index) =>
        pull(index * 5, {
          encounterId: index < 4 ? 3000 : 3001,
          journalEncounterId: index < 4 ? 9000 : 9001,
          people: own.includes(index) ? ['r'] : [],
        }),
      ),
    );
  const proposed = (pulls: ReturnType<typeof night>, one = raider()) =>
    measureRaiders(pulls, [one], NIGHT_SETTINGS)[0]?.proposal ?? null;

  test('is present from four fifths of the pulls on', () => {
    expect(proposed(night(0, 1, 2, 3, 4, 5, 6, 7))).toEqual({ attendance: 'present', part: false });
  });

  test('is late with a first pull after ten minutes, and four fifths from then on', () => {
    expect(proposed(night(3, 4, 5, 6, 7, 8, 9))).toEqual({ attendance: 'late', part: false });
    // Ten minutes, not more.
    expect(proposed(night(2, 4, 5, 6, 7, 8, 9))).toEqual({ attendance: 'present', part: true });
  });

  test('is a part of the night from a fifth on, and nothing below', () => {
    expect(proposed(night(0, 1))).toEqual({ attendance: 'present', part: true });
    expect(proposed(night(0))).toBeNull();
  });

  test.each([
    ['signed_up', false, 'no_show'],
    ['signed_up', true, 'excused'],
    ['waitlist', false, 'benched'],
    ['tentative', false, null],
    ['declined', false, null],
    ['declined', true, 'excused'],
    [null, false, null],
    [null, true, 'excused'],
  ] as const)('without a pull is, after the answer %s and an absence %s, %s', (status, absent, attendance) => {
    expect(proposed(night(), raider({ status, absent }))?.attendance ?? null).toBe(attendance);
  });

  test('leaves out the bosses at which the line-up has the raider on the bench', () => {
    const [measured] = measureRaiders(night(4, 5, 6, 7, 8), [raider({ benchedAt: [9000] })], NIGHT_SETTINGS);
    expect(measured).toMatchObject({ pulls: 5, base: 6, proposal: { attendance: 'present', part: false } });
  });

  test('of two bosses out of four is the share over the other two', () => {
    const pulls = unitePulls(
      [3000, 3001, 3002, 3003].map((encounterId, index) =>
        pull(index * 10, { encounterId, journalEncounterId: encounterId, people: index === 3 ? ['r'] : [] }),
      ),
    );
    const one = raider({ benchedAt: [3000, 3001] });
    expect(measureRaiders(pulls, [one], NIGHT_SETTINGS)).toMatchObject([
      { pulls: 1, base: 2, proposal: { part: true } },
    ]);
  });

  test('is benched for a raider with a place who was on the bench at every boss', () => {
    expect(proposed(night(), raider({ benchedAt: [9000, 9001] }))).toEqual({ attendance: 'benched', part: false });
    expect(proposed(night(), raider({ benchedAt: [9000, 9001], status: 'declined' }))).toBeNull();
  });

  test('is never proposed for a night without pulls', () => {
    expect(proposed([])).toBeNull();
  });

  test('follows the settings of the guild', () => {
    const strict = { presentShare: 0.95, partShare: 0.5, lateMinutes: 4 };
    const of = (...own: number[]) => measureRaiders(night(...own), [raider()], strict)[0]?.proposal;
    expect(of(0, 1, 2, 3, 4, 5, 6, 7)).toEqual({ attendance: 'present', part: true });
    expect(of(1, 2, 3, 4, 5, 6, 7, 8, 9)).toEqual({ attendance: 'late', part: false });
    expect(of(0, 1, 2, 3)).toBeNull();
  });
});

describe('progress', () => {
  test('counts wipes before the first kill, the best of them, and nights, by team and difficulty', () => {
    const first = unitePulls([pull(0, { percent: 60 }), pull(10, { percent: 12 })]);
    const second = unitePulls([
      pull(2_000, { percent: 30 }),
      pull(2_010, { kill: true, percent: null }),
      pull(2_020, { percent: 3 }),
      pull(2_030, { difficulty: 5, percent: 90 }),
    ]);
    const nights = [
      { eventId: '2', teamId: 'main', pulls: second },
      { eventId: '1', teamId: 'main', pulls: first },
      { eventId: '3', teamId: null, pulls: unitePulls([pull(3_000)]) },
    ];
    expect(countProgress(nights)).toMatchObject([
      {
        teamId: 'main',
        difficulty: 4,
        firstKillAt: START + 2_010 * MINUTE,
        wipes: 3,
        bestPercent: 3,
        pulls: 5,
        kills: 1,
        nights: 2,
      },
      { teamId: 'main', difficulty: 5, firstKillAt: null, wipes: 1, bestPercent: 90, nights: 1 },
      { teamId: null, difficulty: 4, wipes: 1 },
    ]);
  });
});
