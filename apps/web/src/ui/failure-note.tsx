import { failureOf } from '../api/errors.ts';
import { coreWords } from '../i18n/core.words.ts';
import { failureTitle } from '../i18n/failure-words.ts';
import { Advice } from './advice.tsx';
import { useNoteFocus } from './error-focus.ts';

/** Beside the button that did not work: what happened, and what to do. Nothing while nothing has failed. */
export function FailureNote({ error }: { error: unknown }) {
  const words = coreWords.use();
  const note = useNoteFocus(error);
  if (!error) return null;
  const failure = failureOf(error);
  return (
    <p ref={note} className="bad small" role="alert" tabIndex={-1}>
      {failureTitle(words, failure)}. <Advice failure={failure} />
    </p>
  );
}
