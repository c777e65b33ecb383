import { onlineManager } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useConnection } from '../api/connection.ts';
import { useViewer } from '../api/session.ts';
import { coreWords } from '../i18n/core.words.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { SectionBoundary } from '../ui/states.tsx';
import { watchForNewVersion } from './new-version.ts';

const FirstVisit = lazyPart(() => import('../account/sign-in/first-visit.tsx'), 'FirstVisit');

const PATIENCE_MS = 3_000;

/** Notices about the whole page: no network, a lost connection, a newer version, what a new account took from its browser. */
export function Notices() {
  const { shell } = coreWords.use();
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const lost = useLongLost();
  const [newer, setNewer] = useState(false);
  const viewer = useViewer();
  // The introduction asks for the same.
  const introducing = useLocation({ select: ({ pathname }) => pathname === '/welcome' });
  useEffect(() => watchForNewVersion(() => setNewer(true)), []);

  return (
    <div role="status">
      {!online && <p className="notice warn">{shell.offline}</p>}
      {online && lost && <p className="notice">{shell.reconnecting}</p>}
      {newer && (
        <p className="notice">
          {shell.newVersion}
          <Button small onClick={() => window.location.reload()}>
            {shell.reload}
          </Button>
        </p>
      )}
      {viewer?.onboardingCompletedAt === null && (
        <SectionBoundary fallback={() => null}>
          <Suspense>
            <FirstVisit viewer={viewer} told={!introducing} />
          </Suspense>
        </SectionBoundary>
      )}
    </div>
  );
}

/** Ignores a short loss of connection. */
function useLongLost(): boolean {
  const reconnecting = useConnection() === 'reconnecting';
  const [lost, setLost] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLost(reconnecting), reconnecting ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [reconnecting]);
  return lost;
}
