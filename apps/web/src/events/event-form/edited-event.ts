import type { EventView } from '@guildhall/contracts/event.ts';
import { useState } from 'react';
import type { Draft as Kept } from '../../ui/draft.ts';
import { useKeptValue } from '../../ui/kept-forms.ts';
import { type Draft, draftOf } from './draft.ts';

export type Edited = Draft & { version: number };
type State = { before: Edited; now: Edited };

/** Keeps the version that was edited, too: a reload must not make other people's changes look known. */
export function useEditedEvent(event: EventView): Kept<Edited> & { before: Edited } {
  const name = `event:${event.id}`;
  const { kept, keep } = useKeptValue<State>(name);
  const [first] = useState<State>(() => {
    const before = { ...draftOf(event), version: event.version };
    return { before, now: before };
  });
  const [{ before, now }, setState] = useState(kept ?? first);
  const [wasKept, setWasKept] = useState(kept !== undefined);
  const changes = Object.entries(now).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Edited]),
  );
  return {
    name,
    before,
    value: now,
    changes: Object.fromEntries(changes),
    wasKept,
    change(part) {
      const next = { before, now: { ...now, ...part } };
      setState(next);
      keep(JSON.stringify(next.now) === JSON.stringify(before) ? undefined : next);
    },
    forget: () => keep(undefined),
    settle: () => {},
    startOver() {
      setState(first);
      setWasKept(false);
      keep(undefined);
    },
  };
}
