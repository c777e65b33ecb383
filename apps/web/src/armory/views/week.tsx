/** The week and the season of a character's keystones, on the overview and on their own tab. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { Empty } from '../../ui/states.tsx';
import { Freshness, TimeAgo } from '../../ui/time.tsx';
import { VaultCells } from '../vault/vault-cells.tsx';
import { keystoneQuery, vaultQuery } from './progress.ts';
import { Runs, SeasonCard } from './season.tsx';
import { viewsWords } from './views.words.ts';

/** The vault, and the runs of keystones behind it. */
export function Week({ id, runs = true }: { id: string; runs?: boolean }) {
  const words = viewsWords.use();
  const { week } = useSuspenseQuery(keystoneQuery(id)).data;
  const { rows, startedAt } = useSuspenseQuery(vaultQuery(id)).data;
  const [oldest] = rows.flatMap(({ readAt }) => readAt ?? []).toSorted();
  return (
    <section className="card">
      <header className="card-head">
        <h2>{words.thisWeek}</h2>
        <span className="muted small end">
          {words.resetAt} <TimeAgo at={startedAt} />
        </span>
      </header>
      <VaultCells of={rows} />
      {runs &&
        week &&
        (week.runs.length > 0 ? <Runs runs={week.runs} /> : <Empty icon="key" title={words.noRunsThisWeek} />)}
      <Freshness asOf={oldest ?? null} />
    </section>
  );
}

/** That of now; without any season of now, the newest that was played. */
export function Season({ id }: { id: string }) {
  const { season, currentSeason, freshness } = useSuspenseQuery(keystoneQuery(id)).data;
  if (season?.current !== false || !currentSeason) return <SeasonCard of={season} freshness={freshness.season} />;
  return (
    <SeasonCard of={{ ...currentSeason, current: true, rating: null, bestRuns: [] }} freshness={freshness.season} />
  );
}
