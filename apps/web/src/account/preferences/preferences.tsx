import { client, queryClient } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { gameLocale, LANGUAGES, languageOf, languages, setLanguage, useLanguage } from '../../i18n/language.ts';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Options } from '../../ui/select.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { setTheme, THEMES, useTheme } from './theme.ts';

export function ThemeChoice() {
  const words = coreWords.use();
  return (
    <SegmentedControl
      legend={words.shell.theme}
      value={useTheme()}
      onChange={setTheme}
      choices={THEMES.map((value) => ({ value, label: words.shell.themes[value] }))}
    />
  );
}

export function LanguageSelect({ hideLabel = true }: { hideLabel?: boolean }) {
  const words = coreWords.use();
  return (
    <label className="labelled">
      <span className={hideLabel ? 'sr' : 'label'}>{words.shell.language}</span>
      <select className="input" value={useLanguage()} onChange={(event) => void choose(event.target.value)}>
        <Options of={languages.map((language) => [language, LANGUAGES[language], { lang: language }])} />
      </select>
    </label>
  );
}

/** Also saved in the account, because mails and game names use the same language. */
async function choose(tag: string): Promise<void> {
  await setLanguage(languageOf(tag));
  if (!queryClient.getQueryData(sessionQuery.queryKey)) return;
  await client.profile.update.mutate({ locale: gameLocale() }).catch(toastFailure);
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}
