import type { ReactNode } from 'react';

/** Tabs are addresses: its children are `<Link>`s of the router, which mark the current one themselves. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="tabs" aria-label={label}>
      {children}
    </nav>
  );
}
