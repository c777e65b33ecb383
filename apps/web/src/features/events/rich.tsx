import { Fragment, type ReactNode } from 'react';

const MARKS: readonly string[] = ['⟦1⟧', '⟦2⟧', '⟦3⟧'];

/** A sentence of a catalogue with something else than text in it: it gets marks for its parameters, the parts take their place. */
export function rich(sentence: (...marks: string[]) => string, ...parts: ReactNode[]): ReactNode {
  const text = sentence(...MARKS.slice(0, parts.length));
  const pieces = text.split(/(⟦[123]⟧)/);
  return pieces.map((piece, at) => {
    const part = MARKS.indexOf(piece);
    // The pieces of a sentence keep their places.
    return <Fragment key={`${at}`}>{part === -1 ? piece : parts[part]}</Fragment>;
  });
}
