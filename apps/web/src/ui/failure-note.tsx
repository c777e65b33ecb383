import { failureOf } from '../api/errors.ts';
import { coreWords } from '../i18n/core.words.ts';
import { failureTitle } from '../i18n/failure-words.ts';
import { Advice } from './advice.tsx';

/** Beside the button that did not work: what happened, and what to do. Nothing while nothing has failed. */
export function FailureNote({ error }: { error: unknown }) {
  const words = coreWords.use();
  if (!error) return null;
  const failure = failureOf(error);
  return (
    <p className="bad small" role="alert">
      {failureTitle(words, failure)}. <Advice failure={failure} />
    </p>
  );
}
