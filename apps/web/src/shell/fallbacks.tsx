/** Shown by the router instead of a page. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { failureOf } from '../api/errors.ts';
import { coreWords } from '../i18n/core.words.ts';
import { failureTitle } from '../i18n/failure-words.ts';
import { buttonClass } from '../ui/button.tsx';
import { Empty, ErrorBox, Skeleton } from '../ui/states.tsx';
import { isNewVersionOut } from './new-version.ts';

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
  const unloaded = failure.kind === 'unloaded';
  // The chunks of a page belong to its version.
  useEffect(() => {
    if (unloaded) void isNewVersionOut().then((out) => out && window.location.reload());
  }, [unloaded]);
  // The address contains an invalid id.
  if (failure.reason === 'invalid_input') return <NotFound />;
  const title = failureTitle(words, failure);
  return (
    <>
      <title>{`${title} · Guildhall`}</title>
      <h1 className="sr" tabIndex={-1}>
        {title}
      </h1>
      <div className="card">
        <ErrorBox error={error} onRetry={() => void router.invalidate()} />
      </div>
    </>
  );
}

export function NotFound() {
  const { shell } = coreWords.use();
  return (
    <>
      <title>{`${shell.lost} · Guildhall`}</title>
      <h1 className="sr" tabIndex={-1}>
        {shell.lost}
      </h1>
      <div className="card">
        <Empty
          icon="flag"
          title={shell.lost}
          action={
            <Link to="/" className={buttonClass()}>
              {shell.toWeek}
            </Link>
          }
        >
          {shell.lostHint}
        </Empty>
      </div>
    </>
  );
}
