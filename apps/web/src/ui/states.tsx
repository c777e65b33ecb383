/** Placeholders for content that is loading, empty, forbidden or failed. */
import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode, Suspense } from 'react';
import { failureOf } from '../api/errors.ts';
import { coreWords } from '../i18n/core.words.ts';
import { failureTitle } from '../i18n/failure-words.ts';
import { Advice } from './advice.tsx';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { Icon, type IconName } from './icon.tsx';
import { useRecovery } from './recovery.ts';

/** As large as the coming content, so that nothing jumps. */
type SkeletonProps = { lines?: number; height?: number; className?: string };

export function Skeleton({ lines = 3, height, className = '' }: SkeletonProps) {
  const words = coreWords.use();
  return (
    <div className={`skeleton ${className}`} role="status" aria-label={words.ui.loading}>
      {height ? <span style={{ height }} /> : Array.from({ length: lines }, (_, line) => <span key={line} />)}
    </div>
  );
}

type EmptyProps = { icon?: IconName; title: string; children?: ReactNode; action?: ReactNode };

/** For an empty list: says what could be here, and how to get it. */
export function Empty({ icon = 'mark', title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <b>{title}</b>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

export function ErrorBox({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const words = coreWords.use();
  const failure = failureOf(error);
  const hidden = failure.kind === 'forbidden' || failure.kind === 'missing';
  useRecovery(failure, onRetry);
  return (
    <div className="empty" role="alert">
      <Icon name={hidden ? 'lock' : 'alert'} />
      <b>{failureTitle(words, failure)}</b>
      <p>
        <Advice failure={failure} />
      </p>
      {failure.kind === 'unloaded' ? (
        <Button icon="refresh" onClick={() => window.location.reload()}>
          {words.shell.reload}
        </Button>
      ) : (
        onRetry &&
        !hidden && (
          <Button icon="refresh" onClick={onRetry}>
            {words.ui.tryAgain}
          </Button>
        )
      )}
      {failure.requestId && <RequestId id={failure.requestId} />}
    </div>
  );
}

/** For people to quote when they report a problem. */
function RequestId({ id }: { id: string }) {
  const words = coreWords.use();
  return (
    <button type="button" className="request-id" onClick={() => void copyText(id, words.ui.copied)}>
      <Icon name="copy" size="s" />
      {words.ui.requestId} <code>{id}</code>
    </button>
  );
}

type SectionProps = {
  title?: ReactNode;
  end?: ReactNode;
  skeleton?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A card that loads and fails on its own: one broken section leaves the rest of the page standing. */
export function Section({ title, end, skeleton = <Skeleton />, children, className = '' }: SectionProps) {
  return (
    <section className={`card ${className}`}>
      {title && (
        <header className="card-head">
          <h2>{title}</h2>
          {end && <div className="end row">{end}</div>}
        </header>
      )}
      <SectionBoundary>
        <Suspense fallback={skeleton}>{children}</Suspense>
      </SectionBoundary>
    </section>
  );
}

type BoundaryProps = { children: ReactNode; fallback?: (error: unknown, retry: () => void) => ReactNode };

export function SectionBoundary({ children, fallback = showError }: BoundaryProps) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary onReset={reset} fallback={fallback}>
          {children}
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  );
}

const showError = (error: unknown, retry: () => void) => <ErrorBox error={error} onRetry={retry} />;

type BoundaryState = { error: unknown; failed: boolean };

/** React catches errors only in class components. */
class Boundary extends Component<Required<BoundaryProps> & { onReset(): void }, BoundaryState> {
  override state: BoundaryState = { error: undefined, failed: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const retry = () => {
      this.props.onReset();
      this.setState({ error: undefined, failed: false });
    };
    return this.props.fallback(this.state.error, retry);
  }
}
