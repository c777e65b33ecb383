import type { NightRaider, NightView } from '@guildhall/contracts/night.ts';
import type { CSSProperties } from 'react';
import { useFormat } from '../../i18n/format.ts';
import styles from './night.module.css';
import { nightsWords } from './nights.words.ts';

type Props = {
  raider: Pick<NightRaider, 'pulls' | 'base' | 'firstAt' | 'lastAt'>;
  night: NightView;
  long?: boolean;
};

/** How many of their pulls a raider fought in, and why not in all. */
export function LogShare({ raider, night, long = false }: Props) {
  const words = nightsWords.use();
  const { pulls, base } = raider;
  return (
    <span className={styles.share}>
      <span
        className="bar"
        style={{ '--w': `${base === 0 ? 0 : (pulls / base) * 100}%`, '--c': 'var(--muted)' } as CSSProperties}
      >
        <i />
      </span>
      <span>
        <b>{(long ? words.ofPulls : words.of)({ pulls, base })}</b>
        <Why raider={raider} night={night} />
      </span>
    </span>
  );
}

function Why({ raider: { pulls, base, firstAt, lastAt }, night }: Omit<Props, 'long'>) {
  const words = nightsWords.use();
  const format = useFormat();
  const first = night.pulls[0]?.startsAt ?? '';
  const last = night.pulls.at(-1)?.startsAt ?? '';
  const benched = night.pulls.length - base;
  const why = [
    base > 0 && pulls === 0 && words.notInLog,
    pulls < base && firstAt && firstAt > first && words.from({ time: format.time(new Date(firstAt)) }),
    pulls < base && lastAt && lastAt < last && words.until({ time: format.time(new Date(lastAt)) }),
    benched > 0 && words.onBench({ count: benched }),
  ].filter(Boolean);
  return why.length > 0 && <small>{why.join(' · ')}</small>;
}
