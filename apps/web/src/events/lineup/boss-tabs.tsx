import type { LineupListView } from '@guildhall/contracts/lineup.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import styles from './lineup.module.css';
import { lineupWords } from './lineup.words.ts';

type Tab = LineupListView['lineups'][number];
type Props = { guild: string; event: string; lineups: LineupListView; boss: number | undefined };

/** The whole night and each boss: tabs where there is room, chips to scroll on a phone. An event without bosses has one. */
export function BossTabs({ guild, event, lineups, boss }: Props) {
  const words = lineupWords.use();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.clientWidth / 3;
  });
  if (lineups.lineups.length === 1) return null;
  return (
    <nav ref={row} className={styles.tabs} aria-label={words.bosses}>
      {lineups.lineups.map((tab) => (
        <Link
          key={tab.encounter?.id ?? 0}
          to="/g/$guild/events/$event/lineup"
          params={{ guild, event }}
          search={{ boss: tab.encounter?.id }}
          // In the address a boss is text, so the router takes only the link without one for the present page.
          activeOptions={{ explicitUndefined: true }}
          aria-current={tab.encounter?.id === boss ? 'page' : undefined}
          resetScroll={false}
        >
          <b>{tab.encounter?.name ?? words.wholeNight}</b>
          <State tab={tab} />
        </Link>
      ))}
    </nav>
  );
}

function State({ tab: { encounter, own, placed, size, draft } }: { tab: Tab }) {
  const words = lineupWords.use();
  const count = size.min === null ? words.placed({ count: placed }) : words.of({ placed, max: size.max });
  if (encounter !== null && !own && !draft) return <small>{words.asNight}</small>;
  if (own && placed > size.max)
    return (
      <small className="bad">
        <Icon name="alert" size="s" />
        {count}
      </small>
    );
  if (draft)
    return (
      <small>
        <i className={styles.dot} />
        {own ? `${count} ${words.draft}` : words.asNight}
      </small>
    );
  return (
    <small>
      {placed > 0 && <Icon name="check" size="s" className="i-s ok" />}
      {count}
    </small>
  );
}
