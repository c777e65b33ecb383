import type { CandidateFormat } from '@guildhall/contracts/candidate.ts';
import type { OrganizationView } from '@guildhall/contracts/organization.ts';
import { client } from '../../api/client.ts';
import { gameLocale, useLanguage } from '../../i18n/language.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Menu } from '../../ui/menu.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toastFailure } from '../../ui/toast.tsx';
import { councilWords } from './council.words.ts';

/** The candidates for all items, for the addon of the council or a spreadsheet. */
export function ExportMenu({ guild, team }: { guild: OrganizationView; team: string | undefined }) {
  const { export: words } = councilWords.use();
  const language = useLanguage();
  const read = (as: CandidateFormat) =>
    client.council.export.query({ id: guild.id, as, locale: gameLocale(), ...(team ? { teamId: team } : {}) });
  const copy = async () => {
    const { text, items, leftOut } = await read('priority_loot');
    const names = new Intl.ListFormat(language).format(leftOut);
    await copyText(text, leftOut.length === 0 ? words.copied({ items }) : words.copiedWithout({ items, names }));
  };
  const save = async () => {
    const { text } = await read('csv');
    saveFile('candidates.csv', new Blob([text], { type: 'text/csv;charset=utf-8' }));
  };
  return (
    <Menu
      label={words.label}
      items={[
        { label: words.addon, icon: 'copy', onSelect: () => void copy().catch(toastFailure) },
        { label: words.csv, icon: 'download', onSelect: () => void save().catch(toastFailure) },
      ]}
    />
  );
}
