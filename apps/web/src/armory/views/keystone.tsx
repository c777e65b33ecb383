import { usePrefetchQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useFormat } from '../../i18n/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { keystoneQuery, useSeasonName, vaultQuery } from './progress.ts';
import { Runs } from './season.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';
import { Season, Week } from './week.tsx';

export function Keystone({ id }: ViewProps) {
  usePrefetchQuery(vaultQuery(id));
  return (
    <div className={styles.columns}>
      <Week id={id} />
      <div className="stack">
        <Season id={id} />
        <EarlierSeasons id={id} />
      </div>
    </div>
  );
}

/** Each under its own name: numbers of two seasons do not compare. */
function EarlierSeasons({ id }: { id: string }) {
  const words = viewsWords.use();
  const format = useFormat();
  const nameOf = useSeasonName();
  const { earlierSeasons } = useSuspenseQuery(keystoneQuery(id)).data;
  if (earlierSeasons.length === 0) return null;
  return (
    <section className="card">
      <header className="card-head">
        <h2>{words.earlierSeasons}</h2>
      </header>
      {earlierSeasons.map(({ id: season, name, startedAt, endedAt, rating, bestRuns }) => (
        <details key={season} className={styles.earlier}>
          <summary>
            <Icon name="right" size="s" />
            <b className="grow clip">{nameOf({ id: season, name, startedAt })}</b>
            <small className="muted">
              {[startedAt, endedAt].flatMap((at) => (at ? format.date(new Date(at)) : [])).join(' – ')}
            </small>
            {rating !== null && <b className="num">{format.number(Math.round(rating))}</b>}
          </summary>
          {bestRuns.length > 0 ? <Runs runs={bestRuns} /> : <p className="small muted">{words.runsUnread}</p>}
        </details>
      ))}
    </section>
  );
}
