import type { LineupPlaceView, LineupProblem } from './lineup.ts';
import type { LineupSize } from './lineup-size.ts';

type Judged = Pick<LineupPlaceView, 'raider' | 'role' | 'group' | 'concern'>;

/** Problems of a line-up. Only too many people keep it from being published; one without places has no problem. */
export function problemsOf(places: Judged[], { min, max }: LineupSize): LineupProblem[] {
  const placed = places.filter(({ group }) => group !== null);
  if (places.length === 0) return [];
  const problems: LineupProblem[] = [];
  const warn = (kind: LineupProblem['kind'], count: number | null = null) =>
    problems.push({ kind, blocks: kind === 'too_many', count, raider: null });
  if (placed.length > max) warn('too_many', placed.length - max);
  if (min !== null && placed.length < min) warn('too_few', min - placed.length);
  if (placed.every(({ role }) => role !== 'tank')) warn('no_tank');
  if (placed.every(({ role }) => role !== 'healer')) warn('no_healer');
  for (const { raider, concern } of placed) {
    if (concern) problems.push({ kind: concern, blocks: false, count: null, raider });
  }
  return problems;
}
