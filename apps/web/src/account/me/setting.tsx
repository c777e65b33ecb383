import { type ReactNode, Suspense } from 'react';
import { SectionBoundary, Skeleton } from '../../ui/states.tsx';
import styles from './me.module.css';

type Props = { title: string; lead?: ReactNode; end?: ReactNode; pad?: boolean; lines?: number; children: ReactNode };

/** A title on the left and a card on the right; each loads and fails on its own. */
export function Setting({ title, lead, end, pad = true, lines = 3, children }: Props) {
  return (
    <section className={styles.setting} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {lead && <p className="muted small">{lead}</p>}
        {end}
      </header>
      <div className={pad ? `card pad ${styles.fields}` : 'card'}>
        <SectionBoundary>
          <Suspense fallback={<Skeleton lines={lines} />}>{children}</Suspense>
        </SectionBoundary>
      </div>
    </section>
  );
}
