import { Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import { LanguageSelect, ThemeButton } from './preferences.tsx';

/** A page without a side bar, for people who are not signed in yet. */
export function PlainPage({ children }: { children?: ReactNode }) {
  return (
    <div className="plain">
      <header>
        <span className="brand">
          <Icon name="crest" className="crest" />
          Guildhall
        </span>
        <span className="row">
          <LanguageSelect />
          <ThemeButton />
        </span>
      </header>
      <main id="main">{children ?? <Outlet />}</main>
    </div>
  );
}
