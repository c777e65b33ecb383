import type { LootView } from '@guildhall/contracts/loot.ts';
import { COUNTED_WEEKS } from '@guildhall/contracts/loot-meaning.ts';
import { ClassName, classTint } from '../../ui/game.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RaiderMark } from '../../ui/raider-mark.tsx';
import styles from './awards.module.css';
import { awardsWords } from './awards.words.ts';

/** The awards that count, of the last weeks, by raider. */
export function Counted({ counted }: Pick<LootView, 'counted'>) {
  const { counted: words } = awardsWords.use();
  const most = Math.max(1, ...counted.map(({ awards }) => awards));
  return (
    <section className="card" aria-label={words.title}>
      <header className="card-head">
        <h2>{words.title}</h2>
        <span className="muted small">{words.weeks({ count: COUNTED_WEEKS })}</span>
      </header>
      {counted.length === 0 ? (
        <p className={`muted small ${styles.hint}`}>{words.none}</p>
      ) : (
        <ol className={styles.counted}>
          {counted.map(({ raider, classId, awards }) => (
            <li key={raider.id} className={classTint(classId ?? 0)}>
              <span className="clip">
                <ClassName classId={classId}>{raider.name ?? '–'}</ClassName> <RaiderMark of={raider} />
              </span>
              <meter min={0} max={most} value={awards} aria-hidden="true" />
              <b className="num">{awards}</b>
            </li>
          ))}
        </ol>
      )}
      <p className="fresh">
        <Icon name="alert" size="s" />
        <span>{words.rest}</span>
      </p>
    </section>
  );
}
