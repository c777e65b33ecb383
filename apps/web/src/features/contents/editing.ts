/**
 * A draft that survives a reload, and the changes that others save to the same text meanwhile, so that nobody loses
 * anything.
 */
import { useCallback, useState } from 'react';

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
  const [state, setState] = useState<State<V>>(() => stored<V>(key) ?? { base: current, mine: current.values });
  const { base, mine } = state;
  const isChanged = !isSame(mine, base.values);
  const isBehind = current.version !== base.version;
  const write = useCallback(
    (next: State<V>) => {
      setState(next);
      store(key, isSame(next.mine, next.base.values) ? undefined : next);
    },
    [key],
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
    forget: () => store(key, undefined),
  };
}

const isSame = (one: Values, other: Values) => Object.keys(one).every((field) => one[field] === other[field]);

function stored<V extends Values>(key: string): State<V> | undefined {
  try {
    const text = sessionStorage.getItem(`draft:${key}`);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function store(key: string, state: unknown): void {
  try {
    if (state === undefined) sessionStorage.removeItem(`draft:${key}`);
    else sessionStorage.setItem(`draft:${key}`, JSON.stringify(state));
  } catch {
    // Storage may be forbidden or full; a reload then starts over.
  }
}
