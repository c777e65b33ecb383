/** The viewer's choice of columns and density, kept in this browser. */
import { useId, useRef, useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import styles from './roster.module.css';
import { rosterWords } from './roster.words.ts';
import { COLUMNS, type Column } from './roster-search.ts';

export type Look = { hidden: readonly Column[]; density: 'comfortable' | 'compact' };

const KEY = 'roster-look';
const PLAIN: Look = { hidden: [], density: 'compact' };
const listeners = new Set<() => void>();
let look = remembered();

export const useLook = (): Look => useSyncExternalStore(subscribe, () => look);

function choose(change: Partial<Look>): void {
  look = { ...look, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(look));
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is left.
  }
  for (const listener of listeners) listener();
}

/** A native popover, on the desktop only: on the phone a member is two lines. */
export function LookButton() {
  const { look: words, columns } = rosterWords.use();
  const { hidden, density } = useLook();
  const id = useId();
  const button = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const place = () => {
    const box = button.current?.getBoundingClientRect();
    if (!box || !panel.current) return;
    panel.current.style.right = `${document.documentElement.clientWidth - box.right}px`;
    panel.current.style.top = `${box.bottom + 4}px`;
  };
  return (
    <span ref={button} className={styles.lookButton}>
      <Button icon="columns" popovertarget={id} onClick={place}>
        {words.title}
      </Button>
      <div ref={panel} id={id} popover="auto" className={`menu popover ${styles.look}`}>
        <fieldset>
          <legend className="menu-head">{words.columns}</legend>
          {COLUMNS.filter((column) => column !== 'name').map((column) => (
            <Checkbox
              key={column}
              label={columns[column]}
              checked={!hidden.includes(column)}
              onChange={({ target }) =>
                choose({ hidden: target.checked ? hidden.filter((one) => one !== column) : [...hidden, column] })
              }
            />
          ))}
        </fieldset>
        <p className="menu-head">{words.density}</p>
        <SegmentedControl
          legend={words.density}
          value={density}
          onChange={(next) => choose({ density: next })}
          choices={(['comfortable', 'compact'] as const).map((value) => ({ value, label: words.densities[value] }))}
        />
      </div>
    </span>
  );
}

function remembered(): Look {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { hidden, density } = kept as { hidden?: unknown; density?: unknown };
    return {
      hidden: Array.isArray(hidden) ? COLUMNS.filter((column) => column !== 'name' && hidden.includes(column)) : [],
      density: density === 'comfortable' ? density : PLAIN.density,
    };
  } catch {
    return PLAIN;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
