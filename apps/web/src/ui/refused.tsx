import type { ErrorReason } from '@guildhall/contracts/errors.ts';
import type { ReactNode } from 'react';
import type { Failure } from '../api/errors.ts';
import { coreWords } from '../i18n/core.words.ts';
import { Advice } from './advice.tsx';
import { PageHead } from './page-head.tsx';
import { Empty } from './states.tsx';

type RefusedProps = {
  title: string;
  reason: ErrorReason & ('not_a_member' | 'missing_permission');
  action?: ReactNode;
};

/** Replaces a page that the viewer may not open, and says so before anybody types anything. */
export function Refused({ title, reason, action }: RefusedProps) {
  const words = coreWords.use();
  const nothing = { message: '', requestId: undefined, retryAfterSeconds: undefined, issues: [] };
  const failure: Failure = { ...nothing, kind: 'forbidden', reason };
  return (
    <>
      <PageHead title={title} />
      <div className="card" role="alert">
        <Empty icon="lock" title={words.failure.titles.forbidden} action={action}>
          <Advice failure={failure} />
        </Empty>
      </div>
    </>
  );
}
