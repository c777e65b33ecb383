import { Combobox as Base } from '@base-ui/react/combobox';
import { useLayoutEffect, useRef, useState } from 'react';
import { coreWords } from '../i18n/core.words.ts';
import './combobox-list.css';
import type { Labelled } from './distinct-labels.ts';

type Option = Labelled & { value: string };

export type ComboboxProps = {
  options: readonly Option[];
  value: string | null;
  onChange(value: string | null): void;
  placeholder?: string;
  /** For a field that takes a text of none of the options, too: what is typed, and a sentence about such a text. */
  free?: { text: string; onType(text: string): void; about(text: string): string };
};

type Props = ComboboxProps & { id: string; typed: string | undefined };

/** The field that the viewer has entered, with its list. It takes the focus and the text of the one it replaces. */
export function ComboboxList({ id, typed, options, value, onChange, placeholder, free }: Props) {
  const words = coreWords.use();
  const field = useRef<HTMLInputElement>(null);
  // A modal dialog is above everything that is not in it.
  const [dialog, setDialog] = useState<HTMLElement | null>(null);
  // Before the next key arrives, which would be lost between the two fields.
  useLayoutEffect(() => {
    setDialog(field.current?.closest('dialog') ?? null);
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    field.current?.focus();
    if (typed === undefined) return;
    field.current?.select();
    // As if it were typed here, so that the list opens with what fits.
    document.execCommand('insertText', false, typed);
  }, []);
  const { contains } = Base.useFilter();
  const [isOpen, setOpen] = useState(false);
  const fits = !free || options.some(({ label }) => contains(label, free.text));
  return (
    <Base.Root
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(option) => onChange(option?.value ?? null)}
      open={isOpen && fits}
      onOpenChange={setOpen}
      {...(free && {
        inputValue: free.text,
        // The list clears a text of no option when it closes.
        onInputValueChange: (text, { reason }) => (text !== '' || reason === 'input-change') && free.onType(text),
      })}
    >
      <Base.Input ref={field} id={id} className="input" placeholder={placeholder} />
      {free && (
        <small role="status" className="muted">
          {!fits && free.about(free.text.trim())}
        </small>
      )}
      <Base.Portal container={dialog ?? document.body}>
        <Base.Positioner sideOffset={6} align="start" className="floating" positionMethod="fixed">
          <Base.Popup className="menu combobox-list">
            <Base.Empty className="menu-empty">{words.ui.nothingFound}</Base.Empty>
            <Base.List>
              {(option: Option) => (
                <Base.Item key={option.value} value={option} className="menu-item">
                  {option.label}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
