import { diffLines } from 'diff';
import { useMemo } from 'react';
import styles from './text-difference.module.css';

/** The number of unchanged lines shown around a change. */
const CONTEXT = 2;

type Props = { before: string; after: string; words: { added: string; removed: string; same: string } };

/** The line-by-line difference of a text. Signs and words mark a change, not colour alone. */
export function TextDifference({ before, after, words }: Props) {
  const lines = useMemo(() => difference(before, after), [before, after]);
  if (lines.every(({ kind }) => kind === 'same')) return <p className="muted small">{words.same}</p>;
  return (
    <div className={styles.difference}>
      {lines.map(({ kind, text, number }) => {
        if (kind === 'same') return <p key={number}>{text || ' '}</p>;
        if (kind === 'gap') return <p key={number} className={styles.gap} aria-hidden="true" />;
        const Mark = kind === 'added' ? 'ins' : 'del';
        return (
          <p key={number}>
            <Mark>
              <span className="sr">{kind === 'added' ? words.added : words.removed} </span>
              {text || ' '}
            </Mark>
          </p>
        );
      })}
    </div>
  );
}

type Line = { kind: 'same' | 'added' | 'removed' | 'gap'; text: string; number: number };

function difference(before: string, after: string): Line[] {
  const whole = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
  const parts = diffLines(whole(before), whole(after));
  const lines = parts.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const), text })),
  );
  const changed = lines.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
  const isNear = (index: number) => changed.some((at) => Math.abs(at - index) <= CONTEXT);
  return lines.flatMap((line, number): Line[] => {
    if (changed.length === 0 || isNear(number)) return [{ ...line, number }];
    return number === 0 || isNear(number - 1) ? [{ kind: 'gap', text: '', number }] : [];
  });
}
