/** Keeps the unsent input of a form in the tab: reloads, other pages and a new sign-in do not lose it. */
import { useCallback, useState } from 'react';
import { useViewer } from '../api/session.ts';

type TabDraft<T> = {
  value: T;
  change(value: T): void;
  /** Was found in the tab when the form opened. */
  wasKept: boolean;
  forget(): void;
  startOver(): void;
};

export function useTabDraft<T>(name: string, initial: () => T): TabDraft<T> {
  const [first] = useState(initial);
  const { kept, keep } = useKept<T>(name);
  const [value, setValue] = useState(kept ?? first);
  const [wasKept, setWasKept] = useState(kept !== undefined);
  return {
    value,
    wasKept,
    change(next) {
      setValue(next);
      keep(isSame(next, first) ? undefined : next);
    },
    forget: () => keep(undefined),
    startOver() {
      setValue(first);
      setWasKept(false);
      keep(undefined);
    },
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A value of the person who is signed in when the form opens; the next person in the same tab has another one. */
export function useKept<T>(name: string): { kept: T | undefined; keep(value: T | undefined): void } {
  const viewer = useViewer()?.id ?? '';
  const [{ key, kept }] = useState(() => {
    const own = `draft:${viewer}:${name}`;
    return { key: own, kept: stored<T>(own) };
  });
  const keep = useCallback((value: T | undefined) => store(key, value), [key]);
  return { kept, keep };
}

function stored<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function store(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be forbidden or full; a reload then starts over.
  }
}
