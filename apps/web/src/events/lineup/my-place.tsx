import type { LineupListView, LineupView } from '@guildhall/contracts/lineup.ts';
import { useViewer } from '../../api/session.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { ClassName, ClassTile, classTint } from '../../ui/game.tsx';
import { nameOf } from './faces.tsx';
import styles from './lineup.module.css';
import { lineupWords } from './lineup.words.ts';

/** The place of the viewer in what is published. */
export function MyPlace({ lineup, lineups: { mine } }: { lineup: LineupView; lineups: LineupListView }) {
  const words = lineupWords.use();
  const { roles } = coreWords.use();
  const viewer = useViewer();
  const place = lineup.places.find(({ user }) => user?.id === viewer?.id);
  const played = place?.character?.class;
  return (
    <section className={`card ${styles.mine} ${played ? classTint(played.id) : ''}`}>
      <header className="card-head">
        <h2>{words.mine}</h2>
        {mine.of > 0 && <span className="muted small end">{words.inOf({ count: mine.in, of: mine.of })}</span>}
      </header>
      <div className="pad">
        {place ? (
          <p className={styles.me}>
            {played && <ClassTile of={played} />}
            <span className="grow">
              <ClassName classId={played?.id ?? null}>{nameOf(place)}</ClassName>
              <small className="muted">
                {[
                  place.spec?.name,
                  roles[place.role],
                  place.group === null ? words.onBench : words.inGroup({ number: place.group }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
          </p>
        ) : (
          <p className="muted">{words.notIn}</p>
        )}
      </div>
    </section>
  );
}
