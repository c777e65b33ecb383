import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect } from 'react';

const OVERSCAN = 4;

/** The first row and column that are rendered, and those behind the last ones. */
export type Range = { top: number; bottom: number; left: number; right: number };

type Props = {
  box: RefObject<HTMLElement>;
  rows: number;
  columns: number;
  rowHeight: number;
  columnWidth: number;
  /** The parts that stay in place above the rows and beside the columns. */
  headHeight: number;
  stillWidth: number;
  startAtEnd: boolean;
  children(range: Range): ReactNode;
};

/** Follows the scrolling of `box`. */
export function VisibleRange(props: Props) {
  const { box, rows, columns, rowHeight, columnWidth, headHeight, stillWidth, startAtEnd, children } = props;
  const across = useVirtualizer({
    horizontal: true,
    count: columns,
    getScrollElement: () => box.current,
    estimateSize: () => columnWidth,
    overscan: OVERSCAN,
    scrollMargin: stillWidth,
    initialOffset: () => box.current?.scrollLeft ?? (startAtEnd ? columns * columnWidth : 0),
  });
  const down = useVirtualizer({
    count: rows,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: headHeight,
    initialOffset: () => box.current?.scrollTop ?? 0,
  });
  useEffect(() => {
    across.measure();
    down.measure();
  }, [columnWidth, rowHeight, stillWidth]);
  const seen = across.getVirtualItems();
  const lines = down.getVirtualItems();
  return children({
    top: lines[0]?.index ?? 0,
    bottom: (lines.at(-1)?.index ?? -1) + 1,
    left: seen[0]?.index ?? 0,
    right: (seen.at(-1)?.index ?? -1) + 1,
  });
}
