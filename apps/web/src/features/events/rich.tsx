import { Fragment, type ReactNode } from 'react';

const MARKS: readonly string[] = ['⟦1⟧', '⟦2⟧', '⟦3⟧'];

/**
 * Renders a catalogue sentence that contains elements: the sentence gets markers as parameters, and the parts replace
 * them.
 */
export function rich(sentence: (...marks: string[]) => string, ...parts: ReactNode[]): ReactNode {
  const text = sentence(...MARKS.slice(0, parts.length));
  const pieces = text.split(/(⟦[123]⟧)/);
  return pieces.map((piece, at) => {
    const part = MARKS.indexOf(piece);
    // The pieces of a sentence never change order.
    return <Fragment key={`${at}`}>{part === -1 ? piece : parts[part]}</Fragment>;
  });
}
