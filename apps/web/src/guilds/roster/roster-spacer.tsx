import styles from './roster.module.css';
import { COLUMNS } from './roster-search.ts';

/** Stands for rows that are not rendered. */
export function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus.
    <tr aria-hidden="true" className={styles.spacer} style={{ height }}>
      <td colSpan={COLUMNS.length} style={{ height }} />
    </tr>
  );
}
