import { diffArrays } from 'diff';
import { useMemo } from 'react';
import styles from './text-difference.module.css';

/** The number of unchanged lines shown around a change. */
const CONTEXT = 2;

type Props = { before: string; after: string; words: { added: string; removed: string; same: string } };

/** The line-by-line difference of a text. Signs and words mark a change, not colour alone. */
export function TextDifference({ before, after, words }: Props) {
  const { lines } = useMemo(() => difference(before, after), [before, after]);
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

/** Texts that differ in more lines are shown one after the other: the work grows with the square of that number. */
const MOST_EDITS = 1_000;

/** `steps` counts the lines that were compared. */
export function difference(before: string, after: string): { lines: Line[]; steps: number } {
  let steps = 0;
  const comparator = (one: string, other: string) => {
    steps += 1;
    return one === other;
  };
  const [old, now] = [before, after].map((text) => text.replace(/\n$/, '').split('\n')) as [string[], string[]];
  const parts = diffArrays(old, now, { maxEditLength: MOST_EDITS, comparator }) ?? [
    { value: old, added: false, removed: true },
    { value: now, added: true, removed: false },
  ];
  const lines = parts.flatMap(({ value, added, removed }) =>
    value.map((text) => ({
      kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
      text,
    })),
  );
  const near = new Set<number>();
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    for (let index = at - CONTEXT; index <= at + CONTEXT; index += 1) near.add(index);
  }
  const shown = lines.flatMap((line, number): Line[] => {
    if (near.size === 0 || near.has(number)) return [{ ...line, number }];
    return number === 0 || near.has(number - 1) ? [{ kind: 'gap', text: '', number }] : [];
  });
  return { lines: shown, steps };
}
