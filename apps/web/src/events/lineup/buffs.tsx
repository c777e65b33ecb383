import { type Coverage, coverage } from '@guildhall/contracts/raid-buffs.ts';
import { Icon } from '../../ui/icon.tsx';
import { useMedia } from '../../ui/media.ts';
import type { Board } from './board.ts';
import type { Person } from './draft.ts';
import { nameOf } from './faces.tsx';
import styles from './lineup.module.css';
import { lineupWords } from './lineup.words.ts';

type Bringer = { person: Person; classId: number | null; specId: number | null; group: number | null };
type Covered = Coverage<Bringer>;

const isCovered = ({ have, groupsWithout }: Covered) => have.length > 0 && groupsWithout.length === 0;

/** The buffs of the people in the line-up, counted while it is planned. On a phone it is one line that unfolds. */
export function Buffs({ board }: { board: Board }) {
  const words = lineupWords.use();
  const isNarrow = useMedia('(max-width: 1100px)');
  const bringers = board.people
    .filter(({ concern }) => concern === null)
    .map((person) => ({
      person,
      classId: person.character?.class?.id ?? null,
      specId: person.spec?.id ?? null,
      group: person.group,
    }));
  const covered = coverage(board.lineup.gameVersion, bringers);
  const missing = covered.buffs.filter((one) => !isCovered(one));
  const count = words.buffsOf({ have: covered.buffs.length - missing.length, all: covered.buffs.length });
  const body = <Body board={board} {...covered} missing={missing} />;
  if (!isNarrow) {
    return (
      <section className={`card ${styles.buffs}`} aria-labelledby="buffs">
        <header className="card-head">
          <h2 id="buffs">{words.buffs}</h2>
          <span className="end small strong">{count}</span>
        </header>
        {body}
      </section>
    );
  }
  const [first] = missing;
  return (
    <details className={`card ${styles.buffs}`}>
      <summary className="card-head">
        <h2>{words.buffs}</h2>
        <span className="small clip">
          <b className="strong">{count}</b>
          {first && <span className="muted"> · {words.without({ buff: words.names[first.buff.key] })}</span>}
        </span>
        <Icon name="down" size="s" className="i-s chev end" />
      </summary>
      {body}
    </details>
  );
}

type BodyProps = { board: Board; version: string; buffs: Covered[]; utility: Covered[]; missing: Covered[] };

function Body({ board, version, buffs, utility, missing }: BodyProps) {
  const words = lineupWords.use();
  return (
    <div>
      <ul className={styles.buffList}>
        {missing.map((one) => (
          <Missing key={one.buff.key} covered={one} />
        ))}
        {buffs.filter(isCovered).map(({ buff, have }) => (
          <li key={buff.key}>
            <Icon name="check" size="s" className="i-s ok" />
            <span className="grow">{words.names[buff.key]}</span>
            <small className="clip muted">{have[0] && nameOf(have[0].person)}</small>
          </li>
        ))}
      </ul>
      <div className={styles.facts}>
        <h3>{words.also}</h3>
        <dl>
          {utility.map(({ buff, have }) => (
            <div key={buff.key}>
              <dt>{words.names[buff.key]}</dt>
              <dd>{have.length}</dd>
            </div>
          ))}
        </dl>
        <Armor people={board.draft.places} />
        <p className="small muted">{words.buffVersion({ version })}</p>
      </div>
    </div>
  );
}

const MOST_NAMED = 3;

function Missing({ covered: { buff, have, could, groupsWithout } }: { covered: Covered }) {
  const words = lineupWords.use();
  const name = words.names[buff.key];
  const names = could.slice(0, MOST_NAMED).map(({ person }) => nameOf(person));
  return (
    <li className={styles.missing}>
      <Icon name="alert" size="s" className="i-s warn" />
      <div className="grow">
        <b>{have.length === 0 ? words.missing({ buff: name }) : name}</b>
        <small className="muted">
          {have.length > 0
            ? words.groupsWithout({ groups: groupsWithout.join(', ') })
            : names.length > 0
              ? words.would({ names: names.join(', ') })
              : words.noOneBrings}
        </small>
      </div>
    </li>
  );
}

const ARMORS = ['cloth', 'leather', 'mail', 'plate'] as const;

function Armor({ people }: { people: Person[] }) {
  const words = lineupWords.use();
  const worn = people.filter(({ group }) => group !== null);
  return (
    <>
      <h3>{words.armor}</h3>
      <dl className={styles.armor}>
        {ARMORS.map((armor) => (
          <div key={armor}>
            <dt>{words.armors[armor]}</dt>
            <dd>{worn.filter(({ character }) => character?.armor === armor).length}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
