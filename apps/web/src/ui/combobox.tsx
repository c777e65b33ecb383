import { startTransition, useEffect, useId, useRef, useState } from 'react';
import type { ComboboxProps } from './combobox-list.tsx';
import { distinctLabels } from './distinct-labels.ts';
import { lazyPart } from './lazy-part.tsx';
import { SectionBoundary } from './states.tsx';

const ComboboxList = lazyPart(() => import('./combobox-list.tsx'), 'ComboboxList');

/**
 * Chooses one of many by typing. The list is loaded when the viewer enters the field. For a dozen options, `Select` is
 * lighter and better on a phone. The `first` field of a dialog takes the focus when it opens.
 */
export function Combobox({ label, first = false, ...given }: ComboboxProps & { label: string; first?: boolean }) {
  const props = { ...given, options: distinctLabels(given.options) };
  const id = useId();
  const [entered, setEntered] = useState(false);
  const chosen = props.options.find(({ value }) => value === props.value)?.label ?? '';
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!first) return;
    // A dialog that opens after this focuses the element with the attribute, which React does not set.
    input.current?.setAttribute('autofocus', '');
    input.current?.focus();
  }, [first]);
  const field = (
    <input
      ref={input}
      id={id}
      className="input"
      role="combobox"
      aria-expanded={false}
      aria-haspopup="listbox"
      aria-autocomplete="list"
      autoComplete="off"
      placeholder={props.placeholder}
      value={typed ?? given.free?.text ?? chosen}
      onChange={({ target }) => setTyped(target.value)}
      // Until the list is there, this field stays and takes what is typed.
      onFocus={() => startTransition(() => setEntered(true))}
    />
  );
  return (
    <div className="labelled">
      <label htmlFor={id}>{label}</label>
      {entered ? (
        <SectionBoundary fallback={() => field}>
          <ComboboxList id={id} typed={typed} {...props} />
        </SectionBoundary>
      ) : (
        field
      )}
    </div>
  );
}
