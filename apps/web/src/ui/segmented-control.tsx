import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type SegmentChoice<V extends string> = {
  value: V;
  label: ReactNode;
  /** How it looks when chosen: filled, outlined, hatched; without one it is grey. */
  look?: 'in' | 'maybe' | 'wait';
  icon?: IconName;
};

type Props<V extends string> = {
  /** For people who cannot see the question. */
  legend: string;
  choices: readonly SegmentChoice<V>[];
  value: V | null;
  onChange(value: V): void;
  large?: boolean;
  disabled?: boolean;
};

/**
 * Radios that look like one control, which shows the state. Without a choice it has an ember edge, because an answer is
 * missing.
 */
export function SegmentedControl<V extends string>({ legend, choices, value, onChange, large, disabled }: Props<V>) {
  const name = useId();
  return (
    <fieldset className={`seg${large ? ' l' : ''}${value === null ? ' unanswered' : ''}`} disabled={disabled}>
      <legend className="sr">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={choice.look}>
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
          <span>
            {choice.icon && <Icon name={choice.icon} size="s" />}
            {choice.label}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
