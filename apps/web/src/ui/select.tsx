import { type Details, distinctNames } from '@guildhall/contracts/distinct-names.ts';
import type { SelectHTMLAttributes } from 'react';
import { Field, type Frame } from './field.tsx';

type More = {
  /** Told only of those whose names are equal. */
  details?: Details;
  disabled?: boolean;
  /** Options of one group stand together, under its name. */
  group?: string;
  lang?: string;
};
export type Option = readonly [value: string | number, name: string, more?: More];

/** The choices in a list of the browser: no two read alike. */
export function Options({ of: options }: { of: readonly Option[] }) {
  const names = distinctNames(options.map(([, name, more]) => ({ name, details: more?.details })));
  const shown = options.map(([value, , more], at) => ({ value, name: names[at], ...more }));
  return [...Map.groupBy(shown, ({ group }) => group)].map(([group, some]) => {
    const own = some.map(({ value, name, disabled, lang }) => (
      <option key={value} value={value} disabled={disabled} lang={lang}>
        {name}
      </option>
    ));
    return group === undefined ? (
      own
    ) : (
      <optgroup key={group} label={group}>
        {own}
      </optgroup>
    );
  });
}

type SelectProps = Frame &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'children'> & {
    options: readonly Option[];
  };

/** A native select, which is best on a phone. */
export function Select({ label, hint, error, hideLabel, options, ...select }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel ?? false}>
      {(ids) => (
        <select className="input" {...select} {...ids}>
          <Options of={options} />
        </select>
      )}
    </Field>
  );
}
