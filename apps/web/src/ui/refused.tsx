import type { ReactNode } from 'react';
import { type CoreWords, coreWords } from '../i18n/core.words.ts';
import { PageHead } from './page-head.tsx';
import { Empty } from './states.tsx';

type RefusedProps = {
  title: string;
  reason: keyof CoreWords['failure']['closed'];
  action?: ReactNode;
};

/** Replaces a page that the viewer may not open, and says so before they type anything. */
export function Refused({ title, reason, action }: RefusedProps) {
  const { failure } = coreWords.use();
  return (
    <>
      <PageHead title={title} />
      <div className="card" role="alert">
        <Empty icon="lock" title={failure.titles.forbidden} action={action}>
          {failure.closed[reason]}
        </Empty>
      </div>
    </>
  );
}
