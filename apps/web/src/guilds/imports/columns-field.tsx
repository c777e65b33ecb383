import type { ImportColumns } from '@guildhall/contracts/import.ts';
import { coreWords } from '../../i18n/core.words.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { Options } from '../../ui/select.tsx';
import styles from './imports.module.css';
import { importsWords } from './imports.words.ts';
import { MEANINGS, type Meaning, type Table } from './table.ts';

type Props = {
  table: Table;
  hasHeadings: boolean;
  columns: Partial<ImportColumns>;
  onChange(columns: Partial<ImportColumns>): void;
};

/** The first lines, with a choice above each column. A meaning belongs to one column. */
export function ColumnsField({ table, hasHeadings, columns, onChange }: Props) {
  const { columns: words } = importsWords.use();
  const { ui } = coreWords.use();
  const width = Math.max(0, ...table.map((cells) => cells.length));
  const [headings = []] = table;
  const assign = (at: number, meaning: Meaning | '') => {
    const others = Object.entries(columns).filter(([name, column]) => name !== meaning && column !== at);
    onChange(Object.fromEntries([...others, ...(meaning ? [[meaning, at]] : [])]));
  };
  return (
    <fieldset className={styles.columns}>
      <legend>{words.title}</legend>
      <p className="small muted">{words.hint}</p>
      <ScrollBox label={ui.scrollable({ name: words.title })} className={styles.scroll}>
        <table>
          <thead>
            <tr>
              {Array.from({ length: width }, (_, at) => (
                <th key={`${at}`} scope="col">
                  <select
                    className="input"
                    aria-label={words.column({ number: at + 1, heading: hasHeadings ? (headings[at] ?? '') : '' })}
                    value={MEANINGS.find((meaning) => columns[meaning] === at) ?? ''}
                    onChange={({ target }) => assign(at, MEANINGS.find((meaning) => meaning === target.value) ?? '')}
                  >
                    <Options of={[['', words.nothing], ...MEANINGS.map((one) => [one, words.meaning[one]] as const)]} />
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.map((cells, line) => (
              <tr key={`${line}`} className={line === 0 && hasHeadings ? styles.headings : undefined}>
                {Array.from({ length: width }, (_, at) => (
                  <td key={`${at}`}>{cells[at]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </fieldset>
  );
}
