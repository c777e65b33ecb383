import type { ReactNode } from 'react';

type Props = { pressed: boolean; onChange(pressed: boolean): void; label?: string; children: ReactNode };

export function Chip({ pressed, onChange, label, children }: Props) {
  return (
    <button type="button" className="chip" aria-pressed={pressed} aria-label={label} onClick={() => onChange(!pressed)}>
      {children}
    </button>
  );
}
