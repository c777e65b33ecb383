import type { ReserveFormat } from '@guildhall/contracts/reserve.ts';
import { client } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Menu } from '../../ui/menu.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { reservesWords } from './reserves.words.ts';

/** One tap copies what Gargul reads. */
export function CopyReserves({ event }: { event: string }) {
  const words = reservesWords.use();
  const write = async (format: ReserveFormat) => {
    const { text, leftOut } = await client.reserves.export.query({ id: event, for: format });
    const without = leftOut.length > 0 ? words.leftOut({ count: leftOut.length }) : undefined;
    if (format !== 'csv') return copyText(text, without ?? words.copied);
    saveFile('reserves.csv', new Blob([text], { type: 'text/csv;charset=utf-8' }));
    if (without) toast({ text: without });
  };
  const start = (format: ReserveFormat) => void write(format).catch(toastFailure);
  return (
    <span className="row">
      <Button kind="primary" icon="copy" onClick={() => start('gargul')}>
        {words.copyGargul}
      </Button>
      <Menu
        label={words.more}
        items={[
          { label: words.copyRollFor, icon: 'copy', onSelect: () => start('rollfor') },
          { label: words.download, icon: 'download', onSelect: () => start('csv') },
        ]}
      />
    </span>
  );
}
