import type { Reason } from '@guildhall/contracts/next-step.ts';
import { Suspense } from 'react';
import type { Failure } from '../api/errors.ts';
import { coreWords } from '../i18n/core.words.ts';
import { failureAdvice, reasonWords } from '../i18n/failure-words.ts';

/** Advice on a failure. Without a reason nothing is fetched, because there may be no connection; nor if the frame has the words. */
export function Advice({ failure }: { failure: Failure }) {
  const words = coreWords.use();
  if (!failure.reason || failure.reason in words.failure.closed) return failureAdvice(words, failure, undefined);
  return (
    <Suspense>
      <ByReason failure={failure} />
    </Suspense>
  );
}

function ByReason({ failure }: { failure: Failure }) {
  return failureAdvice(coreWords.use(), failure, reasonWords.use());
}

/** The words of a reason, for what failed elsewhere than in a request of this page. */
export function ReasonText({ of }: { of: Reason }) {
  return reasonWords.use()[of];
}
