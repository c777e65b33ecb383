/** Shown by the router instead of a page. */

import { nextStepOf } from '@guildhall/contracts/next-step.ts';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect } from 'react';
import { failureOf } from '../api/errors.ts';
import { coreWords } from '../i18n/core.words.ts';
import { failureTitle } from '../i18n/failure-words.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ErrorBox, Skeleton } from '../ui/states.tsx';
import { isNewVersionOut } from './new-version.ts';

export const Door = lazyPart(() => import('../account/sign-in/door.tsx'), 'Door');

export function Pending() {
  return (
    <>
      <Skeleton lines={2} />
      <div className="card">
        <Skeleton lines={8} />
      </div>
    </>
  );
}

export function Failed({ error }: ErrorComponentProps) {
  const router = useRouter();
  const words = coreWords.use();
  const failure = failureOf(error);
  const retry = useCallback(() => void router.invalidate(), [router]);
  const unloaded = failure.kind === 'unloaded';
  // The chunks of a page belong to its version.
  useEffect(() => {
    if (!unloaded) return;
    void isNewVersionOut().then((out) => out && window.location.reload());
    // The browser asks for a missing part again only with a new page.
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [unloaded]);
  // The address contains an invalid id.
  if (failure.reason === 'invalid_input') return <NotFound />;
  const title = failureTitle(words, failure);
  const refusal = (
    <>
      <PageTitle>{`${title} · Guildhall`}</PageTitle>
      <h1 className="sr" tabIndex={-1}>
        {title}
      </h1>
      <div className="card">
        <ErrorBox error={error} onRetry={retry} />
      </div>
    </>
  );
  if (nextStepOf(failure) !== 'join') return refusal;
  return (
    <Suspense fallback={<Pending />}>
      <Door retry={retry}>{refusal}</Door>
    </Suspense>
  );
}
