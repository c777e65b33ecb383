import type { LineupFormat, LineupView } from '@guildhall/contracts/lineup.ts';
import { client } from '../../api/client.ts';
import { gameLocale, useLanguage } from '../../i18n/language.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Menu } from '../../ui/menu.tsx';
import { toastFailure } from '../../ui/toast.tsx';
import { refOf } from './lineup.queries.ts';
import { lineupWords } from './lineup.words.ts';

const OTHERS = ['mrt', 'gargul', 'macro', 'names', 'sheet', 'csv'] as const;

/** Copies the line-up for the game: invites at once, other formats from a menu. */
export function CopyOut({ lineup, boss }: { lineup: LineupView; boss: number | undefined }) {
  const { export: words } = lineupWords.use();
  const language = useLanguage();
  const copy = async (as: LineupFormat) => {
    const asked = { id: lineup.eventId, encounterId: refOf(boss), as, locale: gameLocale() };
    const { text, leftOut } = await client.lineups.export.query(asked);
    const names = new Intl.ListFormat(language).format(leftOut.map(({ name }) => name));
    await copyText(text, leftOut.length === 0 ? words.copied : words.copiedWithout({ names }));
  };
  const start = (as: LineupFormat) => void copy(as).catch(toastFailure);
  return (
    <span className="row">
      <Button small icon="copy" onClick={() => start('nsrt')}>
        {words.invites}
      </Button>
      <Menu
        label={words.others}
        items={OTHERS.map((as) => ({ label: words.as[as], icon: 'copy', onSelect: () => start(as) }))}
      />
    </span>
  );
}
