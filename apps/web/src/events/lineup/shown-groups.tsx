import type { LineupView } from '@guildhall/contracts/lineup.ts';
import { useViewer } from '../../api/session.ts';
import { Empty } from '../../ui/states.tsx';
import type { Person } from './draft.ts';
import { Face, RoleCounts, realmsAmong } from './faces.tsx';
import styles from './lineup.module.css';
import { lineupWords } from './lineup.words.ts';

/** The groups as they are published: without empty slots. */
export function ShownGroups({ lineup: { encounter, places } }: { lineup: LineupView }) {
  const words = lineupWords.use();
  const realmOf = realmsAmong(places);
  const numbers = [...new Set(places.map(({ group }) => group))].toSorted((a, b) => (a ?? 99) - (b ?? 99));
  return (
    <section className="card" aria-label={words.groups}>
      <header className="card-head">
        <h2>{encounter?.name ?? words.wholeNight}</h2>
        <RoleCounts places={places} />
      </header>
      {places.length === 0 && (
        <Empty icon="roster" title={words.none}>
          {words.noneHint}
        </Empty>
      )}
      <div className={styles.groups}>
        {numbers.map((number) => (
          <section key={number} className={number === null ? `${styles.group} ${styles.bench}` : styles.group}>
            <h3>{number === null ? words.bench : words.group({ number })}</h3>
            <ul>
              {places
                .filter(({ group }) => group === number)
                .map((person) => (
                  <Shown key={person.raider.id} person={person} realm={realmOf(person)} />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

function Shown({ person, realm }: { person: Person; realm: string | null }) {
  const words = lineupWords.use();
  const viewer = useViewer();
  const isMine = person.user !== null && person.user.id === viewer?.id;
  return (
    <li className={isMine ? `${styles.person} ${styles.own}` : styles.person}>
      <Face person={person} realm={realm} />
      {isMine && <span className="tag ember">{words.you}</span>}
    </li>
  );
}
