import { Combobox as Base } from '@base-ui/react/combobox';
import { useId, useState } from 'react';
import { coreWords } from '../i18n/core.words.ts';

export type Option = { value: string; label: string };

type Props = {
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange(value: string | null): void;
  placeholder?: string;
};

/**
 * Chooses one of many by typing. Only for lazily loaded pages. For a dozen options, `Select` is lighter and better on a
 * phone.
 */
export function Combobox({ label, options, value, onChange, placeholder }: Props) {
  const words = coreWords.use();
  const id = useId();
  // A modal dialog is above everything that is not in it.
  const [dialog, setDialog] = useState<HTMLElement | null>(null);
  return (
    <div className="labelled" ref={(element) => setDialog(element?.closest('dialog') ?? null)}>
      <label htmlFor={id}>{label}</label>
      <Base.Root
        items={options}
        value={options.find((option) => option.value === value) ?? null}
        onValueChange={(option) => onChange(option?.value ?? null)}
      >
        <Base.Input id={id} className="input" placeholder={placeholder} />
        <Base.Portal container={dialog ?? document.body}>
          <Base.Positioner sideOffset={6} className="floating" positionMethod="fixed">
            <Base.Popup className="menu">
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
    </div>
  );
}
