import { failureOf } from '../api/errors.ts';
import { coreWords } from '../i18n/core.words.ts';
import { failureWords } from '../i18n/failure-words.ts';

/** Beside the button that did not work: what happened, and what to do. Nothing while nothing has failed. */
export function FailureNote({ error }: { error: unknown }) {
  const words = coreWords.use();
  if (!error) return null;
  const { title, advice } = failureWords(words, failureOf(error));
  return (
    <p className="bad small" role="alert">
      {[title, advice].filter(Boolean).join('. ').replaceAll('..', '.')}
    </p>
  );
}
