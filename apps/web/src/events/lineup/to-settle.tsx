import type { LineupProblem } from '@guildhall/contracts/lineup.ts';
import { problemsOf } from '@guildhall/contracts/lineup-problems.ts';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Board } from './board.ts';
import { find, type Person } from './draft.ts';
import { nameOf } from './faces.tsx';
import styles from './lineup.module.css';
import { lineupWords } from './lineup.words.ts';

const MOST_OFFERED = 3;

/** Problems of the line-up, and people who could stand in. */
export function ToSettle({ board }: { board: Board }) {
  const words = lineupWords.use();
  const problems = problemsOf(board.draft.places, board.lineup.size);
  return (
    <section className={`card ${styles.settle}`} aria-labelledby="to-settle">
      <header className="card-head">
        <h2 id="to-settle">{words.toSettle}</h2>
        {problems.length > 0 && <span className="tag t-bad end">{problems.length}</span>}
      </header>
      {problems.length === 0 ? (
        <p className="pad small muted">{words.nothingToSettle}</p>
      ) : (
        <ul className="list">
          {problems.map((problem) => (
            <Problem key={`${problem.kind} ${problem.raider?.id}`} board={board} problem={problem} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Problem({ board, problem: { kind, count, raider, blocks } }: { board: Board; problem: LineupProblem }) {
  const words = lineupWords.use();
  const person = raider && find(board.draft.places, raider.id);
  const text = words.problems[kind];
  const said =
    typeof text === 'string'
      ? text
      : (text as (values: { name: string; count: number }) => string)({
          name: person ? nameOf(person) : '',
          count: count ?? 0,
        });
  return (
    <li>
      <span className={blocks || person ? 'bad' : 'acc'}>
        <Icon name={blocks || person ? 'alert' : 'plus'} />
      </span>
      <div className="grow">
        <p>{said}</p>
        {kind === 'too_few' && <small>{words.fewMayPublish}</small>}
        {person && <StandIns board={board} person={person} />}
      </div>
    </li>
  );
}

function StandIns({ board, person }: { board: Board; person: Person }) {
  const words = lineupWords.use();
  const format = useFormat();
  const place = words.inGroup({ number: person.group ?? 0 });
  const others = board.people.filter(
    ({ group, concern, role, answer }) => group === null && concern === null && role === person.role && answer !== null,
  );
  return (
    <>
      <small>
        {person.since
          ? words.sinceStill({ when: format.dayAndTime(new Date(person.since)), place })
          : words.stillIn({ place })}
      </small>
      {others.length > 0 && (
        <div className={`row wrap ${styles.instead}`}>
          <span className="small muted">{words.instead}</span>
          {others.slice(0, MOST_OFFERED).map((other) => (
            <Button small key={other.raider.id} onClick={() => board.replace(person, other)}>
              {nameOf(other)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
