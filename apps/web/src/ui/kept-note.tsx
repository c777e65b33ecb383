import { coreWords } from '../i18n/core.words.ts';
import { Button } from './button.tsx';

/** Says that the form holds what was typed earlier, and offers to begin anew. */
export function KeptNote({ onStartOver }: { onStartOver(): void }) {
  const { ui } = coreWords.use();
  return (
    <p className="row wrap between">
      <span className="muted">{ui.kept}</span>
      <Button onClick={onStartOver}>{ui.startOver}</Button>
    </p>
  );
}
