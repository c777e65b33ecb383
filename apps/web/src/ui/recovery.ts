/** Repeats what failed for want of a connection. */
import { useEffect, useRef } from 'react';
import { useConnection } from '../api/connection.ts';
import type { Failure } from '../api/errors.ts';

/** Spread, so that not all clients at once ask a service that has just come back. */
const AGAIN_MS = 5_000;

const lacksConnection = ({ kind, reason }: Failure) => kind === 'offline' || reason === 'database_unavailable';

/** Retries when the browser or the socket is back, and every few seconds in between. */
export function useRecovery(failure: Failure, retry: (() => void) | undefined): void {
  const waits = lacksConnection(failure);
  const again = useRef(retry);
  again.current = retry;
  useEffect(() => {
    if (!waits) return;
    const now = () => again.current?.();
    const timer = setInterval(now, AGAIN_MS * (1 + Math.random()));
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [waits]);
  const connection = useConnection();
  const before = useRef(connection);
  useEffect(() => {
    if (waits && before.current === 'reconnecting' && connection === 'connected') again.current?.();
    before.current = connection;
  }, [waits, connection]);
}
