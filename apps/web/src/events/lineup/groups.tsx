import { useViewer } from '../../api/session.ts';
import { type Board, dragProps, dropProps } from './board.ts';
import { at, type Person } from './draft.ts';
import { Face, nameOf } from './faces.tsx';
import styles from './lineup.module.css';
import { lineupWords } from './lineup.words.ts';
import { WishMark } from './wish-mark.tsx';

const SLOTS = [1, 2, 3, 4, 5];

/** Groups of five and the bench. A tap on a person picks them; with one picked, a tap on a slot or a person is a move. */
export function Groups({ board }: { board: Board }) {
  const numbers = Array.from({ length: board.groups }, (_, index) => index + 1);
  return (
    <div className={styles.groups}>
      {numbers.map((number) => (
        <Group key={number} board={board} number={number} />
      ))}
      <Bench board={board} />
    </div>
  );
}

function Group({ board, number }: { board: Board; number: number }) {
  const words = lineupWords.use();
  const { places } = board.draft;
  const inside = places.filter(({ group }) => group === number).length;
  return (
    <section className={styles.group}>
      <h3>
        {words.group({ number })}
        <span className={inside === SLOTS.length ? undefined : 'acc'}>
          {words.of({ placed: inside, max: SLOTS.length })}
        </span>
      </h3>
      <ul>
        {SLOTS.map((slot) => {
          const person = at(places, number, slot);
          return person ? (
            <Placed key={slot} board={board} person={person} />
          ) : (
            <Free
              key={slot}
              board={board}
              onPlace={() => board.placeAt({ group: number, slot })}
              label={words.placeHere}
            />
          );
        })}
      </ul>
    </section>
  );
}

function Bench({ board }: { board: Board }) {
  const words = lineupWords.use();
  const people = board.draft.places.filter(({ group }) => group === null);
  const isThere = board.picked && people.some(({ raider }) => raider.id === board.picked?.raider.id);
  return (
    <section className={`${styles.group} ${styles.bench}`}>
      <h3>
        {words.bench}
        <span>{people.length}</span>
      </h3>
      <ul>
        {people.map((person) => (
          <Placed key={person.raider.id} board={board} person={person} />
        ))}
        {!isThere && <Free board={board} onPlace={() => board.placeAt(null)} label={words.benchHere} />}
      </ul>
    </section>
  );
}

function Placed({ board, person }: { board: Board; person: Person }) {
  const words = lineupWords.use();
  const viewer = useViewer();
  const isPicked = board.picked?.raider.id === person.raider.id;
  const isOwn = person.user !== null && person.user.id === viewer?.id;
  const look = [
    styles.person,
    isPicked ? styles.picked : '',
    person.concern ? styles.gone : '',
    isOwn && !isPicked && !person.concern ? styles.own : '',
  ];
  return (
    <li {...dropProps(board, () => board.tap(person))}>
      <button
        type="button"
        className={look.filter(Boolean).join(' ')}
        aria-pressed={isPicked}
        onClick={() => board.tap(person)}
        {...dragProps(board, person)}
      >
        <Face
          person={person}
          realm={board.realmOf(person)}
          mark={<WishMark wanted={board.wanted(person.raider.id)} />}
          tag={isPicked ? <span className={`tag ember ${styles.mark}`}>{words.picked}</span> : undefined}
        />
      </button>
    </li>
  );
}

type FreeProps = { board: Board; onPlace(): void; label: (values: { name: string }) => string };

/** A free slot takes the person who is picked; without one there is nothing to do with it. */
function Free({ board, onPlace, label }: FreeProps) {
  const words = lineupWords.use();
  const { picked } = board;
  if (!picked) {
    return (
      <li className={`${styles.free} muted`}>
        <span className={styles.hole} aria-hidden="true" />
        {words.free}
      </li>
    );
  }
  return (
    <li {...dropProps(board, onPlace)}>
      <button type="button" className={styles.slot} onClick={onPlace}>
        <span className={styles.hole} aria-hidden="true" />
        <span className="clip">{label({ name: nameOf(picked) })}</span>
      </button>
    </li>
  );
}
