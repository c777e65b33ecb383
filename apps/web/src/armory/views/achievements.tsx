import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useFormat } from '../../i18n/format.ts';
import { TimeAgo } from '../../ui/time.tsx';
import { Fresh, Nothing } from './fresh.tsx';
import type { ViewProps } from './view-search.ts';
import styles from './views.module.css';
import { viewsWords } from './views.words.ts';

export function Achievements({ id }: ViewProps) {
  const words = viewsWords.use();
  const format = useFormat();
  const { totalPoints, totalQuantity, recent, categories, freshness } = useSuspenseQuery(
    api.characterViews.achievements.queryOptions({ id }),
  ).data;
  if (totalPoints === null && recent.length === 0) {
    return (
      <section className="card">
        <Nothing of={freshness} title={words.noAchievements} />
        <Fresh of={freshness} />
      </section>
    );
  }
  return (
    <div className={styles.columns}>
      <section className="card">
        <header className="card-head">
          <h2>{words.recent}</h2>
          {totalQuantity !== null && <span className="muted small end">{words.earned({ count: totalQuantity })}</span>}
        </header>
        <ul className="list">
          {recent.map(({ id: achievement, name, completedAt }) => (
            <li key={achievement}>
              <p className="grow">{name}</p>
              <span className="muted small">{completedAt && <TimeAgo at={completedAt} />}</span>
            </li>
          ))}
        </ul>
        <Fresh of={freshness} />
      </section>
      <section className="card">
        <header className="card-head">
          <h2>{words.categories}</h2>
          {totalPoints !== null && <b className={`end num ${styles.score}`}>{format.number(totalPoints)}</b>}
        </header>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.categoryName}</th>
              <th scope="col" className="r">
                {words.quantity}
              </th>
              <th scope="col" className="r">
                {words.points}
              </th>
            </tr>
          </thead>
          <tbody>
            {categories.map(({ id: category, name, quantity, points }) => (
              <tr key={category}>
                <td>{name}</td>
                <td className="r num">{quantity === null ? '–' : format.number(quantity)}</td>
                <td className="r num">{points === null ? '–' : format.number(points)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
