/** Parts of a filter bar whose values live in the address. On the phone it is one row that scrolls sideways. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './filters.module.css';
import { Icon } from './icon.tsx';
import { type Option, Options } from './select.tsx';

export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={styles.bar} aria-label={label}>
      {children}
    </section>
  );
}

/** The number of matches, at the end of the bar. */
export function FilterCount({ children }: { children: ReactNode }) {
  return (
    <span className={`muted small ${styles.count}`} role="status">
      {children}
    </span>
  );
}

type SearchProps = { label: string; hint: string; value: string; onChange(value: string): void; large?: boolean };

/** Keeps its own text: the address follows letter by letter, a moment later. */
export function SearchField({ label, hint, value, onChange, large = false }: SearchProps) {
  const [typed, setTyped] = useState(value);
  const told = useRef<string[]>([]);
  useEffect(() => {
    const at = told.current.indexOf(value);
    told.current = at === -1 ? [] : told.current.slice(at + 1);
    if (at === -1) setTyped(value);
  }, [value]);
  return (
    <label className={`field ${large ? styles.large : styles.q}`}>
      <Icon name="search" size={large ? 'm' : 's'} />
      <input
        type="search"
        data-search
        aria-label={label}
        placeholder={hint}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          told.current.push(target.value);
          onChange(target.value);
        }}
      />
      <kbd>/</kbd>
    </label>
  );
}

type ChoiceProps = {
  label: string;
  /** It is not a filter, so it cannot be removed. */
  always?: boolean;
  value: string;
  options: readonly Option[];
  onChange(value: string): void;
};

/** A filter with few values; the first means no filter. */
export function Choice({ label, always = false, value, options, onChange }: ChoiceProps) {
  return (
    <select
      className={`${styles.choice} ${always || value === '' ? '' : styles.chosen}`}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <Options of={options} />
    </select>
  );
}
