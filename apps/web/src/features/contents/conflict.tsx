import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { TextDifference } from '../../ui/text-difference.tsx';
import styles from './contents.module.css';
import { contentsWords } from './contents.words.ts';
import type { Editing, Kept } from './editing.ts';

type Written = { body: string; title?: string };

/**
 * Shows what two people changed at the same time, side by side, and lets the writer choose. Saving waits for the
 * choice.
 */
export function Conflict<V extends Written & Record<string, string | boolean>>({
  editing,
}: {
  editing: Editing<V> & { theirs: Kept<V> };
}) {
  const { conflict: words, difference } = contentsWords.use();
  const { base, mine, theirs } = editing;
  return (
    <section className={`card ${styles.conflict}`} aria-labelledby="conflict">
      <div role="alert">
        <h2 id="conflict" className="row">
          <Icon name="alert" />
          {words.title(theirs.by ?? words.somebody)}
        </h2>
        <p className="muted small">{words.lead}</p>
      </div>
      <div className={styles.sides}>
        <div>
          <h3>{words.theirs(theirs.by ?? words.somebody)}</h3>
          <TextDifference before={whole(base.values)} after={whole(theirs.values)} words={difference} />
        </div>
        <div>
          <h3>{words.mine}</h3>
          <TextDifference before={whole(base.values)} after={whole(mine)} words={difference} />
        </div>
      </div>
      <div className="row wrap">
        <Button kind="primary" onClick={editing.keepMine}>
          {words.keepMine}
        </Button>
        <Button onClick={editing.takeTheirs}>{words.takeTheirs}</Button>
        <small className="muted">{words.keepHint}</small>
      </div>
    </section>
  );
}

const whole = ({ title, body }: Written) => (title === undefined ? body : `${title}\n\n${body}`);
