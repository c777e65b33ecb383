import { Fragment, type ReactNode } from 'react';

/** Renders a sentence that contains elements: it gets marks as values, and the elements replace them. */
export function sentenceWith<Name extends string>(
  sentence: (values: Record<Name, string>) => string,
  elements: Record<Name, NoInfer<ReactNode>>,
): ReactNode {
  const named = new Map<string, ReactNode>(Object.entries(elements));
  const marks = Object.fromEntries([...named.keys()].map((name) => [name, `⟦${name}⟧`])) as Record<Name, string>;
  return sentence(marks)
    .split(/⟦(\w+)⟧/)
    .map((piece, at) => (
      // The pieces of a sentence never change order, and every second is a name.
      <Fragment key={`${at}`}>{at % 2 ? named.get(piece) : piece}</Fragment>
    ));
}
