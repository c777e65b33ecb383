import { Suspense, useSyncExternalStore } from 'react';
import { onTextLeft, textLeft } from './copy-text.ts';
import { lazyPart } from './lazy-part.tsx';
import { SectionBoundary } from './states.tsx';

const UncopiedText = lazyPart(() => import('./uncopied-text.tsx'), 'UncopiedText');

/** Shows what the browser did not let the page copy. */
export function CopyByHand() {
  const text = useSyncExternalStore(onTextLeft, textLeft);
  if (text === undefined) return null;
  return (
    <SectionBoundary>
      <Suspense>
        <UncopiedText text={text} />
      </Suspense>
    </SectionBoundary>
  );
}
