import { Suspense } from 'react';
import type { Question } from './confirm-question.tsx';
import { lazyPart } from './lazy-part.tsx';
import { SectionBoundary } from './states.tsx';

const ConfirmQuestion = lazyPart(() => import('./confirm-question.tsx'), 'ConfirmQuestion');

/** Asks before something is lost. Its parts load when it opens. */
export function ConfirmDialog(question: Question) {
  if (!question.open) return null;
  return (
    <SectionBoundary>
      <Suspense>
        <ConfirmQuestion {...question} />
      </Suspense>
    </SectionBoundary>
  );
}
