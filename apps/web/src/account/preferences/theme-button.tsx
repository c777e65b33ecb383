import { coreWords } from '../../i18n/core.words.ts';
import { IconButton } from '../../ui/button.tsx';
import { setTheme, useShownTheme } from './theme.ts';

/** Toggles dark and light; the account menu has the third choice, the system's. */
export function ThemeButton() {
  const words = coreWords.use();
  const dark = useShownTheme() === 'dark';
  const other = dark ? 'light' : 'dark';
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={`${words.shell.theme}: ${words.shell.themes[other]}`}
      onClick={() => setTheme(other)}
    />
  );
}
