import { type CSSProperties, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { coreWords } from '../i18n/core.words.ts';
import { lazyPart } from './lazy-part.tsx';
import styles from './matrix.module.css';
import type { Range } from './matrix-range.tsx';
import { useMedia } from './media.ts';
import { ScrollBox } from './scroll-box.tsx';

export type FixedColumn<R> = { key: string; head: ReactNode; width: number; cell(row: R): ReactNode };

type Props<R, C> = {
  label: string;
  rows: readonly R[];
  columns: readonly C[];
  rowKey(row: R): string;
  columnKey(column: C): string;
  /** Shown above the row headers. */
  corner: ReactNode;
  rowHead(row: R): ReactNode;
  columnHead(column: C): ReactNode;
  cell(row: R, column: C): ReactNode;
  /** Columns fixed beside the row headers; on the phone only the first is. */
  fixed?: readonly FixedColumn<R>[];
  headWidth?: number;
  headHeight?: number;
  columnWidth: number;
  rowHeight?: number;
  /** Marks the viewer’s own rows. */
  own?(row: R): boolean;
  /** Starts scrolled to the end, because the newest column is on the right. */
  startAtEnd?: boolean;
};

const PHONE_HEAD = 132;
const PHONE_STILL = 76;
const PHONE_ROW = 44;

/** So few are all rendered, without the code that follows the scrolling. */
const FEW_CELLS = 1_000;

/** The code that follows the scrolling comes after the cells that are visible at first. */
const VisibleRange = lazyPart(() => import('./matrix-range.tsx'), 'VisibleRange');

/** Rows by columns with fixed headers; of many cells, renders only the visible ones. */
export function Matrix<R, C>(props: Props<R, C>) {
  const { label, rows, columns, corner, fixed = [], columnWidth, startAtEnd = false } = props;
  const { ui } = coreWords.use();
  const phone = useMedia('(max-width: 767px)');
  const headWidth = phone ? PHONE_HEAD : (props.headWidth ?? 190);
  const headHeight = props.headHeight ?? 44;
  const rowHeight = phone ? PHONE_ROW : (props.rowHeight ?? 34);
  const still = phone
    ? fixed.slice(0, 1).map((column) => ({ ...column, width: Math.min(column.width, PHONE_STILL) }))
    : fixed;
  const lefts = still.map((_, place) => still.slice(0, place).reduce((sum, { width }) => sum + width, headWidth));
  const stillWidth = headWidth + still.reduce((sum, { width }) => sum + width, 0);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (startAtEnd && box.current) box.current.scrollLeft = box.current.scrollWidth;
  }, [startAtEnd, columns.length]);

  const first = 2 + still.length;
  const stillClass = (place: number) => (place === still.length - 1 ? `${styles.still} ${styles.last}` : styles.still);
  const width = stillWidth + columns.length * columnWidth;
  const across = Math.min(columns.length, Math.ceil(window.innerWidth / columnWidth));
  const atFirst: Range = {
    top: 0,
    bottom: Math.min(rows.length, Math.ceil(window.innerHeight / rowHeight)),
    left: startAtEnd ? columns.length - across : 0,
    right: startAtEnd ? columns.length : across,
  };
  const table = ({ top, bottom, left, right }: Range) => {
    const visible = columns.slice(left, right).map((column, place) => ({ column, index: left + place }));
    return (
      <table
        className={styles.matrix}
        style={{ '--width': `${width}px` } as CSSProperties}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + still.length + 1}
      >
        <colgroup>
          <col style={{ width: headWidth }} />
          {still.map(({ key, width: size }) => (
            <col key={key} style={{ width: size }} />
          ))}
          <col style={{ width: left * columnWidth }} />
          {visible.map(({ column }) => (
            <col key={props.columnKey(column)} style={{ width: columnWidth }} />
          ))}
          <col />
        </colgroup>
        <thead>
          <tr aria-rowindex={1} style={{ height: headHeight }}>
            <th scope="col" className={styles.corner} aria-colindex={1}>
              {corner}
            </th>
            {still.map(({ key, head }, index) => (
              <th
                key={key}
                scope="col"
                className={stillClass(index)}
                style={{ left: lefts[index] }}
                aria-colindex={index + 2}
              >
                {head}
              </th>
            ))}
            <td className={styles.gap} />
            {visible.map(({ column, index }) => (
              <th key={props.columnKey(column)} scope="col" aria-colindex={first + index}>
                {props.columnHead(column)}
              </th>
            ))}
            <td className={styles.gap} />
          </tr>
        </thead>
        <tbody>
          <Spacer height={top * rowHeight} />
          {rows.slice(top, bottom).map((row, place) => {
            const index = top + place;
            return (
              <tr
                key={props.rowKey(row)}
                aria-rowindex={index + 2}
                className={props.own?.(row) ? styles.own : undefined}
                style={{ height: rowHeight }}
              >
                <th scope="row" aria-colindex={1}>
                  {props.rowHead(row)}
                </th>
                {still.map(({ key, cell }, place) => (
                  <td key={key} className={stillClass(place)} style={{ left: lefts[place] }} aria-colindex={place + 2}>
                    {cell(row)}
                  </td>
                ))}
                <td className={styles.gap} />
                {visible.map(({ column, index: at }) => (
                  <td key={props.columnKey(column)} aria-colindex={first + at}>
                    {props.cell(row, column)}
                  </td>
                ))}
                <td className={styles.gap} />
              </tr>
            );
          })}
          <Spacer height={(rows.length - bottom) * rowHeight} />
        </tbody>
      </table>
    );
  };
  return (
    <ScrollBox box={box} label={ui.scrollable({ name: label })} className={styles.box}>
      {rows.length * columns.length <= FEW_CELLS ? (
        table({ top: 0, bottom: rows.length, left: 0, right: columns.length })
      ) : (
        <Suspense fallback={table(atFirst)}>
          <VisibleRange
            box={box}
            rows={rows.length}
            columns={columns.length}
            rowHeight={rowHeight}
            columnWidth={columnWidth}
            headHeight={headHeight}
            stillWidth={stillWidth}
            startAtEnd={startAtEnd}
          >
            {table}
          </VisibleRange>
        </Suspense>
      )}
    </ScrollBox>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus.
    <tr aria-hidden="true" className={styles.spacer} style={{ height }}>
      <td style={{ height }} />
    </tr>
  );
}
