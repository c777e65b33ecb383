/** Keeps the unsent input of a form in the tab: reloads, other pages and a new sign-in do not lose it. */
import { useRef, useState } from 'react';
import { useKeptValue } from './kept-forms.ts';

export type Draft<V extends object> = {
  name: string;
  value: V;
  /** Fields of `value` that differ from what was there before. */
  changes: Partial<V>;
  change(part: Partial<V>): void;
  /** Was found in the tab when the form opened. */
  wasKept: boolean;
  /** The tab no longer keeps it. */
  forget(): void;
  /** It was sent: fields that were not touched since then show what the service has. */
  settle(sent: V): void;
  startOver(): void;
};

/** `before` is what fields show that are not touched; it may change meanwhile, as others save. */
export function useDraft<V extends object>(name: string, before: V): Draft<V> {
  const { kept, keep } = useKeptValue<Partial<V>>(name);
  const [edits, setEdits] = useState<Partial<V>>(kept ?? {});
  const [wasKept, setWasKept] = useState(kept !== undefined);
  // Several changes of one moment add up.
  const latest = useRef(edits);
  const write = (next: Partial<V>) => {
    latest.current = next;
    setEdits(next);
    const differing = differences(before, next);
    keep(isEmpty(differing) ? undefined : differing);
  };
  return {
    name,
    value: { ...before, ...edits },
    changes: differences(before, edits),
    wasKept,
    change: (part) => write({ ...latest.current, ...part }),
    forget: () => keep(undefined),
    settle(sent) {
      write(differences<V>(sent, latest.current));
      setWasKept(false);
    },
    startOver() {
      write({});
      setWasKept(false);
    },
  };
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function differences<V extends object>(before: Partial<V>, now: Partial<V>): Partial<V> {
  const fields = Object.keys(now) as (keyof V)[];
  // Each value is of its own field.
  return Object.fromEntries(
    fields.filter((field) => !isSame(now[field], before[field])).map((field) => [field, now[field]]),
  ) as Partial<V>;
}
