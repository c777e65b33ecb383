import { ClassName, ClassTile } from '../../ui/game.tsx';
import { Icon, roleIcon } from '../../ui/icon.tsx';
import { RaiderMark } from '../../ui/raider-mark.tsx';
import { type Board, dragProps } from './board.ts';
import { find, type Person } from './draft.ts';
import { Late, nameOf, ROLES } from './faces.tsx';
import styles from './lineup.module.css';
import { lineupWords } from './lineup.words.ts';
import { WishMark } from './wish-mark.tsx';

/** Everyone who may be placed, by role, and where they are. */
export function SignedUp({ board }: { board: Board }) {
  const words = lineupWords.use();
  return (
    <section className={`card ${styles.signed}`} aria-labelledby="signed-up">
      <header className="card-head">
        <h2 id="signed-up">{words.signedUp}</h2>
        <span className="muted small end">{board.people.length}</span>
      </header>
      {ROLES.map((role) => (
        <OfRole key={role} board={board} role={role} />
      ))}
      {board.people.some(({ raider }) => board.wanted(raider.id)) && (
        <p className={`fresh ${styles.legend}`}>
          <span className={styles.wish}>
            <Icon name="gem" size="s" />
          </span>
          {words.wishLegend}
        </p>
      )}
    </section>
  );
}

function OfRole({ board, role }: { board: Board; role: (typeof ROLES)[number] }) {
  const words = lineupWords.use();
  const people = board.people.filter((person) => person.role === role);
  const placed = people.filter(({ group }) => group !== null).length;
  if (people.length === 0) return null;
  return (
    <section>
      <h3>
        <Icon name={roleIcon(role)} size="s" />
        {words.roles[role]}
        <span>{words.left({ placed, left: people.length - placed })}</span>
      </h3>
      <ul>
        {people.toSorted(byPlace).map((person) => (
          <Row key={person.raider.id} board={board} person={person} />
        ))}
      </ul>
    </section>
  );
}

/** Those without a group first, as they are to be placed. */
const byPlace = (a: Person, b: Person) => Number(a.group !== null) - Number(b.group !== null);

function Row({ board, person }: { board: Board; person: Person }) {
  const played = person.character?.class;
  const isPicked = board.picked?.raider.id === person.raider.id;
  const realm = board.realmOf(person);
  return (
    <li>
      <button
        type="button"
        className={isPicked ? `${styles.row} ${styles.picked}` : styles.row}
        aria-pressed={isPicked}
        onClick={() => board.tap(person)}
        {...dragProps(board, person)}
      >
        {played ? <ClassTile of={played} /> : <span className={styles.noClass} aria-hidden="true" />}
        <span className={styles.wisher}>
          <ClassName classId={played?.id ?? null}>{nameOf(person)}</ClassName>
          {realm && <small className="clip muted">{realm}</small>}
          <RaiderMark of={person.raider} />
          <WishMark wanted={board.wanted(person.raider.id)} />
        </span>
        <Where board={board} person={person} />
      </button>
    </li>
  );
}

function Where({ board, person }: { board: Board; person: Person }) {
  const words = lineupWords.use();
  const there = find(board.draft.places, person.raider.id);
  if (person.concern) return <span className={`bad ${styles.at}`}>{words.concern[person.concern]}</span>;
  return (
    <span className={styles.at}>
      <Late person={person} />
      {there
        ? there.group === null
          ? words.onBench
          : words.inGroup({ number: there.group })
        : person.answer === 'tentative'
          ? words.maybe
          : person.answer === 'waitlist'
            ? words.waits
            : ''}
    </span>
  );
}
