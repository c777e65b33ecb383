import { coreWords } from '../../i18n/core.words.ts';
import { OnItsWay } from '../../shell/on-its-way.tsx';

export function WeekPage() {
  const { shell } = coreWords.use();
  return <OnItsWay title={shell.week} />;
}
