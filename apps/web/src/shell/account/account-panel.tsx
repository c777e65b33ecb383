import { Link } from '@tanstack/react-router';
import { signOut, useViewer } from '../../api/session.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { LanguageSelect, ThemeChoice } from '../preferences.tsx';
import { accountWords } from './account.words.ts';

/** What opens behind one's name, and on the phone below the pages. */
export default function AccountPanel() {
  const { shell } = coreWords.use();
  const words = accountWords.use();
  const viewer = useViewer();
  return (
    <>
      {viewer && (
        <nav className="nav sheet-nav" aria-label={shell.account}>
          <Link to="/me/{-$tab}" params={{ tab: undefined }}>
            <Icon name="gear" />
            {words.settings}
          </Link>
        </nav>
      )}
      <div className="labelled">
        <span className="label">{shell.theme}</span>
        <ThemeChoice />
      </div>
      <LanguageSelect hideLabel={false} />
      {viewer && <Button onClick={() => void signOut().catch(toastFailure)}>{shell.signOut}</Button>}
    </>
  );
}
