import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LanguageSelect } from '../account/preferences/preferences.tsx';
import { ThemeButton } from '../account/preferences/theme-button.tsx';
import { useViewer } from '../api/session.ts';
import { coreWords } from '../i18n/core.words.ts';
import { Icon } from '../ui/icon.tsx';
import { SignInLink } from '../ui/sign-in-link.tsx';
import { Notices } from './notices.tsx';
import styles from './plain-page.module.css';

/** A page without a side bar, for people who are not signed in yet. `wide` ones are for reading. */
export function PlainPage({ children, wide = false }: { children?: ReactNode; wide?: boolean }) {
  const { shell } = coreWords.use();
  const viewer = useViewer();
  return (
    <div className={wide ? `${styles.page} ${styles.wide}` : styles.page}>
      <Notices />
      <header>
        <Link to="/" className="brand">
          <Icon name="crest" className="crest" />
          <span>Guildhall</span>
        </Link>
        <span className="row">
          {wide && (
            <Link to="/g" className="btn ghost">
              {shell.guilds}
            </Link>
          )}
          <LanguageSelect />
          <ThemeButton />
          {wide && !viewer && <SignInLink />}
        </span>
      </header>
      <main id="main">{children ?? <Outlet />}</main>
    </div>
  );
}
