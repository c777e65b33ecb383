/** Advice for readers whose characters are known, and who are no member for all that. */
import { useState } from 'react';
import { signOut } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Icon } from '../../ui/icon.tsx';
import { authWords } from './auth.words.ts';
import styles from './door.module.css';
import { Card } from './door-card.tsx';
import { wayBack } from './link-game.ts';

export type AgainProps = { start(): void; error: unknown };

export function NoCharacters({ start, error }: AgainProps) {
  const { door: words } = authWords.use();
  return (
    <Card icon="search" title={words.none} lead={words.noneLead}>
      <Hints start={start} error={error} />
    </Card>
  );
}

export function NotAmong({ names, start, error }: AgainProps & { names: string[] }) {
  const { door: words } = authWords.use();
  return (
    <section className={`card ${styles.door}`}>
      <div className={styles.head}>
        <span className="mark">
          <Icon name="search" />
        </span>
        <div className="grow">
          <h2>{words.notAmong}</h2>
          <p className="muted small">{words.notAmongLead({ count: names.length })}</p>
        </div>
      </div>
      <p className={`small ${styles.line}`}>{names.slice(0, 12).join(', ')}</p>
      <Hints start={start} error={error} />
    </section>
  );
}

function Hints({ start, error }: AgainProps) {
  const { door: words } = authWords.use();
  const [leaving, setLeaving] = useState(false);
  const change = () => {
    setLeaving(true);
    void signOut(wayBack()).catch(() => setLeaving(false));
  };
  return (
    <>
      <ul className={`list ${styles.hints}`}>
        <li>
          <div className="grow">
            <p>{words.justJoined}</p>
            <small>{words.logOut}</small>
          </div>
          <Button small icon="refresh" onClick={start}>
            {words.readAgain}
          </Button>
        </li>
        <li>
          <div className="grow">
            <p>{words.otherAccount}</p>
            <small>{words.comesBack}</small>
          </div>
          <Button small pending={leaving} onClick={change}>
            {words.change}
          </Button>
        </li>
        <li>
          <div className="grow">
            <p>{words.notIn}</p>
            <small>{words.askInvite}</small>
          </div>
        </li>
      </ul>
      <FailureNote error={error} />
    </>
  );
}

export function ReadAgain({ start, error }: AgainProps) {
  const { door: words } = authWords.use();
  return (
    <div className={styles.more}>
      <p className="muted small">{words.justJoined}</p>
      <Button small icon="refresh" onClick={start}>
        {words.readAgain}
      </Button>
      <FailureNote error={error} />
    </div>
  );
}
