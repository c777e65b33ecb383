import { type ReactNode, useEffect, useRef } from 'react';

/** Tabs are addresses: the children are router `<Link>`s, which mark the current one themselves. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null);
  // On a phone the row scrolls sideways; keeps the current tab visible.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.clientWidth / 3;
  });
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {children}
    </nav>
  );
}
