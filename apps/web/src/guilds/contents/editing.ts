/**
 * A draft that survives a reload, and the changes that others save to the same text meanwhile, so that no one loses
 * anything.
 */
import { useCallback, useState } from 'react';
import type { Draft } from '../../ui/draft.ts';
import { useKeptValue } from '../../ui/kept-forms.ts';

type Values = Record<string, string | boolean>;
/** The version that the service has, and its author. */
export type ServerVersion<V extends Values> = { version: number; values: V; by: string | null };

type State<V extends Values> = {
  /** The text as it was when editing began. */
  base: ServerVersion<V>;
  mine: V;
};

export type Editing<V extends Values> = Draft<V> & {
  base: ServerVersion<V>;
  /** A version that another writer has saved meanwhile; undefined once this one has decided. */
  theirs: ServerVersion<V> | undefined;
  takeTheirs(): void;
  /** Takes their value for fields that the writer has not touched, and keeps the writer's for the others. */
  keepMine(): void;
};

export function useEditing<V extends Values>(key: string, current: ServerVersion<V>): Editing<V> {
  const { kept, keep } = useKeptValue<State<V>>(key);
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
  const takeTheirs = () => write({ base: current, mine: current.values });
  return {
    name: key,
    value: mine,
    base,
    changes: Object.fromEntries(
      Object.entries(mine).filter(([field, value]) => value !== base.values[field]),
    ) as Partial<V>,
    // The page itself shows what is new in it.
    wasKept: false,
    change: (part) => write({ base, mine: { ...mine, ...part } }),
    theirs: isBehind && isChanged ? current : undefined,
    takeTheirs,
    startOver: takeTheirs,
    settle: () => {},
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
