import { Suspense } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import styles from './contents.module.css';
import { contentsWords } from './contents.words.ts';
import type { Editing, ServerVersion } from './editing.ts';

const TextDifference = lazyPart(() => import('../../ui/text-difference.tsx'), 'TextDifference');

type Written = { body: string; title?: string };

/**
 * Shows what two people changed at the same time, side by side, and lets the writer choose. Saving waits for the
 * choice.
 */
export function Conflict<V extends Written & Record<string, string | boolean>>({
  editing,
}: {
  editing: Editing<V> & { theirs: ServerVersion<V> };
}) {
  const { conflict: words, difference } = contentsWords.use();
  const { base, value: mine, theirs } = editing;
  return (
    <section className={`card ${styles.conflict}`} aria-labelledby="conflict">
      <div role="alert">
        <h2 id="conflict" className="row">
          <Icon name="alert" />
          {words.title({ name: theirs.by ?? words.somebody })}
        </h2>
        <p className="muted small">{words.lead}</p>
      </div>
      <div className={styles.sides}>
        <div>
          <h3>{words.theirs({ name: theirs.by ?? words.somebody })}</h3>
          <SectionBoundary>
            <Suspense fallback={<Skeleton />}>
              <TextDifference before={whole(base.values)} after={whole(theirs.values)} words={difference} />
            </Suspense>
          </SectionBoundary>
        </div>
        <div>
          <h3>{words.mine}</h3>
          <SectionBoundary>
            <Suspense fallback={<Skeleton />}>
              <TextDifference before={whole(base.values)} after={whole(mine)} words={difference} />
            </Suspense>
          </SectionBoundary>
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
