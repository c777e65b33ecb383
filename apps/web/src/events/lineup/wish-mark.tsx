import type { LineupView } from '@guildhall/contracts/lineup.ts';
import type { LineupDifficulty } from '@guildhall/contracts/lineup-size.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './lineup.module.css';
import { lineupWords } from './lineup.words.ts';

/** How many drops a raider wishes for, and the highest gain of them in percent, if a sim says. */
export type Wanted = { items: number; percent: number | null };

/** The wishes of raiders for drops of the boss, or of all bosses of the night, as far as the viewer may see them. */
export function useWanted(
  { eventId, encounter }: LineupView,
  difficulty: LineupDifficulty | null,
): (raiderId: string) => Wanted | null {
  const { data } = useQuery({
    ...api.wishes.ofEvent.queryOptions({ id: eventId, difficulty: difficulty ?? undefined }),
    placeholderData: keepPreviousData,
  });
  const bosses = data?.bosses.filter(({ encounterId }) => encounter === null || encounterId === encounter.id) ?? [];
  const byRaider = Map.groupBy(
    bosses.flatMap(({ raiders }) => raiders),
    ({ raiderId }) => raiderId,
  );
  return (raiderId) => {
    const wanted = byRaider.get(raiderId);
    if (!wanted) return null;
    const gains = wanted.flatMap(({ percent }) => percent ?? []);
    return {
      items: wanted.reduce((sum, { items }) => sum + items, 0),
      percent: gains.length === 0 ? null : Math.max(...gains),
    };
  };
}

export function wantedText({ items, percent }: Wanted): string {
  const words = lineupWords.now();
  return percent === null
    ? words.wishes({ items })
    : words.wishesWithGain({ items, percent: Math.round(percent * 10) / 10 });
}

export function WishMark({ wanted }: { wanted: Wanted | null }) {
  if (!wanted) return null;
  const text = wantedText(wanted);
  return (
    <span className={styles.wish} title={text}>
      <Icon name="gem" size="s" />
      <span className="sr">{text}</span>
    </span>
  );
}
