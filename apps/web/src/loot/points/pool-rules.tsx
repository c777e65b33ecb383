import type { PointPoolView } from '@guildhall/contracts/points.ts';
import { Suspense, useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { SectionBoundary } from '../../ui/states.tsx';
import { useAmounts } from './amounts.ts';
import styles from './points.module.css';
import { pointsWords } from './points.words.ts';

const DecayDialog = lazyPart(() => import('./decay-dialog.tsx'), 'DecayDialog');

/** How points are counted, for everybody to read. */
export function PoolRules({ pool, onChange }: { pool: PointPoolView; onChange(): void }) {
  const { rules: words, kinds } = pointsWords.use();
  const { amount } = useAmounts(pool);
  const format = useFormat();
  const [asks, setAsks] = useState(false);
  const { baseGp, minEp, decay, kind, mayManage, archived } = pool;
  return (
    <section className="card" aria-label={words.title}>
      <header className="card-head">
        <h2>{words.title}</h2>
        {mayManage && (
          <div className="end">
            <Button small onClick={onChange}>
              {words.change}
            </Button>
          </div>
        )}
      </header>
      <ul className={`small ${styles.rules}`}>
        <li>{kinds[kind]}</li>
        {baseGp !== null && <li>{words.base({ gp: amount(baseGp) })}</li>}
        {minEp !== null && minEp > 0 && <li>{words.minimum({ ep: amount(minEp) })}</li>}
        {decay ? (
          <>
            <li>{words.decays({ percent: decay.percent, days: decay.everyDays })}</li>
            <li>{words.next({ date: format.day(new Date(`${decay.nextOn}T12:00Z`)) })}</li>
            {!decay.negatives && <li>{words.debtsStay}</li>}
          </>
        ) : (
          <li>{kind === 'zero_sum' ? words.sumIsZero : words.noDecay}</li>
        )}
        <li className="muted">{words.addonFirst}</li>
      </ul>
      {mayManage && !archived && decay && (
        <p className={styles.hint}>
          <Button small onClick={() => setAsks(true)}>
            {words.decayNow}
          </Button>
        </p>
      )}
      {asks && decay && (
        <SectionBoundary>
          <Suspense>
            <DecayDialog pool={pool} percent={decay.percent} onClose={() => setAsks(false)} />
          </Suspense>
        </SectionBoundary>
      )}
    </section>
  );
}
