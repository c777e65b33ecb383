/** State of the socket connection for display; the socket itself loads later. */
import { useSyncExternalStore } from 'react';

type Connection = 'off' | 'connected' | 'reconnecting';
let connection: Connection = 'off';
const listeners = new Set<() => void>();

export const useConnection = () => useSyncExternalStore(subscribe, () => connection);

/** Returns the previous state. */
export function setConnection(next: Connection): Connection {
  const before = connection;
  connection = next;
  if (next !== before) for (const listener of listeners) listener();
  return before;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
