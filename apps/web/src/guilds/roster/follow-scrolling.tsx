import type { RosterEntryView } from '@guildhall/contracts/organization.ts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

const OVERSCAN = 5;

/** The rows of the list that are rendered: the first, and the one after the last. */
export type Seen = { from: number; to: number };

type Props = {
  body: RefObject<HTMLTableSectionElement>;
  members: readonly RosterEntryView[];
  height: number;
  onSeen(seen: Seen): void;
};

/** Says which rows are visible, and moves the focus among them by keys; the page scrolls, not the table. */
export function FollowScrolling({ body, members, height, onSeen }: Props) {
  const [top, setTop] = useState(() => topOf(body.current));
  // The virtualizer scrolls to where the page was when these rows were first computed; the reader may have moved on since.
  useLayoutEffect(() => {
    virtual.scrollOffset = window.scrollY;
  }, []);
  // Content above the table comes and goes.
  useLayoutEffect(() => {
    const now = topOf(body.current);
    if (Math.abs(now - top) > 1) setTop(now);
  });
  const virtual = useWindowVirtualizer({
    count: members.length,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => members[index]?.id ?? index,
  });
  useEffect(() => virtual.measure(), [height]);

  const rows = virtual.getVirtualItems();
  const from = rows[0]?.index;
  const last = rows.at(-1)?.index;
  useLayoutEffect(() => {
    // It has none before it has measured the window.
    if (from !== undefined && last !== undefined) onSeen({ from, to: last + 1 });
  }, [from, last]);

  useEffect(() => {
    const table = body.current;
    const onKey = (event: KeyboardEvent) => {
      const current = event.target instanceof Element ? event.target.closest('tr') : null;
      const index = Number(current?.dataset.index);
      const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: members.length - 1 }[event.key];
      if (to === undefined || Number.isNaN(to) || !members[to]) return;
      event.preventDefault();
      virtual.scrollToIndex(to, { align: event.key.startsWith('Arrow') ? 'auto' : 'center' });
      focusRow(table, to);
    };
    table?.addEventListener('keydown', onKey);
    return () => table?.removeEventListener('keydown', onKey);
  }, [members]);

  return null;
}

const topOf = (body: HTMLElement | null) => (body ? body.getBoundingClientRect().top + window.scrollY : 0);

/** The row may have to be rendered first. */
function focusRow(body: HTMLElement | null, index: number, tries = 10): void {
  const button = body?.querySelector<HTMLElement>(`tr[data-index="${index}"] button`);
  if (button) button.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusRow(body, index, tries - 1));
}
