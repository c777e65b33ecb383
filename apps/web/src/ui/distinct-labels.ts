import { type Details, distinctNames } from '@guildhall/contracts/distinct-names.ts';

/** `details` are told only of those whose labels are equal. */
export type Labelled = { label: string; details?: Details };

/** Choices outside of a list of the browser: no two labels read alike. */
export function distinctLabels<One extends Labelled>(choices: readonly One[]): One[] {
  const names = distinctNames(choices.map(({ label: name, details }) => ({ name, details })));
  return choices.map((one, at) => ({ ...one, label: names[at] ?? one.label }));
}
