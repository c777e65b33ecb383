import { describe, expect, test } from 'vitest';
import { derivePlus, type NightReserve, type SheetNight, type Win } from './sr-plus.ts';

const STEP = 30;
const FIRST = Date.UTC(2026, 1, 4, 19);
const DAY_MS = 86_400_000;

/** A night in a week, counted from 0, `days` after the usual one. */
function nightIn(week: number, { days = 0, step = STEP as number | null } = {}): SheetNight {
  const startsAt = new Date(FIRST + (week * 7 + days) * DAY_MS).toISOString();
  return { eventId: `${week}.${days}`, startsAt, day: startsAt.slice(0, 10), step };
}
const BLADE = 19_346;
const HELM = 16_963;
const by = (
  { eventId }: SheetNight,
  itemId = BLADE,
  corrected: number | null = null,
  raiderId = 'mara',
): NightReserve => ({
  ...{ id: `${eventId} ${itemId} ${raiderId}`, eventId, raiderId, itemId, corrected },
});
const wonAt = (week: number, more: Partial<Win> = {}): Win => ({
  ...{ raiderId: 'mara', itemId: BLADE, eventId: null, dayOnly: false },
  at: new Date(FIRST + week * 7 * DAY_MS + 3_600_000).toISOString(),
  ...more,
});

/** The plus of each reserve of the blade, in order of the weeks in which the raider reserved it. */
function plusesOf(weeks: number[], { of = 12, wins = [] as Win[], step = STEP as number | null } = {}) {
  const nights = Array.from({ length: of }, (_, week) => nightIn(week, { step }));
  const reserves = weeks.flatMap((week) => nights[week] ?? []).map((night) => by(night));
  const derived = derivePlus(nights.toReversed(), reserves, wins);
  return reserves.map(({ id }) => derived.get(id)?.value);
}

describe('the plus of an item', () => {
  test.each<[string, number[], (number | undefined)[]]>([
    ['grows each week in which it is reserved and not won', [0, 1, 2], [0, 30, 60]],
    ['is kept over three weeks that were missed', [0, 1, 2, 6], [0, 30, 60, 90]],
    ['is lost after four', [0, 1, 2, 7], [0, 30, 60, 0]],
    ['begins again after it was lost', [0, 1, 6, 7], [0, 30, 0, 30]],
  ])('%s', (_, weeks, expected) => {
    expect(plusesOf(weeks)).toEqual(expected);
  });

  test.each([1, 10, 30])('grows by the step of the sheet: %i', (step) => {
    expect(plusesOf([0, 1, 2], { step })).toEqual([0, step, 2 * step]);
  });

  test('is kept by a sheet without SR+', () => {
    const nights = [nightIn(0), nightIn(1), nightIn(2, { step: null })];
    const derived = derivePlus(
      nights,
      nights.map((night) => by(night)),
      [],
    );
    expect([...derived.values()].map(({ value }) => value)).toEqual([0, 30, 30]);
  });

  test('says on how many nights it rests, and since when', () => {
    const nights = [nightIn(0), nightIn(1), nightIn(2)];
    const derived = derivePlus(
      nights,
      nights.slice(1).map((night) => by(night)),
      [],
    );
    expect(derived.get(`2.0 ${BLADE} mara`)).toEqual({ value: 30, nights: 2, since: nights[1]?.startsAt });
  });

  test('is 0 after the item was won, and grows again', () => {
    expect(plusesOf([0, 1, 2, 3], { wins: [wonAt(1)] })).toEqual([0, 30, 0, 30]);
  });

  test.each<[string, Partial<Win>]>([
    ['another raider', { raiderId: 'ostrik' }],
    ['another item', { itemId: HELM }],
  ])('stays when %s is named by the award', (_, more) => {
    expect(plusesOf([0, 1, 2], { wins: [wonAt(1, more)] })).toEqual([0, 30, 60]);
  });

  test('is 0 after an award of which only the day is known', () => {
    const at = `${nightIn(1).day}T00:00:00.000Z`;
    expect(plusesOf([0, 1, 2], { wins: [wonAt(0, { at, dayOnly: true })] })).toEqual([0, 30, 0]);
  });

  test('counts an award of a night for the one after, whatever its time', () => {
    const wins = [wonAt(5, { eventId: '1.0' })];
    expect(plusesOf([0, 1, 2], { wins })).toEqual([0, 30, 0]);
  });

  test('is lost with a change of items, also of one of two', () => {
    const nights = [nightIn(0), nightIn(1), nightIn(2)];
    const [first, second, third] = nights;
    if (!first || !second || !third) throw new Error('three nights');
    const reserves = [by(first), by(first, HELM), by(second, HELM), by(third), by(third, HELM)];
    const derived = derivePlus(nights, reserves, []);
    expect(reserves.map(({ id }) => derived.get(id)?.value)).toEqual([0, 0, 30, 0, 60]);
  });

  test('goes on from a correction', () => {
    const nights = [nightIn(0), nightIn(1), nightIn(2)];
    const reserves = nights.map((night, week) => by(night, BLADE, week === 1 ? 100 : null));
    const derived = derivePlus(nights, reserves, []);
    expect(reserves.map(({ id }) => derived.get(id)?.value)).toEqual([0, 100, 130]);
  });

  test('counts a week with two nights as one that was missed', () => {
    const nights = [0, 1, 2, 3, 4].flatMap((week) => [nightIn(week), nightIn(week, { days: 2 })]);
    const [first] = nights;
    const last = nights.at(-1);
    if (!first || !last) throw new Error('ten nights');
    expect(derivePlus(nights, [by(first), by(last)], []).get(by(last).id)?.value).toBe(STEP);
  });

  test('counts no week without a sheet as missed', () => {
    const nights = [nightIn(0), nightIn(9)];
    const derived = derivePlus(
      nights,
      nights.map((night) => by(night)),
      [],
    );
    expect([...derived.values()].map(({ value }) => value)).toEqual([0, STEP]);
  });
});

/** Small and repeatable. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('property: a plus is at most the step for each night before, 0 on the first, and that of others changes nothing', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const pick = random(seed);
    const nights = Array.from({ length: 3 + pick(12) }, (_, week) => nightIn(week));
    const some = () =>
      nights.filter(() => pick(3) > 0).flatMap((night) => (pick(2) ? [by(night)] : [by(night), by(night, HELM)]));
    const own = some();
    const wins = own.filter(() => pick(5) === 0).map(({ eventId, itemId }) => wonAt(0, { eventId, itemId }));
    const derived = derivePlus(nights, own, wins);
    for (const { id } of own) {
      const plus = derived.get(id);
      expect(plus?.value).toBe(STEP * ((plus?.nights ?? 0) - 1));
      expect(plus?.value).toBeLessThanOrEqual(STEP * (nights.length - 1));
    }
    const weekOf = (eventId: string | null) => Number.parseInt(eventId ?? '', 10);
    for (const { eventId, itemId } of wins) {
      const next = own.find((one) => one.itemId === itemId && weekOf(one.eventId) > weekOf(eventId));
      if (next) expect(derived.get(next.id)?.value).toBe(0);
    }
    const others = some().map((one) => ({ ...one, id: `other ${one.id}`, raiderId: 'ostrik' }));
    const together = derivePlus(nights.toReversed(), [...others, ...own].toReversed(), wins);
    for (const { id } of own) expect(together.get(id)).toEqual(derived.get(id));
  }
});
