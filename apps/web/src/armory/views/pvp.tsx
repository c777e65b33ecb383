import type { Matches } from '@guildhall/contracts/character-progress.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { Fresh, Nothing } from './fresh.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

export function Pvp({ id }: ViewProps) {
  const words = viewsWords.use();
  const format = useFormat();
  const { honorLevel, honorableKills, brackets, maps, freshness } = useSuspenseQuery(
    api.characterViews.pvp.queryOptions({ id }),
  ).data;
  const nothing = brackets.length === 0 && maps.length === 0 && honorLevel === null && honorableKills === null;
  if (nothing) {
    return (
      <section className="card">
        <Nothing of={freshness} title={words.noPvp} />
        <Fresh of={freshness} />
      </section>
    );
  }
  return (
    <div className="stack">
      <section className="card">
        <header className="card-head">
          <h2>{words.tabs.pvp}</h2>
        </header>
        <dl className={`${styles.facts} ${styles.padded}`}>
          <Fact title={words.honorLevel} value={honorLevel} />
          <Fact title={words.honorableKills} value={honorableKills} />
        </dl>
        <Fresh of={freshness} />
      </section>
      {brackets.length > 0 && (
        <section className="card" aria-label={words.brackets}>
          <header className="card-head">
            <h2>{words.brackets}</h2>
          </header>
          <ul className="list">
            {brackets.map(({ key, type, rating, specialization, season, week }) => (
              <li key={key}>
                <span className={styles.score}>{rating === null ? '–' : format.number(rating)}</span>
                <p className="grow">
                  <b>{[bracketName(type ?? key), specialization?.name].filter(Boolean).join(' · ')}</b>
                  <small>
                    {words.seasonRecord({ won: season.won, lost: season.lost })}
                    {week.played > 0 && ` · ${words.weekRecord({ won: week.won, lost: week.lost })}`}
                  </small>
                </p>
                <Share of={season} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {maps.length > 0 && (
        <section className="card" aria-label={words.maps}>
          <header className="card-head">
            <h2>{words.maps}</h2>
          </header>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{words.map}</th>
                <th scope="col" className="r">
                  {words.won}
                </th>
                <th scope="col" className="r">
                  {words.lost}
                </th>
              </tr>
            </thead>
            <tbody>
              {maps.map(({ id: map, name, won, lost }) => (
                <tr key={map}>
                  <td className="clip">{name}</td>
                  <td className="r num">{won}</td>
                  <td className="r num">{lost}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </div>
  );
}

/** ARENA_3v3 → 3v3, SHUFFLE → Shuffle: turns the platform's name into the common one. */
const bracketName = (type: string) => {
  const name = type
    .replace(/^ARENA_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
};

function Share({ of: { won, played } }: { of: Matches }) {
  return played > 0 ? <b className="num">{Math.round((won / played) * 100)} %</b> : null;
}

function Fact({ title, value }: { title: string; value: number | null }) {
  const format = useFormat();
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value === null ? '–' : format.number(value)}</dd>
    </div>
  );
}
