import { Link } from '@tanstack/react-router';
import { coreWords } from '../i18n/core.words.ts';
import { buttonClass } from './button.tsx';

export function SignInLink() {
  const { shell } = coreWords.use();
  return (
    <Link
      to="/login"
      search={{ redirect: window.location.pathname + window.location.search }}
      className={buttonClass('primary')}
    >
      {shell.signIn}
    </Link>
  );
}
