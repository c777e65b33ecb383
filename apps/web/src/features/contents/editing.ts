/**
 * A draft that survives a reload, and the changes that others save to the same text meanwhile, so that nobody loses
 * anything.
 */
import { useCallback, useState } from 'react';
import { useKept } from '../../ui/tab-draft.ts';

type Values = Record<string, string | boolean>;
/** The version that the service has, and its author. */
export type Kept<V extends Values> = { version: number; values: V; by: string | null };

type State<V extends Values> = {
  /** The text as it was when editing began. */
  base: Kept<V>;
  mine: V;
};

export type Editing<V extends Values> = {
  mine: V;
  base: Kept<V>;
  change(part: Partial<V>): void;
  /** A version that somebody else has saved meanwhile; undefined once the writer has decided. */
  theirs: Kept<V> | undefined;
  takeTheirs(): void;
  /** Takes their value for fields that the writer has not touched, and keeps the writer's for the others. */
  keepMine(): void;
  isChanged: boolean;
  forget(): void;
};

export function useEditing<V extends Values>(key: string, current: Kept<V>): Editing<V> {
  const { kept, keep } = useKept<State<V>>(key);
  const [state, setState] = useState<State<V>>(kept ?? { base: current, mine: current.values });
  const { base, mine } = state;
  const isChanged = !isSame(mine, base.values);
  const isBehind = current.version !== base.version;
  const write = useCallback(
    (next: State<V>) => {
      setState(next);
      keep(isSame(next.mine, next.base.values) ? undefined : next);
    },
    [keep],
  );
  // A writer without changes continues from the current version.
  if (isBehind && !isChanged) setState({ base: current, mine: current.values });
  return {
    mine,
    base,
    isChanged,
    change: (part) => write({ base, mine: { ...mine, ...part } }),
    theirs: isBehind && isChanged ? current : undefined,
    takeTheirs: () => write({ base: current, mine: current.values }),
    keepMine() {
      const fields = Object.keys(mine) as (keyof V)[];
      const untouched = fields.filter((field) => mine[field] === base.values[field]);
      const merged = { ...mine };
      for (const field of untouched) merged[field] = current.values[field];
      write({ base: current, mine: merged });
    },
    forget: () => keep(undefined),
  };
}

const isSame = (one: Values, other: Values) => Object.keys(one).every((field) => one[field] === other[field]);
